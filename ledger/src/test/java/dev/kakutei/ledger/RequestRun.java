package dev.kakutei.ledger;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One request under one policy, driven step by step; every step is held to the {@link Invariants}. */
final class RequestRun {
    private final List<LedgerEvent> events = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();
    private GatewayPolicy policy;
    private Entry entry;
    private Instant now = Histories.START;
    private Decision last;

    RequestRun(GatewayPolicy policy) {
        this.policy = policy;
    }

    /** From a history that was built elsewhere. */
    static RequestRun of(GatewayPolicy policy, Histories history) {
        RequestRun run = new RequestRun(policy);
        run.entry = history.entry();
        run.now = run.entry.updatedAt();
        return run;
    }

    static RequestRun begun(GatewayPolicy policy) {
        return new RequestRun(policy).observe(Observations.ARRIVAL);
    }

    RequestRun observe(Observation observation) {
        Decision decision = Policies.ledger(policy).decide(entry, observation, now);
        new Invariants(policy, entry, decision, now).hold();
        last = decision;
        entry = decision.entry();
        events.addAll(decision.events());
        effects.addAll(decision.effects());
        return this;
    }

    /** The current attempt ended so. */
    RequestRun attemptEnded(Outcome outcome) {
        return attemptEnded(entry.attempts().count(), outcome);
    }

    RequestRun attemptEnded(int attempt, Outcome outcome) {
        return observe(Observations.attempt(attempt, outcome));
    }

    /** The latest inquiry was answered so. */
    RequestRun found(Finding finding) {
        return found(entry.inquiries().count(), finding);
    }

    RequestRun found(int inquiry, Finding finding) {
        return observe(Observations.inquiry(inquiry, finding));
    }

    /** Time passes until the entry's timer is due, and the timer fires. */
    RequestRun timer() {
        now = entry.dueAt();
        return observe(Observations.TIME);
    }

    RequestRun pass(Duration time) {
        now = now.plus(time);
        return this;
    }

    RequestRun at(Instant time) {
        now = time;
        return this;
    }

    RequestRun policy(GatewayPolicy other) {
        policy = other;
        return this;
    }

    Entry entry() {
        return entry;
    }

    Status status() {
        return entry.status();
    }

    Instant now() {
        return now;
    }

    Decision last() {
        return last;
    }

    Duration untilDue() {
        return Duration.between(now, entry.dueAt());
    }

    /** The facts of the last step. */
    List<Fact> lastFacts() {
        return last.events().stream().map(LedgerEvent::fact).toList();
    }

    <T extends Effect> List<T> effects(Class<T> type) {
        return effects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    List<String> alerts() {
        return effects(Effect.Raise.class).stream()
                .map(alert -> alert.severity() + " " + alert.cause())
                .toList();
    }

    int sends() {
        return effects(Effect.Send.class).size();
    }
}
