package dev.kakutei.access;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.thread.DaemonThreads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts every call. That is meant for callers on this machine; where the network can reach it, it warns at an interval. */
public final class OpenAuthenticator implements Authenticator {
    /** From where callers can come. */
    public enum Reach {
        THIS_MACHINE,
        NETWORK
    }

    private static final Logger log = LoggerFactory.getLogger(OpenAuthenticator.class);
    private static final AccessDecision ADMIT_ANYONE = new AccessDecision.Admitted(Caller.ANYBODY);

    private final Reach reach;
    private final Duration reminder;
    private final AccessMetrics metrics;
    private ScheduledExecutorService thread;

    public OpenAuthenticator(Reach reach, Duration reminder, AccessMetrics metrics) {
        this.reach = reach;
        this.reminder = reminder;
        this.metrics = metrics;
    }

    @Override
    public void start() {
        metrics.open(() -> reach == Reach.NETWORK ? 1 : 0);
        metrics.refusedFor(Stream.of(Refusal.values()).map(Refusal::word));
        if (reach == Reach.NETWORK) {
            thread = Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("ingest-access"));
            thread.scheduleAtFixedRate(OpenAuthenticator::warn, 0, reminder.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public CompletableFuture<AccessDecision> ask(Credentials presented, RequiredRoles needs, String remote) {
        return CompletableFuture.completedFuture(ADMIT_ANYONE);
    }

    @Override
    public Optional<Reach> openTo() {
        return Optional.of(reach);
    }

    @Override
    public List<HealthCheck> checks() {
        return List.of();
    }

    @Override
    public void close() {
        if (thread != null) {
            thread.shutdownNow();
        }
    }

    private static void warn() {
        log.warn("Anyone who reaches ingest.http.host can submit and see requests: set ingest.access=keys,"
                + " or ingest.access=open and ingest.http.host=127.0.0.1");
    }
}
