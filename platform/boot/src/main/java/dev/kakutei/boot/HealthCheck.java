package dev.kakutei.boot;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether one part makes progress (SPEC F8): a thread that runs and makes no progress is not healthy.
 *
 * @param problem empty while the part is healthy; otherwise one sentence for an operator
 */
public record HealthCheck(String name, Supplier<Optional<String>> problem) {
    public HealthCheck {
        requireNonNull(name, "name");
        requireNonNull(problem, "problem");
    }
}
