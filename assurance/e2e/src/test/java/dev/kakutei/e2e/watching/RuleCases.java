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

    record Case(SampleChange problem, SampleChange harmless) {}

    static final Map<String, Case> ALL = Map.ofEntries(
            counted("KakuteiVerificationFailed", "payment_verification_failed_total", 1, 0),
            // In both instances: who adds up the whole would see 12.
            gauge("KakuteiManyPendingVerification", "payment_pending_verification_count", 11, 6),
            entry("KakuteiWaitsForPerson", oldest("verification_failed", 901, 900)),
            counted("KakuteiContradiction", "ledger_contradictions_total", 1, 0),
            entry(
                    "KakuteiRequestsAborted",
                    new Case(
                            SampleChange.counted("outbox_aborted_total", Map.of("code", "attempts_used_up"), 1),
                            SampleChange.counted("outbox_aborted_total", Map.of("code", "refused"), 9))),
            entry("KakuteiApprovalsWaiting", oldest("pending_approval", 3_601, 3_600)),
            // Of two senders, each with three: the gateway is suspect, not a sender.
            counted("KakuteiGatewayTimeouts", "payment_gateway_timeout_total", 3, 2),
            gauge("KakuteiGatewayBreakerOpen", "sender_breaker", 2, 1),
            entry(
                    "KakuteiOutboxOld",
                    new Case(
                            SampleChange.gauge("outbox_age_seconds", Map.of("quantile", "0.95"), 301),
                            SampleChange.gauge("outbox_age_seconds", Map.of("quantile", "1"), 100_000))),
            entry(
                    "KakuteiRequestStuck",
                    new Case(
                            SampleChange.gauge("outbox_age_seconds", Map.of("quantile", "1"), 3_601),
                            SampleChange.gauge("outbox_age_seconds", Map.of("quantile", "0.95"), 300))),
            gauge("KakuteiTimerOverdue", "requests_overdue_seconds", 121, 120),
            gauge("KakuteiSlotLag", "relay_slot_lag_bytes", 257 * MIB, 256 * MIB),
            gauge("KakuteiSlotRetainsWal", "relay_slot_retained_bytes", 4_097 * MIB, 4_096 * MIB),
            entry(
                    "KakuteiNoRelayCapturing",
                    new Case(
                            SampleChange.gauge("relay_state", Map.of("state", "capturing"), 0),
                            SampleChange.gauge("relay_state", Map.of("state", "standby"), 1))),
            entry(
                    "KakuteiPartNotReady",
                    new Case(
                            SampleChange.gauge("part_ready", Map.of("part", "ingest-projection"), 0),
                            SampleChange.gauge("part_ready", 1))),
            gauge("KakuteiTimersStalled", "verifier_tick_age_seconds", 10.5, 9),
            gauge("KakuteiProjectionBehind", "projection_lag_records", 5_001, 5_000),
            gauge("KakuteiSendingHalted", "sending_halted", 1, 0),
            gauge("KakuteiRecordsNotProjected", "projection_faults_open", 1, 0),
            counted("KakuteiQuarantined", "verifier_quarantined_total", 1, 0),
            counted("KakuteiRequestsTurnedAway", "ingest_shed_total", 1, 0),
            entry(
                    "KakuteiServiceDown",
                    new Case(
                            SampleChange.gone("part_ready", Map.of("part", "verifier.running")),
                            SampleChange.gauge("part_ready", Map.of("part", "verifier.running"), 0))),
            counted("KakuteiHealthQueryFailing", "health_snapshot_failed_total", 2, 1),
            gauge("KakuteiWebhookFailing", "alert_webhook_waiting_seconds", 301, 300),
            gauge("KakuteiCertificateExpires", "ingest_tls_certificate_expiry_seconds", 13 * 86_400, 15 * 86_400));

    private RuleCases() {}

    private static Map.Entry<String, Case> gauge(String rule, String metric, double fires, double justNot) {
        return entry(rule, new Case(SampleChange.gauge(metric, fires), SampleChange.gauge(metric, justNot)));
    }

    private static Map.Entry<String, Case> counted(String rule, String metric, int fires, int justNot) {
        return entry(rule, new Case(SampleChange.counted(metric, fires), SampleChange.counted(metric, justNot)));
    }

    private static Case oldest(String state, double tooOld, double justNot) {
        String name = "requests_waiting_oldest_seconds";
        return new Case(
                SampleChange.gauge(name, Map.of("state", state), tooOld),
                SampleChange.gauge(name, Map.of("state", state), justNot));
    }

    /** At how many looks within that time it fires. */
    static long firing(AlertRule rule, Series series, int from, int to) {
        return IntStream.rangeClosed(from / STEP, to / STEP)
                .filter(step -> rule.fires(series, step * STEP))
                .count();
    }

    static Series series(List<Exposition.Sample> samples, SampleChange problem) {
        Series series = new Series();
        for (int at = 0; at <= LASTS; at += STEP) {
            int now = at;
            for (Exposition.Sample sample : samples) {
                problem.at(now, sample).ifPresent(shown -> {
                    series.add(now, shown, "a");
                    series.add(now, shown, "b");
                });
            }
        }
        return series;
    }
}
