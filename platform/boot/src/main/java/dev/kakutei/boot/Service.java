package dev.kakutei.boot;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One of Kakutei's services. It is made without touching the network; {@link #start} connects, {@link #close} finishes
 * what is under way and disconnects.
 */
public interface Service extends AutoCloseable {
    String name();

    /** Returns when the service does its work, or throws with the reason why it cannot. */
    void start();

    List<HealthCheck> checks();

    /** Fails when the service cannot go on and will not recover by itself: its process should end and say why. */
    default CompletableFuture<Void> ended() {
        return new CompletableFuture<>();
    }

    /** Where callers reach it, if they do; known once it has started. */
    default Optional<URI> endpoint() {
        return Optional.empty();
    }

    /** How long an orderly shutdown may take; after that it is cut off. */
    default Duration stopsWithin() {
        return Duration.ofSeconds(8);
    }

    /** Safe to call more than once, and after a failed start. */
    @Override
    void close();
}
