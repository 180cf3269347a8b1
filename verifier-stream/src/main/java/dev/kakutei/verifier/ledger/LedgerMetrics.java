package dev.kakutei.verifier.ledger;

import dev.kakutei.boot.watch.Hop;
import dev.kakutei.boot.watch.HopLatencies;
import dev.kakutei.ledger.Cause;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.ExcessiveWait;
import dev.kakutei.ledger.FailedAttempt;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.FactKind;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What the ledger counts (SPEC F1). A transaction that is rolled back and done again is counted twice: these are for
 * watching, not for accounting. Counters are there from the start, so that a rate sees the first one.
 */
public final class LedgerMetrics {
    private final MeterRegistry registry;
    /** Kept by class: looking a meter up by its tags costs more than counting. */
    private final Map<Class<?>, Counter> facts = new ConcurrentHashMap<>();

    private final Map<Fact.Verdict, Counter> verdicts = new EnumMap<>(Fact.Verdict.class);
    private final Counter failedAttempts;
    private final Counter verificationFailed;
    private final Counter contradicted;
    private final Counter quarantined;
    private final Counter decisionFailed;
    private final Counter removed;
    private final Counter refused;
    private final Timer settled;
    private final Timer tick;
    private final HopLatencies hops;
    private final TickWatch ticks = new TickWatch();

    public LedgerMetrics(MeterRegistry registry) {
        this.registry = registry;
        verdicts.put(
                Fact.Verdict.SUCCEEDED, counter("outbox_sent_total", "Requests that took effect at their gateway"));
        failedAttempts = counter("outbox_failed_total", "Attempts that failed, whether another one follows or not");
        String aborted = "Requests that were sent and will not take effect: attempts used up, or refused for certain";
        verdicts.put(Fact.Verdict.FAILED, counter("outbox_aborted_total", aborted, "code", "refused"));
        verdicts.put(Fact.Verdict.ABORTED, counter("outbox_aborted_total", aborted, "code", "attempts_used_up"));
        String withdrawn = "Requests that ended without having been sent: expired, or cancelled by a person";
        verdicts.put(Fact.Verdict.EXPIRED, counter("outbox_withdrawn_total", withdrawn, "verdict", "expired"));
        verdicts.put(Fact.Verdict.CANCELLED, counter("outbox_withdrawn_total", withdrawn, "verdict", "cancelled"));
        verificationFailed = counter(
                "payment_verification_failed_total",
                "Payments whose outcome could not be found out automatically: an operator must");
        contradicted =
                counter("ledger_contradictions_total", "Requests whose gateway said the opposite of what was settled");
        quarantined = counter("verifier_quarantined_total", "Records that could not be decoded and were skipped");
        decisionFailed = counter("verifier_decisions_failed_total", "Decisions that threw, which is a bug");
        removed = counter("verifier_removed_total", "Settled requests that were removed when their retention was over");
        refused = counter("verifier_actions_refused_total", "Actions of persons that were not carried out");
        settled = timer("ledger_accepted_to_settled_seconds", "From the acceptance of a request to its end");
        tick = timer("verifier_tick_seconds", "One check for due timers");
        Gauge.builder(
                        "verifier_tick_age_seconds",
                        ticks,
                        watch -> watch.longest().toMillis() / 1000.0)
                .description("How long ago timers were last looked at, in the partition where that is longest")
                .register(registry);
        hops = new HopLatencies(registry, Hop.DECIDE, Hop.SETTLE);
        kinds(Fact.class).forEach(fact -> facts(fact).increment(0));
        Stream.of(Cause.values())
                .forEach(cause -> Stream.of(false, true)
                        .forEach(over -> alerts(cause.word(), over).increment(0)));
    }

    /** Registers the counters of these gateways before the first event. */
    public void gateways(Collection<String> names) {
        names.forEach(name -> Stream.of(ExcessiveWait.values())
                .forEach(what -> excessiveWaits(name, what).increment(0)));
    }

    /** How long ago timers were last looked at in the partition where that is longest; zero where there is none. */
    public Duration sinceLastTick() {
        return ticks.longest();
    }

    void decisionFailed() {
        decisionFailed.increment();
    }

    public long quarantinedCount() {
        return (long) quarantined.count();
    }

    TickWatch ticks() {
        return ticks;
    }

    void ticked(Object partition, Runnable look) {
        ticks.looked(partition);
        tick.record(look);
    }

    void hop(Hop hop, Duration taken, String traceparent) {
        hops.record(hop, taken, traceparent);
    }

    void quarantined() {
        quarantined.increment();
    }

    void refused() {
        refused.increment();
    }

    void removed() {
        removed.increment();
    }

    /** An alert was published. */
    void published(Alert alert) {
        alerts(alert.cause(), alert.resolvedAt() != null).increment();
    }

    void excessiveWait(String gateway, ExcessiveWait what) {
        excessiveWaits(gateway, what).increment();
    }

    /** @param before what the request was before the decision; null where it was not known */
    void recorded(Entry before, Entry entry, LedgerEvent event) {
        Fact fact = event.fact();
        if (FailedAttempt.isSaidBy(fact, before)) {
            failedAttempts.increment();
        }
        facts.computeIfAbsent(fact.getClass(), this::facts).increment();
        if (fact instanceof Fact.Settled) {
            settled.record(Duration.between(entry.acceptedAt(), entry.updatedAt()));
        }
        Counter ofItsOwn = ofItsOwn(fact, entry.kind());
        if (ofItsOwn != null) {
            ofItsOwn.increment();
        }
    }

    /** Null for a fact that is counted among the others only. */
    private Counter ofItsOwn(Fact fact, RequestKind kind) {
        return switch (FactKind.of(fact)) {
            case SETTLED -> verdicts.get(((Fact.Settled) fact).verdict());
            case VERIFICATION_FAILED -> kind == RequestKind.PAYMENT ? verificationFailed : null;
            case CONTRADICTED -> contradicted;
            case ACCEPTED,
                    ATTEMPT_STARTED,
                    ATTEMPT_DEFERRED,
                    OUTCOME_UNKNOWN,
                    OUTCOME_STILL_UNKNOWN,
                    ACKNOWLEDGED,
                    RECORDS_LOST,
                    INQUIRY_STARTED,
                    INQUIRY_INCONCLUSIVE,
                    OPERATOR_ACTED,
                    APPROVAL_REQUESTED,
                    APPROVAL_OVERDUE,
                    APPROVED,
                    RETURNED,
                    RESUBMITTED,
                    SUMMARY_ATTACHED,
                    COMMENTED -> null;
        };
    }

    /** The records; some are sealed in groups of their own. */
    private static Stream<Class<?>> kinds(Class<?> sealed) {
        return Stream.of(sealed.getPermittedSubclasses())
                .flatMap(type -> type.isSealed() ? kinds(type) : Stream.of(type));
    }

    private Counter facts(Class<?> fact) {
        return counter(
                "ledger_facts_total", "What happened to requests, by kind of fact", "fact", fact.getSimpleName());
    }

    /** @param cause one of {@link Cause}: a label whose values no caller can invent */
    private Counter alerts(String cause, boolean over) {
        return counter(
                "alerts_published_total",
                "Alerts published: firing, repeated with their count, or resolved",
                "cause",
                cause,
                "state",
                over ? "resolved" : "firing");
    }

    private Counter excessiveWaits(String gateway, ExcessiveWait what) {
        return counter(
                "verifier_excessive_waits_total",
                "Waiting times that a gateway asked for and that are not kept as asked",
                "gateway",
                gateway,
                "what",
                what.name().toLowerCase(Locale.ROOT));
    }

    private Counter counter(String name, String meaning, String... tags) {
        return Counter.builder(name).description(meaning).tags(tags).register(registry);
    }

    private Timer timer(String name, String meaning) {
        return Timer.builder(name).description(meaning).register(registry);
    }
}
