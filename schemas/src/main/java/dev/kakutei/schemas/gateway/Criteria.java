package dev.kakutei.schemas.gateway;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Conditions on an answer, and whether all of them must hold or one is enough. None at all hold for every answer, so whoever
 * asks a list that the file may not have looks first whether it {@link #isEmpty()}.
 */
public record Criteria(List<Condition> conditions, MatchMode matchMode) {
    /** For a list that the file does not have. */
    public static final Criteria NONE = new Criteria(List.of(), MatchMode.ALL);

    public Criteria {
        conditions = List.copyOf(conditions);
        requireNonNull(matchMode, "match_mode");
    }

    public boolean isEmpty() {
        return conditions.isEmpty();
    }

    /** How conditions are joined. */
    public enum MatchMode {
        ALL,
        ANY
    }
}
