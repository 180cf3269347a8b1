package dev.kakutei.ingest.access;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.ingest.meters.AccessMeters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets everybody in. That is meant for callers on this machine; where others come, too, it says so again and again. */
public final class OpenDoorkeeper implements Doorkeeper {
    /** From where callers can come. */
    public enum Reach {
        THIS_MACHINE,
        NETWORK
    }

    private static final Logger log = LoggerFactory.getLogger(OpenDoorkeeper.class);
    private static final Admittance ANYBODY = new Admittance.Admitted(Caller.ANYBODY);

    private final Reach reach;
    private final Duration reminder;
    private final AccessMeters meters;
    private ScheduledExecutorService thread;

    public OpenDoorkeeper(Reach reach, Duration reminder, AccessMeters meters) {
        this.reach = reach;
        this.reminder = reminder;
        this.meters = meters;
    }

    @Override
    public void start() {
        meters.open(() -> reach == Reach.NETWORK ? 1 : 0);
        meters.refusedFor(Stream.of(Refusal.values()).map(Refusal::word));
        if (reach == Reach.NETWORK) {
            thread = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread made = new Thread(task, "ingest-access");
                made.setDaemon(true);
                return made;
            });
            thread.scheduleAtFixedRate(OpenDoorkeeper::warn, 0, reminder.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public CompletableFuture<Admittance> ask(Presented presented, Needs needs, String remote) {
        return CompletableFuture.completedFuture(ANYBODY);
    }

    @Override
    public boolean open() {
        return true;
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
        log.warn("anybody who reaches ingest.http.host may submit and see requests: set ingest.access=keys,"
                + " or ingest.http.host=127.0.0.1");
    }
}
