package dev.kakutei.sender;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.sender.consume.LaneEvents;
import dev.kakutei.sender.consume.Slots;
import dev.kakutei.sender.criteria.CriteriaEvents;
import dev.kakutei.sender.report.Reporter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Every metric of the sender, by name (SPEC F1). Requests themselves are counted where they are decided, not here. */
final class SenderMetrics implements LaneEvents, CriteriaEvents {
    static final String SENDS = "sender.sends";
    static final String INQUIRIES = "sender.inquiries";
    static final String NOT_SENT = "sender.not.sent";
    static final String CALL = "sender.call";
    /** From the issue of a command to the end of its call: the latency of this hop. */
    static final String COMMAND_AGE = "sender.command.age";

    static final String IN_FLIGHT = "sender.in.flight";
    static final String PENDING_REPORTS = "sender.pending.reports";
    static final String QUARANTINED = "sender.quarantined";
    static final String REPEATED = "sender.repeated";
    static final String COMMIT_FAILED = "sender.commit.failed";
    /** A condition of the gateway's file was compared with something that it makes no sense on. */
    static final String CRITERIA_SENSELESS = "sender.criteria.senseless";

    static final String GATEWAY_TIMEOUT = "payment.gateway.timeout";

    private static final String GATEWAY = "gateway";
    private static final Outcome.Cases<String> OUTCOME_WORDS = new Outcome.Cases<>() {
        @Override
        public String delivered(Outcome.Delivered outcome) {
            return "delivered";
        }

        @Override
        public String refused(Outcome.Refused outcome) {
            return "refused";
        }

        @Override
        public String retryable(Outcome.Retryable outcome) {
            return "retryable";
        }

        @Override
        public String unknown(Outcome.Unknown outcome) {
            return "unknown";
        }

        @Override
        public String notSent(Outcome.NotSent outcome) {
            return "not_sent";
        }
    };

    private final MeterRegistry registry;

    SenderMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void watch(String gateway, Slots slots) {
        Gauge.builder(IN_FLIGHT, slots, Slots::used)
                .tag(GATEWAY, gateway)
                .description("calls under way")
                .register(registry);
        timeouts(gateway);
    }

    void watch(Reporter reporter) {
        Gauge.builder(PENDING_REPORTS, reporter, Reporter::pending)
                .description("reports that Kafka has not taken yet")
                .register(registry);
    }

    void ended(Command command, Report report, Instant now) {
        String gateway = report.gateway();
        Answer answer;
        if (report instanceof Report.AttemptReport attempt) {
            Outcome outcome = attempt.outcome();
            answer = outcome.answer();
            count(SENDS, gateway, "outcome", outcome.match(OUTCOME_WORDS));
            if (outcome instanceof Outcome.NotSent) {
                count(NOT_SENT, gateway, "category", answer.category().name().toLowerCase(Locale.ROOT));
            }
        } else {
            Report.InquiryReport inquiry = (Report.InquiryReport) report;
            answer = inquiry.answer();
            count(INQUIRIES, gateway, "finding", inquiry.finding().name().toLowerCase(Locale.ROOT));
        }
        if (command.kind() == RequestKind.PAYMENT && timedOut(answer)) {
            timeouts(gateway).increment();
        }
        String type = command instanceof Command.Send ? "send" : "inquire";
        timer(CALL, gateway, type).record(Duration.ofMillis(answer.elapsedMillis()));
        Duration age = Duration.between(command.issuedAt(), now);
        timer(COMMAND_AGE, gateway, type).record(age.isNegative() ? Duration.ZERO : age);
    }

    @Override
    public void quarantined(String gateway) {
        count(QUARANTINED, gateway);
    }

    @Override
    public void repeated(String gateway) {
        count(REPEATED, gateway);
    }

    @Override
    public void commitFailed(String gateway) {
        count(COMMIT_FAILED, gateway);
    }

    @Override
    public void senseless(String gateway, String list) {
        count(CRITERIA_SENSELESS, gateway, "list", list);
    }

    private static boolean timedOut(Answer answer) {
        return "timeout".equals(answer.code()) && answer.category() == Category.NO_ANSWER;
    }

    private Counter timeouts(String gateway) {
        return Counter.builder(GATEWAY_TIMEOUT)
                .tag(GATEWAY, gateway)
                .description("payment calls that the gateway did not answer in time")
                .register(registry);
    }

    private Timer timer(String name, String gateway, String type) {
        return Timer.builder(name)
                .tags(GATEWAY, gateway, "command", type)
                .publishPercentileHistogram()
                .register(registry);
    }

    private void count(String name, String gateway, String... tags) {
        Counter.builder(name)
                .tag(GATEWAY, gateway)
                .tags(tags)
                .register(registry)
                .increment();
    }
}
