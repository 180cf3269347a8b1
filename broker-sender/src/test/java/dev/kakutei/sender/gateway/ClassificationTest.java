package dev.kakutei.sender.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.redact.Redaction;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.criteria.CriteriaEvents;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** SPEC C3, C5, D5: what each answer means. */
class ClassificationTest {
    private static final Classification PLAIN = new Classification(
            Fixtures.gateway("gw", URI.create("http://localhost"), 1), Redaction.PLAIN, CriteriaEvents.NONE);
    private static final Classification EMPTY_LIST =
            new Classification(Fixtures.gateway("gw", """
                    class: neither
                    url: http://localhost
                    paths: {payment: /payments}
                    response_success_criteria: {conditions: []}
                    """), Redaction.PLAIN, CriteriaEvents.NONE);

    private static Reply.Answered answered(int status, String body) {
        return new Reply.Answered(status, Map.of(), body.getBytes(UTF_8), Reply.Extent.WHOLE, 7);
    }

    private static Outcome classified(Reply reply) {
        return PLAIN.of(reply, Instant.EPOCH);
    }

    private static String wordFor(Outcome outcome) {
        String word = outcome.getClass().getSimpleName();
        return outcome instanceof Outcome.Retryable retryable ? word + "/" + retryable.doubt() : word;
    }

    @ParameterizedTest(name = "{0} {1} -> {2} {3} {4}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "100|''|Unknown|UNKNOWN|status_not_understood",
                "101|''|Unknown|UNKNOWN|status_not_understood",
                "200|''|Delivered|OK|-",
                "200|{\"id\":\"g-1\"}|Delivered|OK|-",
                "200|not json|Delivered|OK|-",
                "200|[1,2]|Delivered|OK|-",
                "200|{\"code\":\"E1\"}|Delivered|OK|E1",
                "201|{\"id\":\"g-1\"}|Delivered|OK|-",
                "202|{\"id\":\"g-1\"}|Unknown|UNKNOWN|accepted_pending",
                "202|''|Unknown|UNKNOWN|accepted_pending",
                "203|''|Delivered|OK|-",
                "204|''|Delivered|OK|-",
                "206|''|Delivered|OK|-",
                "299|''|Delivered|OK|-",
                "300|''|Unknown|UNKNOWN|redirect_not_followed",
                "301|''|Refused|CLIENT_ERROR|redirect_not_followed",
                "302|''|Unknown|UNKNOWN|redirect_not_followed",
                "303|''|Unknown|UNKNOWN|redirect_not_followed",
                "304|''|Unknown|UNKNOWN|redirect_not_followed",
                "307|''|Refused|CLIENT_ERROR|redirect_not_followed",
                "308|''|Refused|CLIENT_ERROR|redirect_not_followed",
                "400|''|Refused|CLIENT_ERROR|http_400",
                "400|{\"code\":\"BAD_QTY\"}|Refused|CLIENT_ERROR|BAD_QTY",
                "400|{\"error\":{\"code\":\"BAD_QTY\"}}|Refused|CLIENT_ERROR|BAD_QTY",
                "400|{\"error_code\":60200}|Refused|CLIENT_ERROR|60200",
                "400|{\"error\":\"nope\"}|Refused|CLIENT_ERROR|http_400",
                "400|<html>|Refused|CLIENT_ERROR|http_400",
                "400|{\"code\":{\"x\":1}}|Refused|CLIENT_ERROR|http_400",
                "401|''|Refused|CLIENT_ERROR|http_401",
                "402|{\"code\":\"insufficient_funds\"}|Refused|CLIENT_ERROR|insufficient_funds",
                "403|''|Refused|CLIENT_ERROR|http_403",
                "404|''|Refused|CLIENT_ERROR|http_404",
                "405|''|Refused|CLIENT_ERROR|http_405",
                "407|''|Refused|CLIENT_ERROR|http_407",
                "408|''|Retryable/POSSIBLE|CLIENT_ERROR|http_408",
                "408|{\"code\":\"slow\"}|Retryable/POSSIBLE|CLIENT_ERROR|slow",
                "409|''|Unknown|CLIENT_ERROR|in_progress",
                "409|{\"code\":\"key_in_use\"}|Unknown|CLIENT_ERROR|key_in_use",
                "410|''|Refused|CLIENT_ERROR|http_410",
                "413|''|Refused|CLIENT_ERROR|http_413",
                "415|''|Refused|CLIENT_ERROR|http_415",
                "418|''|Refused|CLIENT_ERROR|http_418",
                "422|{\"code\":\"limit\"}|Refused|CLIENT_ERROR|limit",
                "425|''|Refused|CLIENT_ERROR|http_425",
                "429|''|Retryable/NONE|CLIENT_ERROR|http_429",
                "429|{\"error\":{\"code\":\"quota\"}}|Retryable/NONE|CLIENT_ERROR|quota",
                "451|''|Refused|CLIENT_ERROR|http_451",
                "499|''|Refused|CLIENT_ERROR|http_499",
                "500|''|Retryable/POSSIBLE|SERVER_ERROR|http_500",
                "500|{\"code\":\"oops\"}|Retryable/POSSIBLE|SERVER_ERROR|oops",
                "501|''|Retryable/POSSIBLE|SERVER_ERROR|http_501",
                "502|<html>|Retryable/POSSIBLE|SERVER_ERROR|http_502",
                "503|''|Retryable/POSSIBLE|SERVER_ERROR|http_503",
                "504|''|Retryable/POSSIBLE|SERVER_ERROR|http_504",
                "505|''|Retryable/POSSIBLE|SERVER_ERROR|http_505",
                "599|''|Retryable/POSSIBLE|SERVER_ERROR|http_599",
                "600|''|Unknown|UNKNOWN|status_not_understood",
                "999|''|Unknown|UNKNOWN|status_not_understood",
            })
    void of_answer_isJudgedByItsStatus(int status, String body, String outcome, Category category, String code) {
        Outcome judged = classified(answered(status, body));

        assertThat(wordFor(judged)).isEqualTo(outcome);
        assertThat(judged.answer().category()).isEqualTo(category);
        assertThat(judged.answer().code()).isEqualTo(code);
        assertThat(judged.answer().statusCode()).isEqualTo(status);
        assertThat(judged.answer().elapsedMillis()).isEqualTo(7);
        assertThat(EMPTY_LIST.of(answered(status, body), Instant.EPOCH))
                .as("SPEC D2: an empty list is as no list, the HTTP status alone decides")
                .isEqualTo(judged);
    }

    @ParameterizedTest(name = "{0} -> {1} {2} {3}")
    @CsvSource({
        "TOO_LATE,NotSent,NOT_ATTEMPTED,not_after_passed",
        "UNRESOLVED,NotSent,NOT_CONNECTED,host_unresolved",
        "REFUSED,NotSent,NOT_CONNECTED,connection_refused",
        "TLS,NotSent,NOT_CONNECTED,tls_handshake_failed",
        "CONNECT_TIMEOUT,NotSent,NOT_CONNECTED,connect_timeout",
        "NOT_CONNECTED,NotSent,NOT_CONNECTED,not_connected",
        "TIMEOUT,Unknown,NO_ANSWER,timeout",
        "CLOSED,Unknown,NO_ANSWER,closed_without_answer",
        "RESET,Unknown,NO_ANSWER,connection_reset",
        "TRUNCATED,Unknown,NO_ANSWER,answer_truncated",
        "GARBLED,Unknown,NO_ANSWER,answer_garbled",
        "STOPPED,Unknown,NO_ANSWER,sender_stopped",
        "BROKEN,Unknown,NO_ANSWER,call_broken",
    })
    void of_failure_isNotSentOnlyIfNothingLeft(Failure failure, String outcome, Category category, String code) {
        Outcome judged = classified(new Reply.Failed(failure, 0, null, 3));

        assertThat(wordFor(judged)).isEqualTo(outcome);
        assertThat(judged.answer().category()).isEqualTo(category);
        assertThat(judged.answer().code()).isEqualTo(code);
        assertThat(judged.answer().statusCode()).isNull();
    }

    @ParameterizedTest
    @EnumSource(Failure.class)
    void of_brokenOffSuccess_isNeverDelivered(Failure failure) {
        assertThat(classified(new Reply.Failed(failure, 200, "x", 3))).isNotInstanceOf(Outcome.Delivered.class);
    }

    @Test
    void of_brokenOffAnswer_keepsItsStatus() {
        assertThat(classified(new Reply.Failed(Failure.TRUNCATED, 503, null, 3))
                        .answer()
                        .statusCode())
                .isEqualTo(503);
    }

    @Test
    void of_answer_keepsOnlyHeadersThatSayWhenToComeBack() {
        Map<String, String> headers = Map.of(
                "retry-after", "120",
                "x-ratelimit-reset", "1760000000",
                "x-ratelimit-remaining", "0",
                "date", "Tue, 15 Nov 1994 08:12:31 GMT",
                "set-cookie", "secret",
                "x-long", "y".repeat(1000));
        Answer answer = classified(new Reply.Answered(429, headers, new byte[0], Reply.Extent.WHOLE, 1))
                .answer();

        assertThat(answer.headers())
                .containsOnlyKeys("retry-after", "x-ratelimit-reset", "x-ratelimit-remaining", "date")
                .containsEntry("retry-after", "120");
        assertThat(answer.excerpt()).isNull();
    }

    @Test
    void of_endlessHeader_isBounded() {
        Map<String, String> headers = Map.of("retry-after", "x".repeat(5000), "x-ratelimit-reset", "9".repeat(5000));
        Answer answer = classified(new Reply.Answered(429, headers, new byte[0], Reply.Extent.WHOLE, 1))
                .answer();

        assertThat(answer.headers().get("retry-after")).hasSize(128);
        assertThat(answer.headers().get("x-ratelimit-reset")).as("as excessive").isEqualTo("9".repeat(15));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "{\"id\":\"g-1\",\"reference\":\"r\"}|g-1",
                "{\"id\":17}|17",
                "{\"reference\":\"r\"}|r",
                "{\"id\":null,\"reference\":\"r\"}|r",
                "{\"id\":{}}|-",
                "'id=1'|-",
                "{\"id\":\"g-1\"} trailing|-",
            })
    void of_delivered_takesTheGatewaysReference(String body, String reference) {
        assertThat(classified(answered(200, body)).answer().reference()).isEqualTo(reference);
    }

    @Test
    void of_cutOffBody_isJudgedByStatusAndNotParsed() {
        byte[] body = "{\"id\":\"g-1\"}".getBytes(UTF_8);
        Outcome judged = classified(new Reply.Answered(200, Map.of(), body, Reply.Extent.CUT_OFF, 1));

        assertThat(judged).isInstanceOf(Outcome.Delivered.class);
        assertThat(judged.answer().reference()).isNull();
        assertThat(judged.answer().excerpt()).isEqualTo("{\"id\":\"g-1\"}");
    }

    @Test
    void of_message_isTheGatewaysWithoutSecrets() {
        String body = "{\"error\":{\"message\":\"card 4111 1111 1111 1111 declined\"}}";

        assertThat(classified(answered(402, body)).answer().message()).isEqualTo("card ***1111 declined");
        assertThat(classified(answered(402, "")).answer().message()).isEqualTo("the gateway answered 402");
    }

    @Test
    void of_longBody_givesBoundedRedactedExcerpt() {
        String body = " ".repeat(2040) + "4111111111111111" + " ".repeat(9000);
        String excerpt = classified(answered(500, body)).answer().excerpt();

        assertThat(excerpt).hasSizeLessThanOrEqualTo(Answer.MAX_EXCERPT).doesNotContain("41111");
    }

    @Test
    void of_longBody_doesNotShowHalfACardAtTheCut() {
        String masked = "\"password\":\"" + "p".repeat(3000) + "\"";
        String body = masked + " ".repeat(4096 - masked.length() - 12) + "4111111111111111 and more";

        assertThat(classified(answered(500, body)).answer().excerpt()).doesNotContain("4111");
    }

    @Test
    void of_echoedSecret_isNowhereInTheOutcome() {
        Classification classification = new Classification(
                Fixtures.gateway("gw", URI.create("http://localhost"), 1),
                new Redaction(() -> List.of("s3cr3t-value")),
                CriteriaEvents.NONE);
        String body = "{\"code\":\"s3cr3t-value\",\"message\":\"bad s3cr3t-value\",\"id\":\"s3cr3t-value\"}";
        Map<String, String> headers = Map.of("retry-after", "s3cr3t-value");

        for (int status : new int[] {200, 302, 400, 429, 500}) {
            Outcome judged = classification.of(
                    new Reply.Answered(status, headers, body.getBytes(UTF_8), Reply.Extent.WHOLE, 1), Instant.EPOCH);
            assertThat(judged.toString()).doesNotContain("s3cr3t").contains("***");
        }
        Reply failed = new Reply.Failed(Failure.BROKEN, 0, "refused s3cr3t-value", 1);
        assertThat(classification.of(failed, Instant.EPOCH).toString()).doesNotContain("s3cr3t");
    }

    @Test
    void of_cardNumberAsCode_isMasked() {
        assertThat(classified(answered(400, "{\"code\":\"4111111111111111\"}"))
                        .answer()
                        .code())
                .isEqualTo("***1111");
    }

    /** That would be a mistake of ours; it must not cost the report, nor be taken for an answer. */
    @Test
    void of_judgingThatFails_isUnknown() {
        Classification broken = new Classification(Fixtures.gateway("gw", """
                        class: neither
                        url: http://localhost
                        paths: {payment: /payments}
                        response_success_criteria: {conditions: [{path: $.a, operation: gt, value: 5}]}
                        """), Redaction.PLAIN, (gateway, list) -> {
            throw new IllegalStateException("no room to count");
        });
        Outcome judged = broken.of(answered(200, "{\"a\":\"x\"}"), Instant.EPOCH);

        assertThat(judged).isInstanceOf(Outcome.Unknown.class);
        assertThat(judged.answer().code()).isEqualTo("answer_not_judged");
        assertThat(judged.answer().statusCode()).isEqualTo(200);
    }
}
