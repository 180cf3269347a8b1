package dev.kakutei.verifier.ledger;

import dev.kakutei.ledger.AbsurdWait;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the ledger counts (SPEC F1). A transaction that is rolled back and done again is counted twice: these are for
 * watching, not for accounting.
 */
public final class LedgerMeters {
    private final MeterRegistry registry;
    /** Found again by their class: looking a meter up by its tags costs more than counting. */
    private final Map<Class<?>, Counter> facts = new ConcurrentHashMap<>();

    private final Counter failed;
    private final Counter aborted;
    private final Counter verificationFailed;
    private final Counter contradicted;
    private final Counter quarantined;
    private final Counter forgotten;
    private final Counter refused;
    private final Timer settled;
    private final Timer tick;
    private final AtomicLong lastTickNanos = new AtomicLong();

    public LedgerMeters(MeterRegistry registry) {
        this.registry = registry;
        failed = registry.counter("outbox_failed_total");
        aborted = registry.counter("outbox_aborted_total");
        verificationFailed = registry.counter("payment_verification_failed_total");
        contradicted = registry.counter("ledger_contradictions_total");
        quarantined = registry.counter("verifier_quarantined_total");
        forgotten = registry.counter("verifier_forgotten_total");
        refused = registry.counter("verifier_orders_refused_total");
        settled = registry.timer("ledger_accepted_to_settled_seconds");
        tick = registry.timer("verifier_tick_seconds");
    }

    /** How long ago the timers were last looked at, by any partition; empty of meaning before the first look. */
    public Duration sinceLastTick() {
        long last = lastTickNanos.get();
        return last == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - last);
    }

    public long quarantinedCount() {
        return (long) quarantined.count();
    }

    void ticked(Runnable look) {
        lastTickNanos.set(System.nanoTime());
        tick.record(look);
    }

    void quarantined() {
        quarantined.increment();
    }

    void refused() {
        refused.increment();
    }

    void forgotten() {
        forgotten.increment();
    }

    void absurdWait(String gateway, AbsurdWait what) {
        registry.counter(
                        "verifier_absurd_waits_total",
                        "gateway",
                        gateway,
                        "what",
                        what.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    void recorded(Entry entry, LedgerEvent event) {
        Fact fact = event.fact();
        facts.computeIfAbsent(
                        fact.getClass(), type -> registry.counter("ledger_facts_total", "fact", type.getSimpleName()))
                .increment();
        if (fact instanceof Fact.Settled settlement) {
            settledAs(entry, settlement.verdict());
        } else if (fact instanceof Fact.VerificationFailed && entry.kind() == RequestKind.PAYMENT) {
            verificationFailed.increment();
        } else if (fact instanceof Fact.Contradicted) {
            contradicted.increment();
        }
    }

    private void settledAs(Entry entry, Fact.Verdict verdict) {
        settled.record(Duration.between(entry.acceptedAt(), entry.updatedAt()));
        switch (verdict) {
            case FAILED -> failed.increment();
            case ABORTED -> aborted.increment();
            case SUCCEEDED, EXPIRED, CANCELLED -> {}
        }
    }
}
