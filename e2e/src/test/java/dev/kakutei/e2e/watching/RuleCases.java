package dev.kakutei.e2e.watching;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What each rule must notice (SPEC F2), and what is just not enough for it, played on real samples: two instances that
 * show them, scraped every ten seconds for half an hour, with one thing changed.
 */
final class RuleCases {
    static final int LASTS = 1_900;
    static final int STEP = 10;
    private static final long MIB = 1024 * 1024;

    record Case(Trouble trouble, Trouble harmless) {}

    static final Map<String, Case> ALL = Map.ofEntries(
            entry(
                    "KakuteiVerificationFailed",
                    new Case(
                            Trouble.counted("payment_verification_failed_total", 1),
                            Trouble.counted("payment_verification_failed_total", 0))),
            // In both instances: who adds up the whole would see 12.
            entry(
                    "KakuteiManyPendingVerification",
                    new Case(
                            Trouble.gauge("payment_pending_verification_count", 11),
                            Trouble.gauge("payment_pending_verification_count", 6))),
            entry("KakuteiWaitsForPerson", oldest("verification_failed", 901, 900)),
            entry(
                    "KakuteiContradiction",
                    new Case(
                            Trouble.counted("ledger_contradictions_total", 1),
                            Trouble.counted("ledger_contradictions_total", 0))),
            entry(
                    "KakuteiRequestsAborted",
                    new Case(
                            Trouble.counted("outbox_aborted_total", Map.of("code", "attempts_used_up"), 1),
                            Trouble.counted("outbox_aborted_total", Map.of("code", "refused"), 9))),
            entry("KakuteiApprovalsWaiting", oldest("pending_approval", 3_601, 3_600)),
            // Of two senders, each with three: the gateway is suspect, not a sender.
            entry(
                    "KakuteiGatewayTimeouts",
                    new Case(
                            Trouble.counted("payment_gateway_timeout_total", 3),
                            Trouble.counted("payment_gateway_timeout_total", 2))),
            entry(
                    "KakuteiGatewayLeftAlone",
                    new Case(Trouble.gauge("sender_breaker", 2), Trouble.gauge("sender_breaker", 1))),
            entry(
                    "KakuteiOutboxOld",
                    new Case(
                            Trouble.gauge("outbox_age_seconds", Map.of("quantile", "0.95"), 301),
                            Trouble.gauge("outbox_age_seconds", Map.of("quantile", "1"), 100_000))),
            entry(
                    "KakuteiRequestStuck",
                    new Case(
                            Trouble.gauge("outbox_age_seconds", Map.of("quantile", "1"), 3_601),
                            Trouble.gauge("outbox_age_seconds", Map.of("quantile", "0.95"), 300))),
            entry(
                    "KakuteiTimerOverdue",
                    new Case(
                            Trouble.gauge("requests_overdue_seconds", 121),
                            Trouble.gauge("requests_overdue_seconds", 120))),
            entry(
                    "KakuteiSlotLag",
                    new Case(
                            Trouble.gauge("relay_slot_lag_bytes", 257 * MIB),
                            Trouble.gauge("relay_slot_lag_bytes", 256 * MIB))),
            entry(
                    "KakuteiSlotKeepsLog",
                    new Case(
                            Trouble.gauge("relay_slot_retained_bytes", 4_097 * MIB),
                            Trouble.gauge("relay_slot_retained_bytes", 4_096 * MIB))),
            entry(
                    "KakuteiNobodyCaptures",
                    new Case(
                            Trouble.gauge("relay_state", Map.of("state", "capturing"), 0),
                            Trouble.gauge("relay_state", Map.of("state", "standby"), 1))),
            entry(
                    "KakuteiPartNotReady",
                    new Case(
                            Trouble.gauge("part_ready", Map.of("part", "ingest-projection"), 0),
                            Trouble.gauge("part_ready", 1))),
            entry(
                    "KakuteiTimersNotLookedAt",
                    new Case(
                            Trouble.gauge("verifier_tick_age_seconds", 10.5),
                            Trouble.gauge("verifier_tick_age_seconds", 9))),
            entry(
                    "KakuteiProjectionBehind",
                    new Case(
                            Trouble.gauge("projection_lag_records", 5_001),
                            Trouble.gauge("projection_lag_records", 5_000))),
            entry(
                    "KakuteiSendingHalted",
                    new Case(Trouble.gauge("sending_halted", 1), Trouble.gauge("sending_halted", 0))),
            entry(
                    "KakuteiRecordsNotProjected",
                    new Case(Trouble.gauge("projection_faults_open", 1), Trouble.gauge("projection_faults_open", 0))),
            entry(
                    "KakuteiQuarantined",
                    new Case(
                            Trouble.counted("verifier_quarantined_total", 1),
                            Trouble.counted("verifier_quarantined_total", 0))),
            entry(
                    "KakuteiRequestsTurnedAway",
                    new Case(Trouble.counted("ingest_shed_total", 1), Trouble.counted("ingest_shed_total", 0))),
            entry(
                    "KakuteiGone",
                    new Case(
                            Trouble.gone("part_ready", Map.of("part", "verifier.running")),
                            Trouble.gauge("part_ready", Map.of("part", "verifier.running"), 0))),
            entry(
                    "KakuteiStandingUnknown",
                    new Case(
                            Trouble.counted("standing_looks_failed_total", 2),
                            Trouble.counted("standing_looks_failed_total", 1))),
            entry(
                    "KakuteiWebhookFailing",
                    new Case(
                            Trouble.gauge("alert_webhook_waiting_seconds", 301),
                            Trouble.gauge("alert_webhook_waiting_seconds", 300))),
            entry(
                    "KakuteiCertificateExpires",
                    new Case(
                            Trouble.gauge("ingest_tls_certificate_expiry_seconds", 13 * 86_400),
                            Trouble.gauge("ingest_tls_certificate_expiry_seconds", 15 * 86_400))));

    private RuleCases() {}

    private static Case oldest(String state, double tooOld, double justNot) {
        String name = "requests_waiting_oldest_seconds";
        return new Case(
                Trouble.gauge(name, Map.of("state", state), tooOld),
                Trouble.gauge(name, Map.of("state", state), justNot));
    }

    /** At how many looks within that time it fires. */
    static long firing(AlertRule rule, Series series, int from, int to) {
        return IntStream.rangeClosed(from / STEP, to / STEP)
                .filter(step -> rule.fires(series, step * STEP))
                .count();
    }

    static Series series(List<Exposition.Sample> samples, Trouble trouble) {
        Series series = new Series();
        for (int at = 0; at <= LASTS; at += STEP) {
            int now = at;
            for (Exposition.Sample sample : samples) {
                trouble.at(now, sample).ifPresent(shown -> {
                    series.add(now, shown, "a");
                    series.add(now, shown, "b");
                });
            }
        }
        return series;
    }
}
