package dev.kakutei.proof;

import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.SecondEffect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A request's facts, folded one by one.
 *
 * @param steps up to the first fact that cannot follow
 * @param fault why that one cannot; null where all can
 */
public record FactHistory(List<Step> steps, String fault) {
    /** @param before null at the first */
    public record Step(Entry before, LedgerEvent event, Entry after) {
        public Fact fact() {
            return event.fact();
        }
    }

    public FactHistory {
        steps = List.copyOf(steps);
    }

    public static FactHistory of(List<LedgerEvent> facts) {
        List<Step> steps = new ArrayList<>();
        Entry entry = null;
        for (LedgerEvent event : facts) {
            try {
                Entry after = entry == null ? Entry.begin(event) : entry.apply(event);
                steps.add(new Step(entry, event, after));
                entry = after;
            } catch (IllegalStateException | IllegalArgumentException | NullPointerException e) {
                return new FactHistory(steps, e.getMessage());
            }
        }
        return new FactHistory(steps, null);
    }

    /** The state that the facts lead to; empty where there are none. */
    public Optional<Entry> now() {
        return steps.isEmpty()
                ? Optional.empty()
                : Optional.of(steps.get(steps.size() - 1).after());
    }

    /** What was requested in the end; empty where there are no facts. */
    public Optional<RequestVersion> requested() {
        return requestedBefore(Integer.MAX_VALUE);
    }

    /** What was requested when this attempt began; in the end, where it never did or no attempt is given. */
    public Optional<RequestVersion> requestedAt(Integer attempt) {
        return attempt == null
                ? requested()
                : start(attempt)
                        .map(step -> requestedBefore(step.event().seq()))
                        .orElseGet(this::requested);
    }

    private Optional<RequestVersion> requestedBefore(int seq) {
        RequestVersion last = null;
        for (Step step : steps) {
            if (step.event().seq() < seq) {
                last = RequestVersion.by(step.fact()).orElse(last);
            }
        }
        return Optional.ofNullable(last);
    }

    /** The step at which this attempt began. */
    public Optional<Step> start(int attempt) {
        return steps.stream()
                .filter(step -> step.fact() instanceof Fact.AttemptStarted started && started.attempt() == attempt)
                .findFirst();
    }

    /** The attempts that were made because a person accepted a second effect: one for each acceptance. */
    public Set<Integer> acceptedAttempts() {
        Set<Integer> attempts = new HashSet<>();
        boolean accepted = false;
        for (Step step : steps) {
            if (step.fact() instanceof Fact.OperatorActed acted) {
                accepted = acted.secondEffectAccepted() == SecondEffect.ACCEPTED;
            } else if (step.fact() instanceof Fact.AttemptStarted started && accepted) {
                attempts.add(started.attempt());
                accepted = false;
            }
        }
        return attempts;
    }

    /** The step that settled it. */
    public Optional<Step> settlement() {
        return steps.stream()
                .filter(step -> step.fact() instanceof Fact.Settled)
                .findFirst();
    }
}
