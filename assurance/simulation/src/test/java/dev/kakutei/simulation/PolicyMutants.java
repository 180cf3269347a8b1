package dev.kakutei.simulation;

import dev.kakutei.ledger.GatewayPolicy;
import dev.kakutei.ledger.RetrySchedule;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayClass;
import java.time.Duration;
import java.time.Instant;

/** The ledger is given something wrong about the gateway or the request. */
final class PolicyMutants {
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private PolicyMutants() {}

    static final class NotFoundAtOnce extends MutationHooks {
        @Override
        GatewayPolicy believed(GatewayPolicy truth) {
            return with(truth, truth.keyMemory(), settling(truth, 1));
        }
    }

    static final class NoSettlingTime extends MutationHooks {
        @Override
        GatewayPolicy believed(GatewayPolicy truth) {
            return with(
                    truth,
                    truth.keyMemory(),
                    settling(truth, truth.verification().misses()));
        }
    }

    static final class KeyKeptForEver extends MutationHooks {
        @Override
        GatewayPolicy believed(GatewayPolicy truth) {
            return with(truth, truth.keyMemory() == null ? null : FOR_EVER, truth.verification());
        }
    }

    static final class QueryableIdempotent extends MutationHooks {
        @Override
        GatewayPolicy believed(GatewayPolicy truth) {
            return truth.gatewayClass() == GatewayClass.QUERYABLE ? idempotent(truth) : truth;
        }
    }

    static final class NeitherIdempotent extends MutationHooks {
        @Override
        GatewayPolicy believed(GatewayPolicy truth) {
            return truth.gatewayClass() == GatewayClass.NEITHER ? idempotent(truth) : truth;
        }
    }

    static final class ManyAttempts extends MutationHooks {
        @Override
        GatewayPolicy believed(GatewayPolicy truth) {
            RetrySchedule retry = truth.retry();
            return new GatewayPolicy(
                    truth.gatewayClass(),
                    truth.asking(),
                    truth.keyMemory(),
                    truth.sendWindow(),
                    truth.callTimeout(),
                    truth.minCallTimeout(),
                    new RetrySchedule(retry.attempts() + 1, retry.first(), retry.cap(), retry.jitter()),
                    truth.verification());
        }
    }

    static final class NoExpiry extends MutationHooks {
        @Override
        Instant expiry(Instant truth) {
            return null;
        }
    }

    private static GatewayPolicy idempotent(GatewayPolicy truth) {
        return new GatewayPolicy(
                GatewayClass.IDEMPOTENT,
                GatewayPolicy.Asking.IMPOSSIBLE,
                FOR_EVER,
                truth.sendWindow(),
                truth.callTimeout(),
                truth.minCallTimeout(),
                truth.retry(),
                truth.verification());
    }

    private static Gateway.Verification settling(GatewayPolicy truth, int misses) {
        Gateway.Verification verification = truth.verification();
        return new Gateway.Verification(verification.after(), Duration.ZERO, misses, verification.notFound());
    }

    private static GatewayPolicy with(GatewayPolicy truth, Duration keyMemory, Gateway.Verification verification) {
        return new GatewayPolicy(
                truth.gatewayClass(),
                truth.asking(),
                keyMemory,
                truth.sendWindow(),
                truth.callTimeout(),
                truth.minCallTimeout(),
                truth.retry(),
                verification);
    }
}
