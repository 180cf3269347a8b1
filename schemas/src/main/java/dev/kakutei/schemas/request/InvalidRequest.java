package dev.kakutei.schemas.request;

import java.util.List;
import java.util.stream.Collectors;

/** A request that cannot be taken, with all that is wrong with it. */
public final class InvalidRequest extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Violation> violations;

    InvalidRequest(List<Violation> violations) {
        super(violations.stream().map(v -> v.field() + ": " + v.message()).collect(Collectors.joining("; ")));
        this.violations = List.copyOf(violations);
    }

    public List<Violation> violations() {
        return violations;
    }
}
