package dev.kakutei.sender;

import static java.util.Map.entry;

import dev.kakutei.boot.watch.Hop;
import dev.kakutei.boot.watch.HopLatencies;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.PositionLost;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.sender.consume.Lane;
import dev.kakutei.sender.consume.LaneEvents;
import dev.kakutei.sender.criteria.CriteriaEvents;
import dev.kakutei.sender.limit.BreakerState;
import dev.kakutei.sender.limit.CallLimiter;
import dev.kakutei.sender.limit.WaitReason;
import dev.kakutei.sender.report.Reporter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Every metric of the sender, by name (SPEC F1). Requests themselves are counted where they are decided, not here. */
final class SenderMetrics implements LaneEvents, CriteriaEvents {
    static final String SENDS = "sender.sends";
    static final String INQUIRIES = "sender.inquiries";
    static final String NOT_SENT = "sender.not.sent";
    static final String CALL = "sender.call";
    /** From the issue of a command to the end of its call: the latency of this hop. */
    static final String COMMAND_AGE = "sender.command.age";

    static final String IN_FLIGHT = "sender.in.flight";
    static final String IN_FLIGHT_LIMIT = "sender.in.flight.limit";
    static final String WAITING = "sender.waiting";
    static final String TOKENS = "sender.tokens";
    static final String BREAKER = "sender.breaker";
    static final String BREAKER_CHANGES = "sender.breaker.turns";
    /** Commands that grew too old before their turn came: the reason is the code they were reported with. */
    static final String LIMITED = "sender.limited";
    /** Answers that said "too many": they do not open the breaker. */
    static final String BUSY = "sender.gateway.busy";

    static final String PENDING_REPORTS = "sender.pending.reports";
    static final String QUARANTINED = "sender.quarantined";
    static final String REPEATED = "sender.repeated";
    /** Attempts that may have been posted before: reported as unknown. */
    static final String POSITION_LOST = "sender.position.lost";

    static final String COMMIT_FAILED = "sender.commit.failed";
    /** A condition of the gateway's file is not applicable to the value it was compared with. */
    static final String CRITERIA_NOT_APPLICABLE = "sender.criteria.not_applicable";

    static final String GATEWAY_TIMEOUT = "payment.gateway.timeout";

    private static final String GATEWAY = "gateway";
    private static final int TOO_MANY = 429;
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

    private static final Map<String, String> MEANINGS = Map.ofEntries(
            entry(SENDS, "attempts, by what came of them"),
            entry(INQUIRIES, "questions for the status of a request, by what was found"),
            entry(NOT_SENT, "attempts of which not one byte left"),
            entry(CALL, "from the beginning of a call to its answer, or to giving up on it"),
            entry(COMMAND_AGE, "from the issue of a command to the end of its call"),
            entry(BREAKER_CHANGES, "changes of the breaker's state"),
            entry(LIMITED, "commands that grew too old before their turn came"),
            entry(BUSY, "answers that said too many; they do not open the breaker"),
            entry(QUARANTINED, "records of a lane that are no command"),
            entry(REPEATED, "attempts that came again and were not sent"),
            entry(POSITION_LOST, "attempts read without a committed position: not sent, and reported as unknown"),
            entry(COMMIT_FAILED, "commits of a position that failed; nothing was sent then"),
            entry(CRITERIA_NOT_APPLICABLE, "conditions that are not applicable to the value they were compared with"));

    private final MeterRegistry registry;
    private final HopLatencies hops;

    SenderMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.hops = new HopLatencies(registry, Hop.POST, Hop.ANSWER);
    }

    void watch(String gateway, CallLimiter limiter) {
        gauge(IN_FLIGHT, gateway, limiter, CallLimiter::underWay, "calls under way");
        gauge(IN_FLIGHT_LIMIT, gateway, limiter, CallLimiter::concurrency, "how many calls may be under way");
        gauge(
                TOKENS,
                gateway,
                limiter,
                CallLimiter::tokens,
                "calls that may begin now by the gateway's rate; NaN without one");
        gauge(BREAKER, gateway, limiter, g -> g.breaker().ordinal(), "0 closed, 1 half open (probes only), 2 open");
        timeouts(gateway);
        beginAtZero(gateway);
    }

    /** A rate sees the first one only where the counter was there before. */
    private void beginAtZero(String gateway) {
        for (String outcome : List.of("delivered", "refused", "retryable", "unknown", "not_sent")) {
            counter(SENDS, gateway, "outcome", outcome);
        }
        for (Finding finding : Finding.values()) {
            counter(INQUIRIES, gateway, "finding", finding.name().toLowerCase(Locale.ROOT));
        }
        counter(NOT_SENT, gateway, "category", Category.NOT_ATTEMPTED.name().toLowerCase(Locale.ROOT));
        for (BreakerState state : BreakerState.values()) {
            counter(BREAKER_CHANGES, gateway, "to", state.word());
        }
        for (WaitReason reason : WaitReason.values()) {
            counter(LIMITED, gateway, "reason", reason.code());
        }
        counter(CRITERIA_NOT_APPLICABLE, gateway, "list", "response_success_criteria");
        for (String name : List.of(BUSY, QUARANTINED, REPEATED, POSITION_LOST, COMMIT_FAILED)) {
            counter(name, gateway);
        }
        for (String type : List.of("send", "inquire")) {
            timer(CALL, gateway, type);
            timer(COMMAND_AGE, gateway, type);
        }
    }

    void watch(String gateway, Lane lane) {
        gauge(WAITING, gateway, lane, Lane::waiting, "commands that were read and wait for their turn");
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
        if (answer.statusCode() != null && answer.statusCode() == TOO_MANY) {
            count(BUSY, gateway);
        }
        String type = command instanceof Command.Send ? "send" : "inquire";
        Duration age = Duration.between(command.issuedAt(), now);
        boolean called = answer.category() != Category.NOT_ATTEMPTED
                && !(report instanceof Report.AttemptReport attempt && PositionLost.isCauseOf(attempt.outcome()));
        if (called) {
            Duration call = Duration.ofMillis(answer.elapsedMillis());
            timer(CALL, gateway, type).record(call);
            hops.record(Hop.POST, age.minus(call), command.traceparent());
            hops.record(Hop.ANSWER, call, command.traceparent());
        }
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
    public void positionLost(String gateway) {
        count(POSITION_LOST, gateway);
    }

    @Override
    public void notApplicable(String gateway, String list) {
        count(CRITERIA_NOT_APPLICABLE, gateway, "list", list);
    }

    @Override
    public void notSent(String gateway, WaitReason reason) {
        count(LIMITED, gateway, "reason", reason.code());
    }

    void breakerChanged(String gateway, BreakerState state) {
        count(BREAKER_CHANGES, gateway, "to", state.word());
    }

    private <T> void gauge(String name, String gateway, T subject, ToDoubleFunction<T> value, String meaning) {
        Gauge.builder(name, subject, value)
                .tag(GATEWAY, gateway)
                .description(meaning)
                .register(registry);
    }

    private static boolean timedOut(Answer answer) {
        return switch (answer.category()) {
            case NO_ANSWER -> "timeout".equals(answer.code());
            case NOT_CONNECTED -> "connect_timeout".equals(answer.code());
            case OK, CLIENT_ERROR, SERVER_ERROR, NOT_ATTEMPTED, UNKNOWN -> false;
        };
    }

    private Counter timeouts(String gateway) {
        return Counter.builder(GATEWAY_TIMEOUT)
                .tag(GATEWAY, gateway)
                .description("payment calls that timed out: no connection or no answer in time")
                .register(registry);
    }

    private Timer timer(String name, String gateway, String type) {
        return Timer.builder(name)
                .tags(GATEWAY, gateway, "command", type)
                .description(MEANINGS.get(name))
                .publishPercentileHistogram()
                .register(registry);
    }

    private void count(String name, String gateway, String... tags) {
        counter(name, gateway, tags).increment();
    }

    private Counter counter(String name, String gateway, String... tags) {
        return Counter.builder(name)
                .tag(GATEWAY, gateway)
                .tags(tags)
                .description(MEANINGS.get(name))
                .register(registry);
    }
}
