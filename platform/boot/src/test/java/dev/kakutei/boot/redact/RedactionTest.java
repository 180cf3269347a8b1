package dev.kakutei.boot.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
                "{\"password\":\"hun\\\"ter2\",\"a\":1}|{\"password\":\"***\",\"a\":1}",
                "{\"token\":\"tok_visa\"}|{\"token\":\"***\"}",
                "{\"tokens\":[\"a]\",\"b\"],\"c\":1}|{\"tokens\":\"***\",\"c\":1}",
                "{\"credentials\":{\"user\":{\"n\":\"}\"}},\"c\":1}|{\"credentials\":\"***\",\"c\":1}",
                "{\"cardNumber\":\"4\",\"card_number\":5}|{\"cardNumber\":\"***\",\"card_number\":\"***\"}",
                "{\"customerPan\":\"1\",\"account-number\":\"2\"}|{\"customerPan\":\"***\",\"account-number\":\"***\"}",
                "{\"PAN\":\"1\",\"x_iban\":\"2\",\"pin\":1234}|{\"PAN\":\"***\",\"x_iban\":\"***\",\"pin\":\"***\"}",
                "{\"d\":\"{\\\"secret\\\":\\\"s3\\\",\\\"a\\\":1}\"}|{\"d\":\"{\\\"secret\\\":\"***\",\\\"a\\\":1}\"}",
                "user=bob&password=hunter2&x=1|user=bob&password=***&x=1",
                "https://h/p?api_key=abc#x y|https://h/p?api_key=*** y",
                "client-secret='a b' c|client-secret='***' c",
                "<soap:Password type=\"x\">hunter2</soap:Password>|<soap:Password type=\"x\">***</soap:Password>",
                "<ns1:CardNumber>4</ns1:CardNumber><a>b</a>|<ns1:CardNumber>***</ns1:CardNumber><a>b</a>",
                "x eyJhbGciOiJ9.eyJzdWIiOiJ9.c2lnbmF0 y|x *** y",
                "key sk_live_4eC39HqLyjWD is wrong|key *** is wrong",
                "id AKIAIOSFODNN7EXAMPLE.|id ***.",
                "a -----BEGIN RSA PRIVATE KEY-----MIIE-----END RSA PRIVATE KEY----- b|a *** b",
                "a -----BEGIN PRIVATE KEY-----MIIE|a ***",
                "2026-01-01 4111111111111111|2026-01-01 ***1111",
                "1200 4111 1111 1111 1111 77|1200 ***1111 77",
            })
    void redact_secret_isTakenOut(String text, String clean) {
        assertThat(Redaction.PLAIN.redact(text)).isEqualTo(clean);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "4111111111111112",
                "411111111111",
                "41111111111111111111",
                "2026-01-01 12:00:00",
                "{\"token\":null,\"cvv\":true}",
                "{\"token_type\":\"Bearer\"}",
                "{\"Japan\":\"x\",\"shipping\":\"y\"}",
                "password: must not be empty",
                "{\"password\"}",
                "password=",
                "<password></password>",
                "<password",
                "a == b",
                "eyJ.x",
                "bearer of news",
                "12-34",
                "7-",
                "",
            })
    void redact_harmlessText_staysAsItIs(String text) {
        assertThat(Redaction.PLAIN.redact(text)).isEqualTo(text);
    }

    @Test
    void redact_hostileText_takesLinearTime() {
        String[] pieces = {
            "\"secret\":\"",
            "1 ",
            "bearer ",
            "\"secret\":{",
            "\"pin\":",
            "\\",
            "\"",
            "password=",
            "<password>",
            "<password ",
            "-----BEGIN ",
            "eyJaaaaa.",
            "a",
            "=",
            ":",
            "\\\"secret\\\":\\\"",
            "[",
            "4",
            "-4",
            "sk_live_"
        };
        for (String piece : pieces) {
            String hostile = piece.repeat(300_000 / piece.length());

            Duration worked = assertTimeoutPreemptively(
                    Duration.ofMinutes(2),
                    () -> {
                        Redaction.PLAIN.redact(hostile);
                        return cpuTime();
                    },
                    piece);
            // Quadratic, it would be minutes. A machine that has other work does not make it more.
            assertThat(worked).as(piece).isLessThan(Duration.ofSeconds(10));
        }
    }

    /** Of this thread, which does nothing else. */
    private static Duration cpuTime() {
        return Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "the key h4nter!2 is wrong|the key *** is wrong",
                "{\"said\":\"a\\\"b\\\\c\"}|{\"said\":\"***\"}",
                "{\"said\":\"a\"b\\c\"}|{\"said\":\"***\"}",
                "x=a%22b%5Cc&y=1|x=***&y=1",
                "longer h4nter!2-and-more|longer ***",
                "abc stays|abc stays",
            })
    void redact_gatewaysOwnSecret_isTakenOutInEveryForm(String text, String clean) {
        Redaction redaction = new Redaction(() -> List.of("h4nter!2", "h4nter!2-and-more", "a\"b\\c", "abc"));

        assertThat(redaction.redact(text)).isEqualTo(clean);
        assertThat(redaction.withoutSecrets(text)).isEqualTo(clean);
    }

    @Test
    void redact_renewedSecret_isTakenOutToo() {
        List<String> secrets = new ArrayList<>(List.of("old-one"));
        Redaction redaction = new Redaction(() -> secrets);
        secrets.add("new-one");

        assertThat(redaction.redact("old-one new-one")).isEqualTo("*** ***");
    }

    @Test
    void withoutSecrets_numberLikeACards_staysAsItIs() {
        assertThat(Redaction.PLAIN.withoutSecrets("4111111111111111")).isEqualTo("4111111111111111");
    }

    @Test
    void redact_null_isNull() {
        assertThat(Redaction.PLAIN.redact(null)).isNull();
        assertThat(Redaction.PLAIN.withoutSecrets(null)).isNull();
    }
}
