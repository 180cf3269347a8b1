package dev.kakutei.access;

import dev.kakutei.boot.HealthCheck;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Decides for each call which client it comes from, and whether that client may make it. */
public interface Authenticator extends AutoCloseable {
    /**
     * Never fails: a refusal is a decision like the others. Most decisions are made at once; one that must wait for Postgres
     * completes later, on another thread.
     *
     * @param remote the caller's address as the connection shows it; for the log
     */
    CompletableFuture<AccessDecision> ask(Credentials presented, RequiredRoles needs, String remote);

    /** From where calls are accepted without a key; empty where they need one. */
    default Optional<OpenAuthenticator.Reach> openTo() {
        return Optional.empty();
    }

    /** Returns when calls can be authenticated. */
    void start();

    List<HealthCheck> checks();

    @Override
    void close();
}
