package dev.kakutei.sender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.gateway.Limits;
import dev.kakutei.sender.limit.BreakerState;
import dev.kakutei.sender.limit.CallLimiter;
import dev.kakutei.sender.limit.WaitReason;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** SPEC F1: the names as they are scraped. */
class SenderMetricsTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final SenderMetrics metrics = new SenderMetrics(registry);

    private void ended(Command.Send command, Outcome outcome) {
        Report report = new Report.AttemptReport(command.requestId(), 1, "gw", "s-1", Instant.now(), outcome);
        metrics.ended(command, report, Instant.now());
    }

    @Test
    void scrape_afterEndings_showsEachUnderItsName() {
        Command.Send payment = Fixtures.payment(Fixtures.ID, Duration.ofSeconds(1));
        CallLimiter limiter = new CallLimiter(new Limits(4, new Limits.Rate(0.001, 7), null), state -> {});
        metrics.watch("gw", limiter);
        limiter.begin();
        assertThat(registry.scrape()).contains("payment_gateway_timeout_total{gateway=\"gw\"} 0.0");

        ended(payment, new Outcome.Unknown(Answer.none(Category.NO_ANSWER, "timeout", "late")));
        ended(payment, new Outcome.Unknown(Answer.none(Category.NO_ANSWER, "closed_without_answer", "gone")));
        ended(Fixtures.order(Fixtures.ID, "gw"), new Outcome.Unknown(Answer.none(Category.NO_ANSWER, "timeout", "")));
        ended(payment, new Outcome.NotSent(Answer.none(Category.NOT_CONNECTED, "connect_timeout", "late")));
        ended(payment, new Outcome.NotSent(Answer.none(Category.NOT_CONNECTED, "connection_refused", "no")));
        Answer busy = new Answer(Category.CLIENT_ERROR, 429, "busy", null, 3, Map.of(), null, null);
        ended(payment, new Outcome.Retryable(busy, Outcome.Doubt.NONE));
        ended(payment, new Outcome.NotSent(Answer.none(Category.NOT_ATTEMPTED, "not_after_passed", "old")));
        Command.Inquire inquiry = Fixtures.inquiry(RequestKind.PAYMENT);
        metrics.ended(
                inquiry,
                new Report.InquiryReport(
                        inquiry.requestId(),
                        1,
                        "gw",
                        "s-1",
                        Instant.now(),
                        Finding.PENDING,
                        Answer.none(Category.OK, null, null)),
                Instant.now());
        metrics.quarantined("gw");
        metrics.repeated("gw");
        metrics.commitFailed("gw");
        metrics.notSent("gw", WaitReason.RATE);
        metrics.notSent("gw", WaitReason.BREAKER);
        metrics.breakerChanged("gw", BreakerState.HALF_OPEN);

        assertThat(registry.scrape())
                .contains("payment_gateway_timeout_total{gateway=\"gw\"} 2.0")
                .contains("sender_sends_total{gateway=\"gw\",outcome=\"unknown\"} 3.0")
                .contains("sender_sends_total{gateway=\"gw\",outcome=\"not_sent\"} 3.0")
                .contains("sender_not_sent_total{category=\"not_attempted\",gateway=\"gw\"} 1.0")
                .contains("sender_inquiries_total{finding=\"pending\",gateway=\"gw\"} 1.0")
                .contains("sender_call_seconds_count{command=\"send\",gateway=\"gw\"} 6")
                .contains("sender_command_age_seconds_count{command=\"send\",gateway=\"gw\"} 7")
                .contains("sender_command_age_seconds_count{command=\"inquire\",gateway=\"gw\"} 1")
                .contains("sender_in_flight{gateway=\"gw\"} 1.0")
                .contains("sender_in_flight_limit{gateway=\"gw\"} 4.0")
                .contains("sender_tokens{gateway=\"gw\"} 6.0")
                .contains("sender_breaker{gateway=\"gw\"} 0.0")
                .contains("sender_breaker_turns_total{gateway=\"gw\",to=\"half_open\"} 1.0")
                .contains("sender_limited_total{gateway=\"gw\",reason=\"rate_limited\"} 1.0")
                .contains("sender_limited_total{gateway=\"gw\",reason=\"breaker_open\"} 1.0")
                .contains("sender_gateway_busy_total{gateway=\"gw\"} 1.0")
                .contains("sender_quarantined_total{gateway=\"gw\"} 1.0")
                .contains("sender_repeated_total{gateway=\"gw\"} 1.0")
                .contains("sender_commit_failed_total{gateway=\"gw\"} 1.0");
    }

    @Test
    void scrape_afterAConditionThatIsNotApplicable_showsGatewayAndList() {
        metrics.notApplicable("gw", "response_success_criteria");

        assertThat(registry.scrape())
                .contains(
                        "sender_criteria_not_applicable_total{gateway=\"gw\",list=\"response_success_criteria\"} 1.0");
    }
}
