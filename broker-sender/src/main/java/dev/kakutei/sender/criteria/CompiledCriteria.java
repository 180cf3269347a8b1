package dev.kakutei.sender.criteria;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.gateway.Condition;
import dev.kakutei.schemas.gateway.Criteria;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** One list of conditions, ready to be evaluated by any thread (SPEC D2). */
public final class CompiledCriteria {
    private static final int MAX_VALUE_TEXT = 100;

    /** One condition, and how it is shown to people. */
    private record Compiled(FieldSelector selector, ConditionOperator operator, String text) {}

    private final String list;
    private final List<Compiled> conditions;
    private final Criteria.MatchMode mode;
    private final String joined;
    private final Runnable notApplicable;

    private CompiledCriteria(String list, List<Compiled> conditions, Criteria.MatchMode mode, Runnable notApplicable) {
        this.list = list;
        this.conditions = List.copyOf(conditions);
        this.mode = mode;
        this.joined = conditions.stream()
                .map(Compiled::text)
                .collect(Collectors.joining(mode == Criteria.MatchMode.ALL ? " and " : " or "));
        this.notApplicable = notApplicable;
    }

    /**
     * @param list the name of the list in the gateway's file
     * @throws IllegalArgumentException which names the condition and what is wrong with it
     */
    public static CompiledCriteria compile(Criteria criteria, String gateway, String list, CriteriaEvents events) {
        List<Compiled> conditions = new ArrayList<>();
        for (Condition condition : criteria.conditions()) {
            String text = text(condition);
            try {
                conditions.add(new Compiled(FieldSelector.of(condition), ConditionOperator.of(condition), text));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        gateway + ": " + list + "[" + conditions.size() + "], " + text + ": " + e.getMessage(), e);
            }
        }
        return new CompiledCriteria(list, conditions, criteria.matchMode(), () -> events.notApplicable(gateway, list));
    }

    public boolean isEmpty() {
        return conditions.isEmpty();
    }

    /** Whether one of the conditions reads the body. */
    public boolean asksForBody() {
        return conditions.stream().anyMatch(condition -> condition.selector() instanceof FieldSelector.Body);
    }

    /** Whether one of the conditions reads the HTTP status. */
    public boolean asksForStatus() {
        return conditions.stream().anyMatch(condition -> condition.selector() instanceof FieldSelector.Status);
    }

    /** Without conditions there is nothing that an answer could fail: it holds. */
    public Judgement judge(AnswerFields fields) {
        if (conditions.isEmpty()) {
            return judgement(Verdict.HOLDS, "no conditions");
        }
        Verdict decisive = mode == Criteria.MatchMode.ALL ? Verdict.FAILS : Verdict.HOLDS;
        Compiled unfit = null;
        for (Compiled condition : conditions) {
            Verdict verdict = verdict(condition, fields);
            if (verdict == decisive) {
                return judgement(verdict, condition.text());
            }
            unfit = unfit == null && verdict == Verdict.NOT_APPLICABLE ? condition : unfit;
        }
        if (unfit != null) {
            return judgement(Verdict.NOT_APPLICABLE, unfit.text());
        }
        return judgement(decisive.negated(), joined);
    }

    private Verdict verdict(Compiled condition, AnswerFields fields) {
        Optional<List<JsonNode>> values = condition.selector().values(fields);
        if (values.isEmpty()) {
            return Verdict.NOT_APPLICABLE;
        }
        Verdict verdict = condition.operator().of(values.get());
        if (verdict == Verdict.NOT_APPLICABLE) {
            notApplicable.run();
        }
        return verdict;
    }

    private Judgement judgement(Verdict verdict, String condition) {
        return new Judgement(
                verdict,
                switch (verdict) {
                    case HOLDS -> list + ": " + condition;
                    case FAILS -> list + " not met: " + condition;
                    case NOT_APPLICABLE -> list + " not applicable: " + condition;
                });
    }

    private static String text(Condition condition) {
        String value = condition.value() == null ? "" : " " + condition.value();
        String bounded = value.length() <= MAX_VALUE_TEXT ? value : value.substring(0, MAX_VALUE_TEXT) + "…";
        return condition.path() + " " + condition.operation().name().toLowerCase(Locale.ROOT) + bounded;
    }
}
