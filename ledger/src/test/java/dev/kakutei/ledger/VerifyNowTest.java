package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayClass;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A person who asks early must not make the ledger believe a "not found" early. */
class VerifyNowTest {
    private static final Duration ONE_SECOND = Duration.ofSeconds(1);

    @Test
    void secondMiss_askedForByAPersonRightAfterAJumpOfTheClock_isNotBelieved() {
        GatewayPolicy policy = new GatewayPolicy(
                GatewayClass.QUERYABLE,
                GatewayPolicy.Asking.POSSIBLE,
                null,
                Duration.ofSeconds(10),
                ONE_SECOND,
                new RetrySchedule(1, ONE_SECOND, ONE_SECOND, Gateway.Jitter.NONE),
                new Gateway.Verification(
                        List.of(ONE_SECOND, ONE_SECOND, ONE_SECOND, ONE_SECOND),
                        Duration.ofSeconds(20),
                        2,
                        Gateway.NotFound.FAIL));
        FoundBySimulation request = new FoundBySimulation(policy);
        Instant jumped = FoundBySimulation.START.plusSeconds(3600);
        request.timeCame(jumped);
        Instant asked = request.timeCame().entry().lastVerificationAt();
        assertThat(request.found(Finding.NOT_FOUND, asked).entry().misses()).isEqualTo(1);

        request.verifyNow(asked.plusSeconds(1));
        Entry after = request.found(Finding.NOT_FOUND, asked.plusSeconds(1)).entry();

        assertThat(after.status()).isEqualTo(Status.VERIFYING);
        assertThat(after.dueAt()).isAfterOrEqualTo(asked.plusSeconds(31));
    }
}
