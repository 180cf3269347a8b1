package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.GatewayClass;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In doubt, a request is posted only where the gateway will still know its key when the post gets there. */
class KeyMemoryTest {
    /** The first attempt is commanded at 0 s; one at 1 s may be written until 11 s and be at work until 12 s. */
    @ParameterizedTest
    @CsvSource({"PT32S, SENDING", "PT31.999S, VERIFICATION_FAILED", "PT12S, VERIFICATION_FAILED"})
    void retryInDoubt_withinTheKeysMemory_countsTheSettlingTime(Duration keyMemory, Status expected) {
        FoundBySimulation request = new FoundBySimulation(
                FoundBySimulation.policy(GatewayClass.IDEMPOTENT, GatewayPolicy.Asking.IMPOSSIBLE, keyMemory));
        request.reported(1, new Outcome.Unknown(FoundBySimulation.ANSWER), FoundBySimulation.START);
        assertThat(request.timeCame().entry().status()).isEqualTo(expected);
    }
}
