package dev.kakutei.ingest.access;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.ingest.meters.AccessMeters;
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
 * Lets in who shows a good key. First the key, then how fast its client asks, then whether its roles are enough: a client
 * that may not do a thing must not be able to ask for it without end.
 */
public final class KeyDoorkeeper implements Doorkeeper {
    private static final Duration WRITING = Duration.ofMinutes(1);

    private final KeyRing ring;
    private final Notebook notebook;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "ingest-access");
        made.setDaemon(true);
        return made;
    });

    /**
     * @param instance this process, as the audit names it
     * @param nanos a clock that does not jump: by it keys are fresh, and rates are kept
     */
    public KeyDoorkeeper(
            AccessConfig config,
            Connections connections,
            String instance,
            AccessMeters meters,
            InstantSource clock,
            LongSupplier nanos) {
        KeyTable table = new KeyTable(connections);
        this.ring = new KeyRing(table, config.freshness(), meters, thread, nanos);
        this.notebook = new Notebook(table, instance, meters);
        this.clock = clock;
        this.nanos = nanos;
    }

    @Override
    public void start() {
        ring.start();
        thread.scheduleWithFixedDelay(notebook::write, WRITING.toMillis(), WRITING.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public CompletableFuture<Admittance> ask(Presented presented, Needs needs, String remote) {
        if (presented instanceof Presented.Key shown) {
            return ring.find(shown.key().id())
                    .thenApply(found -> judge(shown.key(), found, needs, remote))
                    .exceptionally(failure -> refused(Refusal.UNCHECKABLE, null, remote, new Admittance.Uncheckable()));
        }
        return CompletableFuture.completedFuture(
                presented instanceof Presented.Nothing
                        ? refused(Refusal.MISSING, null, remote, new Admittance.KeyMissing())
                        : refused(Refusal.UNREADABLE, null, remote, new Admittance.KeyInvalid()));
    }

    @Override
    public List<HealthCheck> checks() {
        return List.of(new HealthCheck("ingest-access", ring::trouble));
    }

    @Override
    public void close() {
        thread.shutdownNow();
        notebook.write();
    }

    private Admittance judge(ApiKey key, Optional<KeyRing.Held> found, Needs needs, String remote) {
        if (found.isEmpty()) {
            return refused(Refusal.UNKNOWN, null, remote, new Admittance.KeyInvalid());
        }
        Grant grant = found.get().grant();
        Optional<Refusal> objection = grant.objection(key, clock.instant());
        if (objection.isPresent()) {
            return refused(objection.get(), grant, remote, new Admittance.KeyInvalid());
        }
        notebook.used(grant.keyId());
        RateLimit limit = found.get().limit();
        Optional<Duration> wait = limit == null ? Optional.empty() : limit.take(nanos.getAsLong());
        if (wait.isPresent()) {
            return refused(Refusal.RATE, grant, remote, new Admittance.TooFast(wait.get()));
        }
        if (!needs.metBy(grant.roles())) {
            return refused(Refusal.ROLE, grant, remote, new Admittance.RoleMissing(grant.caller(), needs.anyOf()));
        }
        return new Admittance.Admitted(grant.caller());
    }

    private Admittance refused(Refusal refusal, Grant grant, String remote, Admittance answer) {
        Notebook.Kind kind = grant == null
                ? new Notebook.Kind(refusal, null, null)
                : new Notebook.Kind(refusal, grant.client(), grant.keyId());
        notebook.refused(kind, remote);
        return answer;
    }
}
