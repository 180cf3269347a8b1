package dev.kakutei.ledger;

import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.Gateways;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Notices a gateway whose every status query is answered "not found", as a part of {@link GatewayWatch}. It changes no state
 * of a request: it only says how far "not found" can be trusted, and {@link Ledger} decides what follows.
 */
final class StatusQueryWatch {
    private final Map<String, QueryHistory> histories = new ConcurrentHashMap<>();
    private volatile Gateways gateways;

    StatusQueryWatch(Gateways gateways) {
        this.gateways = gateways;
    }

    /** The gateway file has changed: what was learnt of another question says nothing about the new one. */
    void take(Gateways next) {
        Gateways before = gateways;
        gateways = next;
        histories.keySet().removeIf(name -> !Objects.equals(query(before, name), query(next, name)));
    }

    /**
     * The same observation, with how far it can be trusted. A request without any report of its attempt does not count: its sender
     * may have died before it posted anything, and then "not found" is what must be expected.
     *
     * @param entry the request's state; null where it is not known
     */
    Observation heard(Entry entry, Observation observation, Instant now) {
        if (entry == null
                || !(observation instanceof Observation.Reported reported)
                || !(reported.report() instanceof Report.InquiryReport report)
                || query(gateways, entry.gateway()) == null) {
            return observation;
        }
        boolean expected = report.finding() == Finding.NOT_FOUND
                && AttemptRules.NO_REPORT.equals(entry.lastAnswer().errorCode());
        QueryHistory history = histories.compute(entry.gateway(), (name, known) -> {
            QueryHistory before = known == null ? QueryHistory.EMPTY : known;
            return expected ? before : before.after(report.requestId(), report.finding(), now);
        });
        return history.doubtsNotFound(now)
                ? new Observation.Reported(report, Observation.Trust.NOTHING_IS_EVER_FOUND)
                : observation;
    }

    private static Gateway.StatusQuery query(Gateways gateways, String name) {
        return gateways.named(name).map(Gateway::statusQuery).orElse(null);
    }
}
