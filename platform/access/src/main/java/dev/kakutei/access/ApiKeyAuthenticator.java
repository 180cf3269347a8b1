package dev.kakutei.access;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.thread.DaemonThreads;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Accepts calls that carry a valid key. Checks the key first, then the rate of its client, then its roles: a client without
 * the role for a call must not be able to make that call without limit.
 */
public final class ApiKeyAuthenticator implements Authenticator {
    private static final Duration WRITE_INTERVAL = Duration.ofMinutes(1);

    private final KeyRing ring;
    private final AccessRecorder recorder;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("ingest-access"));

    /**
     * @param instance this process, as the audit names it
     * @param nanos a clock that does not jump: by it keys are fresh, and rates are kept
     */
    public ApiKeyAuthenticator(
            AccessConfig config,
            Connections connections,
            String instance,
            AccessMetrics metrics,
            InstantSource clock,
            LongSupplier nanos) {
        KeyTable table = new KeyTable(connections);
        this.ring = new KeyRing(table, config.freshness(), metrics, thread, nanos);
        this.recorder = new AccessRecorder(table, instance, metrics);
        this.clock = clock;
        this.nanos = nanos;
    }

    @Override
    public void start() {
        ring.start();
        thread.scheduleWithFixedDelay(
                recorder::write, WRITE_INTERVAL.toMillis(), WRITE_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public CompletableFuture<AccessDecision> ask(Credentials presented, RequiredRoles needs, String remote) {
        if (presented instanceof Credentials.Key shown) {
            return ring.find(shown.key().id())
                    .thenApply(found -> judge(shown.key(), found, needs, remote))
                    .exceptionally(
                            failure -> refused(Refusal.UNCHECKABLE, null, remote, new AccessDecision.Uncheckable()));
        }
        return CompletableFuture.completedFuture(
                presented instanceof Credentials.Nothing
                        ? refused(Refusal.MISSING, null, remote, new AccessDecision.KeyMissing())
                        : refused(Refusal.UNREADABLE, null, remote, new AccessDecision.KeyInvalid()));
    }

    @Override
    public List<HealthCheck> checks() {
        return List.of(new HealthCheck("ingest-access", ring::problem));
    }

    @Override
    public void close() {
        thread.shutdownNow();
        recorder.write();
    }

    private AccessDecision judge(ApiKey key, Optional<KeyRing.Held> found, RequiredRoles needs, String remote) {
        if (found.isEmpty()) {
            return refused(Refusal.UNKNOWN, null, remote, new AccessDecision.KeyInvalid());
        }
        Grant grant = found.get().grant();
        Optional<Refusal> objection = grant.objection(key, clock.instant());
        if (objection.isPresent()) {
            return refused(objection.get(), grant, remote, new AccessDecision.KeyInvalid());
        }
        recorder.used(grant.keyId());
        RateLimit limit = found.get().limit();
        Optional<Duration> wait = limit == null ? Optional.empty() : limit.take(nanos.getAsLong());
        if (wait.isPresent()) {
            return refused(Refusal.RATE, grant, remote, new AccessDecision.TooFast(wait.get()));
        }
        if (!needs.metBy(grant.roles())) {
            return refused(Refusal.ROLE, grant, remote, new AccessDecision.RoleMissing(grant.caller(), needs.anyOf()));
        }
        return new AccessDecision.Admitted(grant.caller());
    }

    private AccessDecision refused(Refusal refusal, Grant grant, String remote, AccessDecision answer) {
        AccessRecorder.Kind kind = grant == null
                ? new AccessRecorder.Kind(refusal, null, null)
                : new AccessRecorder.Kind(refusal, grant.client(), grant.keyId());
        recorder.refused(kind, remote);
        return answer;
    }
}
