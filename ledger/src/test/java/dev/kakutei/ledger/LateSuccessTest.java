package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.GatewayClass;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** An answer that comes after its attempt was found by asking (SPEC C7). */
class LateSuccessTest {
    private static final Outcome DELIVERED = new Outcome.Delivered(FoundBySimulation.ANSWER);
    private static final Instant LATER = FoundBySimulation.START.plusSeconds(300);

    private final FoundBySimulation request = new FoundBySimulation(
            FoundBySimulation.policy(GatewayClass.QUERYABLE, GatewayPolicy.Asking.POSSIBLE, null));

    @Test
    void lateAnswer_ofTheAttemptThatWasFoundByAsking_isNoContradiction() {
        secondAttemptFoundByAsking();
        assertThat(request.reported(2, DELIVERED, LATER).entry().contradicted()).isFalse();
    }

    @Test
    void lateAnswer_ofAnEarlierAttemptThanTheOneFound_isAContradiction() {
        secondAttemptFoundByAsking();
        assertThat(request.reported(1, DELIVERED, LATER).entry().contradicted()).isTrue();
    }

    private void secondAttemptFoundByAsking() {
        request.reported(1, new Outcome.NotSent(FoundBySimulation.ANSWER), FoundBySimulation.START);
        assertThat(request.timeCame().entry().attempts().count()).isEqualTo(2);
        assertThat(request.timeCame().entry().status()).isEqualTo(Status.VERIFYING);
        Instant asked = request.timeCame().entry().inquiries().lastAt();
        assertThat(request.found(Finding.SUCCEEDED, asked).entry().status()).isEqualTo(Status.SUCCEEDED);
    }
}
