package dev.kakutei.boot;

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
 * The gateways as the file describes them now. It is looked at every few seconds; a change is taken as a whole where
 * everything in it is right and none of it needs a restart, and otherwise left alone and told, once.
 *
 * <p>A file is taken only when two looks have found the same in it, so that one which is just being written is not. Who
 * needs longer to write it than from one look to the next should write another one and give it the name.
 *
 * <p>Each service follows the file by itself: for some seconds two of them may go by different versions. What may change
 * without a restart is chosen so that they can.
 */
public final class LiveGateways implements Supplier<Gateways>, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LiveGateways.class);

    /** Who uses the gateways, and may have to prepare for a change. */
    public interface Taker {
        /** What stands in the way of taking them, for people; asked again at every look until there is nothing. */
        default List<String> objections(Gateways next) {
            return List.of();
        }

        /** From now on these are used. */
        default void take(Gateways next) {}
    }

    private enum Result {
        APPLIED,
        REFUSED,
        UNSAFE
    }

    private final GatewaySource source;
    private final String service;
    private final Taker taker;
    private final MeterRegistry registry;
    private final InstantSource clock;
    private final ScheduledExecutorService looks;
    private volatile Gateways now;
    private volatile Instant appliedAt;
    /** What the last look found; null where it could not be read. */
    private String seen;
    /** What was decided on last, for or against; null while it waits for what stands in its way. */
    private String judged;

    private List<String> told = List.of();

    /** For who asks each time, and has nothing to prepare. */
    public LiveGateways(GatewaySource source, String service, MeterRegistry registry) {
        this(source, service, registry, new Taker() {});
    }

    public LiveGateways(GatewaySource source, String service, MeterRegistry registry, Taker taker) {
        this(source, service, registry, taker, InstantSource.system());
    }

    LiveGateways(GatewaySource source, String service, MeterRegistry registry, Taker taker, InstantSource clock) {
        this.source = source;
        this.service = service;
        this.taker = taker;
        this.registry = registry;
        this.clock = clock;
        this.now = source.gateways();
        this.seen = source.text();
        this.judged = source.text();
        this.appliedAt = clock.instant();
        this.looks = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, service + "-gateways");
            thread.setDaemon(true);
            return thread;
        });
        for (Result result : Result.values()) {
            counted(result, 0);
        }
        Gauge.builder("gateways.applied", () -> appliedAt.getEpochSecond())
                .description("when the gateways in use were read, in seconds since 1970")
                .tag("service", service)
                .register(registry);
    }

    /** For who never follows a file: tests, and tools that end soon. */
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
            looks.scheduleWithFixedDelay(this::lookSafely, every, every, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }

    /** A task that throws is never run again, and nobody would hear of it. */
    private void lookSafely() {
        try {
            look();
        } catch (RuntimeException e) {
            log.error("{}: the gateway file {} could not be followed", service, source.file(), e);
            counted(Result.REFUSED, 1);
        }
    }

    void look() {
        String text;
        try {
            text = GatewaySettings.text(source.file());
        } catch (IOException e) {
            if (seen != null) {
                log.warn(
                        "{}: cannot read {}: {}; the gateways stay as they are",
                        service,
                        source.file(),
                        e.getMessage());
                counted(Result.REFUSED, 1);
            }
            seen = null;
            return;
        }
        boolean settled = text.equals(seen);
        seen = text;
        if (settled && !text.equals(judged)) {
            judged = text;
            judge(GatewayFile.check(text));
        } else if (!settled) {
            told = List.of();
        }
    }

    private void judge(GatewayFileReport report) {
        if (report.gateways() == null) {
            refuse(Result.REFUSED, "has mistakes", report.mistakes());
            return;
        }
        Gateways next = report.gateways();
        if (next.equals(now)) {
            log.info("{}: {} says the same as what is in use", service, source.file());
            return;
        }
        List<String> unsafe = GatewayChange.unsafe(now, next);
        if (!unsafe.isEmpty()) {
            refuse(Result.UNSAFE, "has changes that need a restart", unsafe);
            return;
        }
        List<String> objections = taker.objections(next);
        if (!objections.isEmpty()) {
            // a secret may come later than the line that names it, so they are asked for again, and told once
            judged = null;
            if (!objections.equals(told)) {
                told = objections;
                refuse(Result.REFUSED, "cannot be used", objections);
            }
            return;
        }
        taker.take(next);
        List<String> changed = GatewayChange.changed(now, next);
        now = next;
        appliedAt = clock.instant();
        counted(Result.APPLIED, 1);
        report.warnings().forEach(warning -> log.warn("{}: {}", source.file(), warning));
        log.info("{}: {} was read again, and changes {}", service, source.file(), changed);
    }

    private void refuse(Result result, String what, List<String> reasons) {
        counted(result, 1);
        log.warn(
                "{}: {} {}, and none of it is used; the gateways stay as they are:\n  {}",
                service,
                source.file(),
                what,
                String.join("\n  ", reasons));
    }

    private void counted(Result result, int times) {
        Counter.builder("gateways.reload")
                .description("looks at a gateway file that had changed, by what came of them")
                .tags("service", service, "result", result.name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment(times);
    }
}
