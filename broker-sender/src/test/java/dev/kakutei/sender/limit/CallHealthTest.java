package dev.kakutei.sender.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What opens a breaker, and what does not. */
class CallHealthTest {
    private static final Gateway GATEWAY = Fixtures.gateway(
            "gw",
            "class: neither\nurl: https://gw.example\npaths: {payment: /p}\nconnect_timeout: 5s\ncall_timeout: 30s\n");

    @ParameterizedTest(name = "{0} s of 2")
    @CsvSource({"2, UNHEALTHY", "1, NONE"})
    void of_connectTimeoutAboveTheCallTimeout_wholeCallIsEnough(int granted, CallHealth health) {
        Gateway quick = Fixtures.gateway(
                "gw",
                "class: neither\nurl: https://gw.example\npaths: {payment: /p}\nconnect_timeout: 5s\ncall_timeout: 2s\n");
        Answer answer = new Answer(Category.NOT_CONNECTED, null, "connect_timeout", null, 0, Map.of(), null, null);

        assertThat(CallHealth.of(answer, Duration.ofSeconds(granted), quick)).isEqualTo(health);
    }

    @ParameterizedTest(name = "{0} {1} {2}, {3} s of 30")
    @CsvSource({
        "OK,            201, ,                      30, HEALTHY",
        "CLIENT_ERROR,  402, declined,              30, HEALTHY",
        "CLIENT_ERROR,  408, http_408,              30, HEALTHY",
        "CLIENT_ERROR,  429, http_429,              30, HEALTHY",
        "CLIENT_ERROR,  404, not_found,             30, HEALTHY",
        "UNKNOWN,       202, accepted_pending,      30, HEALTHY",
        "SERVER_ERROR,  500, http_500,              30, UNHEALTHY",
        "SERVER_ERROR,  503, http_503,              30, UNHEALTHY",
        "SERVER_ERROR,  504, http_504,              1,  UNHEALTHY",
        "NOT_CONNECTED, ,    connection_refused,    1,  UNHEALTHY",
        "NOT_CONNECTED, ,    connect_timeout,       30, UNHEALTHY",
        "NOT_CONNECTED, ,    connect_timeout,       5,  UNHEALTHY",
        "NOT_CONNECTED, ,    connect_timeout,       4,  NONE",
        "NO_ANSWER,     ,    timeout,               30, UNHEALTHY",
        "NO_ANSWER,     ,    timeout,               15, UNHEALTHY",
        "NO_ANSWER,     ,    timeout,               14, NONE",
        "NO_ANSWER,     ,    closed_without_answer, 1,  UNHEALTHY",
        "NO_ANSWER,     200, answer_truncated,      1,  UNHEALTHY",
        "NO_ANSWER,     ,    ,                      1,  UNHEALTHY",
        "NOT_ATTEMPTED, ,    not_after_passed,      30, NONE",
    })
    void of_answer_saysWhetherTheGatewayIsWell(
            Category category, Integer status, String code, int granted, CallHealth health) {
        Answer answer = new Answer(category, status, code, null, 0, Map.of(), null, null);

        assertThat(CallHealth.of(answer, Duration.ofSeconds(granted), GATEWAY)).isEqualTo(health);
    }
}
