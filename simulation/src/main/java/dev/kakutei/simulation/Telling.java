package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Report;
import java.util.Locale;
import java.util.stream.Collectors;

/** Finds the words for a story. */
final class Telling {
    private Telling() {}

    static String happening(World world, Happening happening) {
        String what = happening.kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        if (happening.post != null) {
            what += ", attempt " + happening.post.attempt;
        }
        if (happening.kind == Happening.Kind.CLOCK_MOVED) {
            what += " by " + happening.number + " ms";
        }
        if (happening.what != null) {
            what += ": " + happening.what;
        }
        return time(world) + (happening.life == null ? "" : happening.life.name() + ": ") + what;
    }

    static String decision(World world, Life life, Observation observation, Decision decision) {
        String before = life.entry == null ? "not known" : life.entry.status().word();
        String after = decision.entry() == null
                ? "not known"
                : decision.entry().status().word();
        String facts = decision.events().stream().map(Telling::fact).collect(Collectors.joining("; "));
        String effects = decision.effects().stream().map(Effect::toString).collect(Collectors.joining("; "));
        return time(world) + life.name() + ", " + before + ", sees " + observation(observation) + " → " + after
                + (facts.isEmpty() ? "" : "\n      facts: " + facts)
                + (effects.isEmpty() ? "" : "\n      effects: " + effects);
    }

    private static String observation(Observation observation) {
        if (observation instanceof Observation.Reported reported) {
            return reported.report() instanceof Report.AttemptReport attempt
                    ? "attempt " + attempt.attempt() + " " + attempt.outcome()
                    : "inquiry " + ((Report.InquiryReport) reported.report()).inquiry() + " " + Seen.of(observation);
        }
        return Seen.of(observation).name();
    }

    private static String fact(LedgerEvent event) {
        return event.seq() + " " + event.fact();
    }

    private static String time(World world) {
        return String.format(
                Locale.ROOT, "%10.3f s (ledger's clock %+.3f s)  ", world.now() / 1000.0, world.ledgerAhead() / 1000.0);
    }
}
