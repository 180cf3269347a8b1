package dev.kakutei.ledger;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateways;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * What the reports of many requests say together of their gateway. One for a process, used by all its partitions; in memory,
 * so that a process that was just started knows nothing yet. It changes no state of a request: it says how far an answer can
 * be trusted, and raises an alert where a gateway cannot be reached.
 */
public final class GatewayWatch {
    private final StatusQueryWatch queries;
    /** Of gateways whose last call found no connection; there are never more than senders report on. */
    private final Map<String, GatewayReach> failing = new HashMap<>();

    public GatewayWatch(Gateways gateways) {
        this.queries = new StatusQueryWatch(gateways);
    }

    /** The gateway file has changed. */
    public void take(Gateways next) {
        queries.take(next);
    }

    /**
     * What the ledger decides, and what is to be said of the gateway besides.
     *
     * @param entry the request's state; null where it is not known
     */
    public Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
        Decision decision = ledger.decide(entry, queries.heard(entry, observation, now), now);
        return observation instanceof Observation.Reported reported && decision.entry() != null
                ? noticed(decision, reported.report())
                : decision;
    }

    private Decision noticed(Decision decision, Report report) {
        String gateway = report.gateway();
        Answer answer = answer(report);
        GatewayReach before;
        GatewayReach after;
        synchronized (failing) {
            before = failing.getOrDefault(gateway, GatewayReach.REACHED);
            after = before.after(answer.category(), report.at());
            if (after.equals(GatewayReach.REACHED)) {
                failing.remove(gateway);
            } else {
                failing.put(gateway, after);
            }
        }
        if (before.unreachable() && !after.unreachable()) {
            return decision.with(new Effect.Clear(Cause.GATEWAY_UNREACHABLE, gateway));
        }
        boolean failed = answer.category() == Category.NOT_CONNECTED;
        // An alert is about the gateway that its request has now.
        return failed && after.unreachable() && gateway.equals(decision.entry().gateway())
                ? decision.with(new Effect.Raise(
                        Alert.Severity.HIGH,
                        Cause.GATEWAY_UNREACHABLE.word(),
                        "The gateway \"" + gateway + "\" cannot be reached since " + after.first()
                                + ": the last calls found no connection (" + AttemptRules.reason(answer) + ")."))
                : decision;
    }

    private static Answer answer(Report report) {
        return report instanceof Report.AttemptReport attempt
                ? attempt.outcome().answer()
                : ((Report.InquiryReport) report).answer();
    }
}
