package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Status;
import dev.kakutei.simulator.JournalEntry;
import dev.kakutei.simulator.JournalFile;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.PromiseViolation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares what callers were answered, what Postgres says and what the gateway did, after a recovery. */
final class RestoreAudit {
    private static final Set<Status> NO_EFFECT =
            Set.of(Status.FAILED, Status.ABORTED, Status.EXPIRED, Status.CANCELLED);

    private final RunningKakutei kakutei;
    private final RestoreCallers callers;
    private final Map<String, Integer> effectsByAmount = new HashMap<>();
    private final Map<String, Integer> effectsById = new HashMap<>();

    RestoreAudit(RunningKakutei kakutei, Path data, RestoreCallers callers) {
        this.kakutei = kakutei;
        this.callers = callers;
        for (JournalEntry entry : JournalFile.read(data.resolve("simulator").resolve(JournalFile.NAME))) {
            if (entry.type() == JournalEntry.Type.APPLIED) {
                effectsByAmount.merge(entry.amount(), 1, Integer::sum);
                effectsById.merge(entry.reference(), 1, Integer::sum);
            }
        }
    }

    void check() {
        Map<String, Status> states = kakutei.tables().statesByKey();
        Map<String, String> ids = kakutei.tables().idsByKey();
        List<String> found = new ArrayList<>();
        effectsById.forEach((id, times) -> {
            if (times > 1) {
                found.add("request " + id + " took effect " + times + " times");
            }
        });
        effectsByAmount.forEach((amount, times) -> {
            if (times > 1) {
                found.add("the key with amount " + amount + " took effect " + times + " times");
            }
        });
        Set<String> acknowledged = callers.acknowledged();
        for (String key : callers.keys()) {
            Status state = states.get(key);
            RestoreCallers.Call call = callers.call(key);
            boolean effect = effectsByAmount.containsKey(call.amount());
            String what = key + " (" + ids.get(key) + ") at " + call.gateway() + ", answered " + callers.answersTo(key);
            if (state == null) {
                if (acknowledged.contains(key) || effect) {
                    found.add(what + " is gone; effect: " + effect);
                }
            } else if (NO_EFFECT.contains(state) && effect) {
                found.add(what + " is " + state + " and took effect");
            } else if (state == Status.SUCCEEDED && !effectsById.containsKey(ids.get(key))) {
                found.add(what + " is SUCCEEDED and never took effect");
            }
        }
        PromiseViolation.unless(() -> assertThat(found).isEmpty());
    }

    /** The table of alerts lags behind: its reader waits until the killed one counts as gone. */
    void checkAlerts() {
        if (kakutei.tables().statesByKey().containsValue(Status.VERIFICATION_FAILED)) {
            PromiseViolation.unless(() -> Await.until(
                    "what waits for a person is alerted",
                    () -> kakutei.tables().openAlerts("verification_failed") > 0));
        }
        PromiseViolation.unless(
                () -> Await.until("nothing is halted", () -> kakutei.tables().openAlerts("stores_disagree") == 0));
    }
}
