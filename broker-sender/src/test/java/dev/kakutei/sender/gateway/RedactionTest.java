package dev.kakutei.sender.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pan 4111111111111111.|pan ***1111.",
                "4111-1111-1111-1111|***1111",
                "4111 1111 1111 1111|***1111",
                "378282246310005|***0005",
                "4222222222222|***2222",
                "6304000000000000000|***0000",
                "a4111111111111111b|a***1111b",
                "Authorization: Bearer abc.def-ghi|Authorization: Bearer ***",
                "bearer  ABCDEFGH|bearer ***",
                "Basic dXNlcjpwYXNz|Basic ***",
                "{\"password\":\"hunter2\"}|{\"password\":\"***\"}",
                "{\"client_secret\" : \"x\",\"a\":1}|{\"client_secret\" : \"***\",\"a\":1}",
                "{\"api_key\":\"k\"}|{\"api_key\":\"***\"}",
                "{\"cvv\":123}|{\"cvv\":\"***\"}",
                "{\"access_token\":\"cut off|{\"access_token\":\"***\"",
            })
    void redact_secret_isTakenOut(String text, String clean) {
        assertThat(Redaction.redact(text)).isEqualTo(clean);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "4111111111111112",
                "411111111111",
                "41111111111111111111",
                "2026-01-01 12:00:00",
                "{\"token\":\"tok_visa\"}",
                "bearer of news",
                "12-34",
                "7-",
                "",
            })
    void redact_harmlessText_staysAsItIs(String text) {
        assertThat(Redaction.redact(text)).isEqualTo(text);
    }

    @Test
    void redact_hostileText_takesLinearTime() {
        String hostile = "\"secret\":\"".repeat(50_000) + "1 ".repeat(50_000) + "bearer ".repeat(50_000);

        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> Redaction.redact(hostile));
    }

    @Test
    void redact_null_isNull() {
        assertThat(Redaction.redact(null)).isNull();
    }
}
