package dev.kakutei.sender;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.clearance.ClearanceSource;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.ServiceHealth;
import dev.kakutei.schemas.ServiceHealth.GatewayHealth;
import dev.kakutei.schemas.TraceContext;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.consume.CommandDeadline;
import dev.kakutei.sender.consume.CommandHandler;
import dev.kakutei.sender.consume.Lane;
import dev.kakutei.sender.consume.LaneConfig;
import dev.kakutei.sender.gateway.GatewayClient;
import dev.kakutei.sender.limit.BreakerState;
import dev.kakutei.sender.limit.CallHealth;
import dev.kakutei.sender.limit.CallLimiter;
import dev.kakutei.sender.report.Reporter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that serves one gateway: the lane that reads its commands, the limiter that says when a call may begin, the client
 * that makes the calls, and the reports of what came of them.
 */
final class GatewayWorker implements CommandHandler, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(GatewayWorker.class);

    private final String name;
    private final Reporter reporter;
    private final SenderMetrics metrics;
    private final InstantSource clock;
    private final CallLimiter limiter;
    private final LiveGatewayClient client;
    private final Lane lane;
    private final RecentCalls recentCalls = new RecentCalls();

    GatewayWorker(
            Gateway gateway,
            SenderConfig config,
            Reporter reporter,
            SenderMetrics metrics,
            InstantSource clock,
            ClearanceSource clearance) {
        this.name = gateway.name();
        this.reporter = reporter;
        this.metrics = metrics;
        this.clock = clock;
        this.limiter = new CallLimiter(gateway.limits(), this::breakerChanged);
        this.client = new LiveGatewayClient(
                gateway, each -> new GatewayClient(each.allowing(config.allow()), config.name(), clock, metrics));
        LaneConfig laneConfig = new LaneConfig(config.kafka(), name, config.name() + "-" + name, config.pollRecords());
        this.lane = new Lane(laneConfig, limiter, this, metrics, clock, clearance);
        metrics.watch(name, limiter);
        metrics.watch(name, lane);
    }

    /** To be called before the start: what to do, soon, when other partitions are read than before. */
    void onAssignment(Runnable action) {
        lane.onAssignment(action);
    }

    /** To be called for all gateways before the first one starts: a client that cannot start keeps all from beginning. */
    void prepare() {
        client.start();
    }

    void start() {
        lane.start();
    }

    HealthCheck check() {
        return lane.check();
    }

    /** From the return of this on, no command is taken. Calls under way go on. */
    void stopTaking() {
        lane.close();
    }

    /** Gives calls under way so much time to end. */
    void awaitIdle(Duration timeout) {
        if (!limiter.awaitIdle(timeout)) {
            log.warn("{} calls are still under way; they will be reported as unknown", limiter.underWay());
        }
    }

    @Override
    public void close() {
        client.close();
    }

    /** The description in use. */
    Gateway gateway() {
        return client.gateway();
    }

    /** Why another description cannot be used now; empty where it can. */
    Optional<String> objection() {
        return client.objection();
    }

    /** A client for this description, started. Throws where it cannot start. */
    GatewayClient prepared(Gateway next) {
        return client.prepared(next);
    }

    /**
     * Uses this description from now on; calls under way end as they began. A client must be able to hold the calls that
     * the limiter allows, before and after.
     *
     * @param prepared made for the description
     */
    void replace(Gateway next, GatewayClient prepared) {
        if (next.limits().concurrency() < limiter.concurrency()) {
            lane.limits(next.limits());
            client.replace(next, prepared);
        } else {
            client.replace(next, prepared);
            lane.limits(next.limits());
        }
    }

    GatewayHealth health(Instant now) {
        RecentCalls.Summary lastMinute = recentCalls.lastMinute(now);
        return new GatewayHealth(
                name,
                ServiceHealth.Breaker.valueOf(limiter.breaker().name()),
                limiter.underWay(),
                limiter.concurrency(),
                lane.waiting(),
                lastMinute.calls(),
                lastMinute.errors(),
                lastMinute.unknown(),
                lastMinute.lastCallAt(),
                lane.partitions());
    }

    @Override
    public CompletionStage<CallHealth> carryOut(Command command, CommandDeadline deadline) {
        return client.carryOut(command, () -> isAhead(deadline)).thenCompose(report -> {
            Failpoint.SENDER_ANSWERED.reached();
            return published(command, report)
                    .thenApply(any ->
                            CallHealth.of(report, Duration.ofMillis(command.callTimeoutMillis()), client.gateway()));
        });
    }

    @Override
    public CompletionStage<?> reportNotSent(Command command, Answer why) {
        return published(command, client.notCarriedOut(command, why));
    }

    @Override
    public CompletionStage<?> reportUnknown(Command.Send command, Outcome.Unknown why) {
        return published(command, client.leftUnknown(command, why));
    }

    private boolean isAhead(CommandDeadline deadline) {
        Failpoint.SENDER_CHECKED.reached();
        return deadline.isAhead(clock.instant(), System.nanoTime());
    }

    /**
     * A call counts as over when its answer is there. Only when too many reports wait for Kafka does it count until its
     * own is through: no call is begun whose answer could not be reported.
     */
    private CompletableFuture<Void> published(Command command, Report report) {
        metrics.ended(command, report, clock.instant());
        recentCalls.ended(report, clock.instant());
        CompletableFuture<Void> published =
                reporter.publish(report, TraceContext.child(command.traceparent(), "report"));
        return reporter.hasRoom(name) ? CompletableFuture.completedFuture(null) : published;
    }

    /** One line for each change of state: the log shows when calls to the gateway stopped, and when they resumed. */
    private void breakerChanged(BreakerState state) {
        metrics.breakerChanged(name, state);
        switch (state) {
            case OPEN -> log.warn("Circuit breaker of gateway {} opened: too many calls failed", name);
            case HALF_OPEN -> log.info("Circuit breaker of gateway {} is half open: calls pass one at a time", name);
            case CLOSED -> log.info("Circuit breaker of gateway {} closed: calls pass again", name);
        }
    }
}
