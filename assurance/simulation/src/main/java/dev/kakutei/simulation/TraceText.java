package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Report;
import java.util.Locale;
import java.util.stream.Collectors;

/** The lines of a trace. */
final class TraceText {
    private TraceText() {}

    static String scheduled(World world, ScheduledEvent scheduled) {
        String what = scheduled.kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        if (scheduled.post != null) {
            what += ", attempt " + scheduled.post.attempt;
        }
        if (scheduled.kind == ScheduledEvent.Kind.CLOCK_MOVED) {
            what += " by " + scheduled.number + " ms";
        }
        if (scheduled.what != null) {
            what += ": " + scheduled.what;
        }
        return time(world) + (scheduled.request == null ? "" : scheduled.request.name() + ": ") + what;
    }

    static String decision(World world, SimulatedRequest request, Observation observation, Decision decision) {
        String before =
                request.entry == null ? "not known" : request.entry.status().word();
        String after = decision.entry() == null
                ? "not known"
                : decision.entry().status().word();
        String facts = decision.events().stream().map(TraceText::fact).collect(Collectors.joining("; "));
        String effects = decision.effects().stream().map(Effect::toString).collect(Collectors.joining("; "));
        return time(world) + request.name() + ", " + before + ", sees " + observation(observation) + " → " + after
                + (facts.isEmpty() ? "" : "\n      facts: " + facts)
                + (effects.isEmpty() ? "" : "\n      effects: " + effects);
    }

    private static String observation(Observation observation) {
        if (observation instanceof Observation.Reported reported) {
            return reported.report() instanceof Report.AttemptReport attempt
                    ? "attempt " + attempt.attempt() + " " + attempt.outcome()
                    : "inquiry " + ((Report.InquiryReport) reported.report()).inquiry() + " "
                            + ObservationKind.of(observation);
        }
        return ObservationKind.of(observation).name();
    }

    private static String fact(LedgerEvent event) {
        return event.seq() + " " + event.fact();
    }

    private static String time(World world) {
        return String.format(
                Locale.ROOT, "%10.3f s (ledger's clock %+.3f s)  ", world.now() / 1000.0, world.ledgerAhead() / 1000.0);
    }
}
