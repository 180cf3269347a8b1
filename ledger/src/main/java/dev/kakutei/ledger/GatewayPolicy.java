package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayClass;
import dev.kakutei.schemas.gateway.NotFoundTiming;
import java.time.Duration;

/**
 * What the ledger needs to know of a gateway: what it promises, and its timeouts and schedules.
 *
 * @param asking whether the gateway can be asked what became of a request
 * @param keyMemory how long the gateway remembers our key; null where it does not
 * @param minCallTimeout what a call is given at least, however soon its caller stops waiting; never above callTimeout
 * @param sendWindow how long after its issue a command may still be begun
 */
public record GatewayPolicy(
        GatewayClass gatewayClass,
        Asking asking,
        Duration keyMemory,
        Duration sendWindow,
        Duration callTimeout,
        Duration minCallTimeout,
        RetrySchedule retry,
        Gateway.Verification verification) {
    /** Beyond the longest a call may take: the way of a report back to the ledger. */
    static final Duration MARGIN = Duration.ofSeconds(5);

    /** The way of a report to the ledger, and of what follows to the caller that waits for it. */
    static final Duration BEFORE_THE_DEADLINE = Duration.ofSeconds(1);

    /** Whether a gateway answers questions about requests. */
    public enum Asking {
        POSSIBLE,
        IMPOSSIBLE
    }

    public GatewayPolicy {
        requireNonNull(gatewayClass, "gatewayClass");
        requireNonNull(asking, "asking");
        requireNonNull(sendWindow, "sendWindow");
        requireNonNull(callTimeout, "callTimeout");
        requireNonNull(minCallTimeout, "minCallTimeout");
        requireNonNull(retry, "retry");
        requireNonNull(verification, "verification");
        if (gatewayClass == GatewayClass.IDEMPOTENT) {
            requireNonNull(keyMemory, "an idempotent gateway remembers our key for a stated time");
        }
    }

    /** With the usual minimum for a call. */
    public GatewayPolicy(
            GatewayClass gatewayClass,
            Asking asking,
            Duration keyMemory,
            Duration sendWindow,
            Duration callTimeout,
            RetrySchedule retry,
            Gateway.Verification verification) {
        this(
                gatewayClass,
                asking,
                keyMemory,
                sendWindow,
                callTimeout,
                Gateway.minCallTimeoutOf(callTimeout),
                retry,
                verification);
    }

    public static GatewayPolicy of(Gateway gateway) {
        return new GatewayPolicy(
                gateway.gatewayClass(),
                gateway.statusQuery() == null ? Asking.IMPOSSIBLE : Asking.POSSIBLE,
                gateway.gatewayClass() == GatewayClass.IDEMPOTENT ? gateway.idempotencyTtl() : null,
                gateway.sendWindow(),
                gateway.callTimeout(),
                gateway.minCallTimeout(),
                RetrySchedule.of(gateway.retry()),
                gateway.verification());
    }

    NotFoundTiming notFoundTiming() {
        return new NotFoundTiming(sendWindow, callTimeout, verification);
    }

    /** A gateway that is declared to be neither may have a status page, but what it says is not relied on. */
    boolean canAsk() {
        return asking == Asking.POSSIBLE && gatewayClass != GatewayClass.NEITHER;
    }

    /** Sending again is harmless even if the request took effect before. */
    boolean forgivesRepetition() {
        return gatewayClass == GatewayClass.IDEMPOTENT;
    }
}
