package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Status;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.Depth;
import dev.kakutei.testkit.ReservedPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole process dies in the middle of its work, and comes back on the same data. */
class KilledTest {
    private static final int ROUNDS = Depth.rounds(1, 2);
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int WAVE = 150;

    @TempDir
    private Path data;

    @Test
    void killedInMidFlight_thenRestarted_nothingIsLostAndNothingTakesEffectTwice() {
        int simulatorPort = ReservedPort.next();
        String gateways = RunningKakutei.impatientGateways(data, simulatorPort).toString();
        String[] options = {"--port", "0", "--simulator-port", "" + simulatorPort, "--gateways", gateways};
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();

        for (int round = 0; round < ROUNDS; round++) {
            try (RunningKakutei kakutei = RunningKakutei.up(data, options)) {
                Door door = new Door(kakutei.url());
                int before = acknowledged.size();
                List<CompletableFuture<?>> replies = new ArrayList<>();
                for (int i = 0; i < WAVE; i++) {
                    replies.add(submit(door, "k-" + round + "-" + i, i, acknowledged));
                }
                // in mid-flight: some are acknowledged, and not all of them settled
                int enough = before + WAVE / 3;
                Await.until("some acknowledged after " + before, PATIENCE, () -> acknowledged.size() >= enough);
                kakutei.process().kill9();
                replies.forEach(reply -> reply.handle((ok, failure) -> null).join());
            }
        }

        try (RunningKakutei kakutei = RunningKakutei.up(data, options)) {
            Books books = kakutei.books();
            Await.until(
                    "everything settled",
                    PATIENCE,
                    () -> books.states().toString(),
                    states -> states.equals("{" + Status.SUCCEEDED + "=" + books.count("ledger") + "}"));
            assertThat(books.keysIn(Status.SUCCEEDED)).containsAll(acknowledged);
            assertThat(acknowledged.size()).isGreaterThanOrEqualTo(ROUNDS * (WAVE / 3));
            Referee referee = new Referee(data);
            referee.assertEachAppliedOnce(books.idsByKey().values());
            referee.assertNoAttemptPostedTwice();
            books.assertSnapshotsAreTheFoldOfTheirEvents();
            assertThat(books.outboxStatuses()).containsOnlyKeys("succeeded");
        }
    }

    private static CompletableFuture<?> submit(Door door, String key, int number, Set<String> acknowledged) {
        CompletableFuture<Door.Reply> reply = number % 2 == 0
                ? door.submit("/payments", key, Door.payment(number), "2000")
                : door.submit("/do/order", key, Door.order(number), "2000");
        return reply.thenAccept(answer -> {
            if (answer.status() == 202) {
                acknowledged.add(key);
            }
        });
    }
}
