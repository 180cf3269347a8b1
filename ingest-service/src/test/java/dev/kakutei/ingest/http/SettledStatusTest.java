package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Status;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** SPEC A5. */
class SettledStatusTest {
    @ParameterizedTest
    @CsvSource(
            value = {
                "SUCCEEDED, 200, 201",
                "SUCCEEDED, null, 201",
                "FAILED, 402, 402",
                "FAILED, 200, 402",
                "FAILED, null, 402",
                "FAILED, 400, 400",
                "FAILED, 404, 400",
                "FAILED, 422, 400",
                "ABORTED, 503, 400",
                "EXPIRED, null, 400",
                "CANCELLED, null, 400",
            },
            nullValues = "null")
    void of_settled_isSuccessDeclinedOrFailed(Status status, Integer gatewayCode, int http) {
        assertThat(SettledStatus.of(status, gatewayCode)).isEqualTo(http);
    }

    @ParameterizedTest
    @EnumSource(Status.class)
    void of_notSettled_isPendingAndOnlyThen(Status status) {
        assertThat(SettledStatus.of(status, 500) == 202).isEqualTo(!status.terminal());
    }

    @Test
    void prefer_anySpelling_isUnderstood() {
        assertThat(Prefer.asynchronous(List.of("return=minimal, Respond-Async; wait=10")))
                .isTrue();
        assertThat(Prefer.asynchronous(List.of("wait=10", "respond-async"))).isTrue();
        assertThat(Prefer.asynchronous(List.of("x-respond-async", "wait=10"))).isFalse();
    }
}
