package dev.kakutei.boot;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;

/**
 * One running instance of a service: what all of its parts share.
 *
 * @param name no other instance has it
 */
public record ServiceInstance(String name, KafkaConfig kafka, MeterRegistry registry, InstantSource clock) {
    public ServiceInstance {
        requireNonNull(name, "name");
        requireNonNull(kafka, "kafka");
        requireNonNull(registry, "registry");
        requireNonNull(clock, "clock");
    }
}
