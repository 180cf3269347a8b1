package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Turns decisions and observations into wrong ones that are well-formed all the same. */
final class Rewriting {
    private Rewriting() {}

    /** The decision with other facts, and the state that they lead to. */
    static Decision facts(Entry before, Decision decision, UnaryOperator<Fact> change) {
        Entry entry = before;
        List<LedgerEvent> events = new ArrayList<>();
        for (LedgerEvent event : decision.events()) {
            Fact fact = change.apply(event.fact());
            if (fact != null) {
                int seq = entry == null ? 1 : entry.seq() + 1;
                LedgerEvent changed = new LedgerEvent(event.requestId(), seq, event.at(), event.by(), fact);
                entry = entry == null ? Entry.begin(changed) : entry.apply(changed);
                events.add(changed);
            }
        }
        return new Decision(entry, events, decision.effects());
    }

    static Decision without(Decision decision, Class<? extends Effect> type) {
        List<Effect> effects = new ArrayList<>(decision.effects());
        effects.removeIf(type::isInstance);
        return new Decision(decision.entry(), decision.events(), effects);
    }

    static Decision with(Decision decision, Effect effect) {
        List<Effect> effects = new ArrayList<>(decision.effects());
        effects.add(effect);
        return new Decision(decision.entry(), decision.events(), effects);
    }

    /** The observation with another outcome, where it is a report on an attempt. */
    static Observation outcome(Observation observation, UnaryOperator<Outcome> change) {
        Report.AttemptReport report = attempt(observation);
        return report == null ? observation : report(report, report.attempt(), change.apply(report.outcome()));
    }

    /** Null where the observation is something else. */
    static Report.AttemptReport attempt(Observation observation) {
        return observation instanceof Observation.Reported reported
                        && reported.report() instanceof Report.AttemptReport report
                ? report
                : null;
    }

    /** Null where the observation is something else. */
    static Report.InquiryReport inquiry(Observation observation) {
        return observation instanceof Observation.Reported reported
                        && reported.report() instanceof Report.InquiryReport report
                ? report
                : null;
    }

    static Observation report(Report.AttemptReport report, int attempt, Outcome outcome) {
        return new Observation.Reported(new Report.AttemptReport(
                report.requestId(),
                attempt,
                report.gateway(),
                report.sender(),
                report.at(),
                outcome,
                report.recovery()));
    }
}
