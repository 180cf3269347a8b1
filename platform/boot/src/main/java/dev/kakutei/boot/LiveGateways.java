package dev.kakutei.boot;

import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.schemas.gateway.GatewayChange;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.GatewayFileReport;
import dev.kakutei.schemas.gateway.Gateways;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateways as the file describes them now. The file is checked every few seconds; a change is applied as a whole
 * where everything in it is valid and none of it needs a restart, and otherwise ignored and logged, once.
 *
 * <p>A file is applied only when two checks have found the same text in it, so that one which is just being written is
 * not. If writing takes longer than the time between two checks, write another file and rename it.
 *
 * <p>Each service follows the file by itself: for some seconds two of them may use different versions. What may change
 * without a restart is chosen so that they can.
 */
public final class LiveGateways implements Supplier<Gateways>, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LiveGateways.class);

    /** A user of the gateways that may have to prepare for a change. */
    public interface Subscriber {
        /** Why they cannot be applied, for operators; asked again at every check until there is no objection. */
        default List<String> objections(Gateways next) {
            return List.of();
        }

        /** From now on these are used. */
        default void apply(Gateways next) {}
    }

    private enum Result {
        APPLIED,
        REFUSED,
        UNSAFE
    }

    private final GatewaySource source;
    private final String service;
    private final Subscriber subscriber;
    private final MeterRegistry registry;
    private final InstantSource clock;
    private final ScheduledExecutorService timer;
    private volatile Gateways now;
    private volatile Instant appliedAt;
    /** The text that the last check found; null where it could not be read. */
    private String seen;
    /** The text that was applied or rejected last; null while the subscriber has objections. */
    private String decided;

    private List<String> reported = List.of();

    /** For a user that calls {@link #get} each time and has nothing to prepare. */
    public LiveGateways(GatewaySource source, String service, MeterRegistry registry) {
        this(source, service, registry, new Subscriber() {});
    }

    public LiveGateways(GatewaySource source, String service, MeterRegistry registry, Subscriber subscriber) {
        this(source, service, registry, subscriber, InstantSource.system());
    }

    LiveGateways(
            GatewaySource source, String service, MeterRegistry registry, Subscriber subscriber, InstantSource clock) {
        this.source = source;
        this.service = service;
        this.subscriber = subscriber;
        this.registry = registry;
        this.clock = clock;
        this.now = source.gateways();
        this.seen = source.text();
        this.decided = source.text();
        this.appliedAt = clock.instant();
        this.timer = Executors.newSingleThreadScheduledExecutor(DaemonThreads.named(service + "-gateways"));
        for (Result result : Result.values()) {
            counted(result, 0);
        }
        Gauge.builder("gateways.applied", () -> appliedAt.getEpochSecond())
                .description("when the gateways in use were read, in seconds since 1970")
                .tag("service", service)
                .register(registry);
    }

    /** For a user that never follows a file: tests, and short-lived tools. */
    public static Supplier<Gateways> fixed(Gateways gateways) {
        return () -> gateways;
    }

    @Override
    public Gateways get() {
        return now;
    }

    public void start() {
        if (!source.reload().isZero()) {
            long every = source.reload().toMillis();
            timer.scheduleWithFixedDelay(this::checkSafely, every, every, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    /** A task that throws is never run again, and nothing would report it. */
    private void checkSafely() {
        try {
            check();
        } catch (RuntimeException e) {
            log.error("{}: check of the gateway file {} failed; it is checked again", service, source.file(), e);
            counted(Result.REFUSED, 1);
        }
    }

    void check() {
        String text;
        try {
            text = GatewaySettings.text(source.file());
        } catch (IOException e) {
            if (seen != null) {
                log.warn(
                        "{}: cannot read {}: {}; keeping the current gateways", service, source.file(), e.getMessage());
                counted(Result.REFUSED, 1);
            }
            seen = null;
            return;
        }
        boolean settled = text.equals(seen);
        seen = text;
        if (settled && !text.equals(decided)) {
            decided = text;
            decide(GatewayFile.check(text));
        } else if (!settled) {
            reported = List.of();
        }
    }

    private void decide(GatewayFileReport report) {
        if (report.gateways() == null) {
            refuse(Result.REFUSED, "has mistakes", report.mistakes());
            return;
        }
        Gateways next = report.gateways();
        if (next.equals(now)) {
            log.info("{}: {} describes the gateways that are in use; nothing to apply", service, source.file());
            return;
        }
        List<String> unsafe = GatewayChange.unsafe(now, next);
        if (!unsafe.isEmpty()) {
            refuse(Result.UNSAFE, "has changes that need a restart", unsafe);
            return;
        }
        List<String> objections = subscriber.objections(next);
        if (!objections.isEmpty()) {
            // a secret may come later than the line that names it, so objections are asked for again, and reported once
            decided = null;
            if (!objections.equals(reported)) {
                reported = objections;
                refuse(Result.REFUSED, "cannot be used", objections);
            }
            return;
        }
        subscriber.apply(next);
        List<String> changed = GatewayChange.changed(now, next);
        now = next;
        appliedAt = clock.instant();
        counted(Result.APPLIED, 1);
        report.warnings().forEach(warning -> log.warn("{}: {}", source.file(), warning));
        log.info("{}: {} was reloaded; changed: {}", service, source.file(), changed);
    }

    private void refuse(Result result, String what, List<String> reasons) {
        counted(result, 1);
        log.warn(
                "{}: {} {}; none of it is applied, keeping the current gateways:\n  {}",
                service,
                source.file(),
                what,
                String.join("\n  ", reasons));
    }

    private void counted(Result result, int times) {
        Counter.builder("gateways.reload")
                .description("Reloads of a changed gateway file, by result")
                .tags("service", service, "result", result.name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment(times);
    }
}
