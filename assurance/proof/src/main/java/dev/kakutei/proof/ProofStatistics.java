package dev.kakutei.proof;

import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** How much there was to judge. */
public final class ProofStatistics {
    private final Map<Status, Long> states = new EnumMap<>(Status.class);
    private long facts;
    private long attempts;
    private long ambiguous;
    private long inquiries;
    private long posts;
    private long effects;

    public void add(CaseFile file) {
        facts += file.facts().size();
        posts += file.lines(GatewayLine.Type.RECEIVED).size();
        effects += GatewayEffect.in(file.lines()).size();
        file.history().now().ifPresent(entry -> {
            states.merge(entry.status(), 1L, Long::sum);
            attempts += entry.attempts().count();
            inquiries += entry.inquiries().count();
        });
        for (FactHistory.Step step : file.history().steps()) {
            if (step.fact() instanceof Fact.AttemptStarted started && isAmbiguous(file, started.attempt())) {
                ambiguous++;
            }
        }
    }

    /** No report says for certain whether the attempt took effect. */
    private static boolean isAmbiguous(CaseFile file, int attempt) {
        return file.reports().stream()
                .filter(report -> report instanceof Report.AttemptReport one && one.attempt() == attempt)
                .map(report -> ((Report.AttemptReport) report).outcome())
                .allMatch(outcome -> outcome instanceof Outcome.Unknown
                        || (outcome instanceof Outcome.Retryable again && again.doubt() == Outcome.Doubt.POSSIBLE));
    }

    public long requests() {
        return states.values().stream().mapToLong(Long::longValue).sum();
    }

    public long attempts() {
        return attempts;
    }

    /** Attempts of which it was unknown whether they took effect: no report, a doubt, or silence. */
    public long ambiguous() {
        return ambiguous;
    }

    public long open() {
        return states.entrySet().stream()
                .filter(state -> !state.getKey().terminal())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** By name, in the order in which they are printed. */
    public Map<String, Long> all() {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("requests", requests());
        states.forEach((status, count) -> all.put("requests " + status.word(), count));
        all.put("facts", facts);
        all.put("attempts", attempts);
        all.put("ambiguous attempts", ambiguous);
        all.put("inquiries", inquiries);
        all.put("posts in the gateways' journals", posts);
        all.put("effects in the gateways' journals", effects);
        return all;
    }
}
