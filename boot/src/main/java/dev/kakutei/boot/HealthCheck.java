package dev.kakutei.boot;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether one part makes progress (SPEC F8): a living thread that moves nothing is not healthy.
 *
 * @param trouble empty while it is well; otherwise one sentence for a person
 */
public record HealthCheck(String name, Supplier<Optional<String>> trouble) {
    public HealthCheck {
        requireNonNull(name, "name");
        requireNonNull(trouble, "trouble");
    }
}
