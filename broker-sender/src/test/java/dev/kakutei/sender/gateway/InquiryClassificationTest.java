package dev.kakutei.sender.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.redact.Redaction;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.criteria.CriteriaEvents;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** SPEC C6: what a gateway's answer to an inquiry means. */
class InquiryClassificationTest {
    private static final InquiryClassification PLAIN = new InquiryClassification(
            Fixtures.gateway("gw", URI.create("http://localhost"), 1), Redaction.PLAIN, CriteriaEvents.NONE);

    private static InquiryClassification.Found found(Reply reply) {
        return PLAIN.of(reply, Fixtures.inquiry(RequestKind.PAYMENT));
    }

    @ParameterizedTest(name = "{0} {1} -> {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "200|{\"status\":\"AUTHORIZED\"}|SUCCEEDED|AUTHORIZED",
                "200|{\"status\":\"authorized\"}|SUCCEEDED|authorized",
                "200|{\"status\":\"DECLINED\"}|DECLINED|DECLINED",
                "200|{\"status\":\"DECLINED\",\"code\":\"funds\"}|DECLINED|funds",
                "200|{\"status\":\"PENDING\"}|PENDING|PENDING",
                "200|{\"status\":\"WOBBLY\"}|INCONCLUSIVE|unknown_status",
                "200|{\"status\":\"\"}|INCONCLUSIVE|unknown_status",
                "200|{\"status\":null}|INCONCLUSIVE|no_status",
                "200|{\"status\":{}}|INCONCLUSIVE|no_status",
                "200|{}|INCONCLUSIVE|no_status",
                "200|AUTHORIZED|INCONCLUSIVE|no_status",
                "200|''|INCONCLUSIVE|no_status",
                "200|[\"AUTHORIZED\"]|INCONCLUSIVE|no_status",
                "200|{\"status\":\"AUTHORIZED\",\"reference\":\"00000000-0000-7000-8000-000000000001\"}|SUCCEEDED|AUTHORIZED",
                "200|{\"status\":\"AUTHORIZED\",\"reference\":\"INV-1\"}|SUCCEEDED|AUTHORIZED",
                "200|{\"status\":\"AUTHORIZED\",\"reference\":\"INV-2\"}|INCONCLUSIVE|another_request",
                "200|{\"status\":\"DECLINED\",\"reference\":\"INV-2\"}|INCONCLUSIVE|another_request",
                "200|{\"status\":\"AUTHORIZED\",\"amount\":\"1200\"}|SUCCEEDED|AUTHORIZED",
                "200|{\"status\":\"AUTHORIZED\",\"amount\":1200.000}|SUCCEEDED|AUTHORIZED",
                "200|{\"status\":\"AUTHORIZED\",\"amount\":\"1200.01\"}|INCONCLUSIVE|another_request",
                "200|{\"status\":\"AUTHORIZED\",\"amount\":\"lots\"}|INCONCLUSIVE|another_request",
                "200|{\"status\":\"AUTHORIZED\",\"currency\":\"jpy\"}|SUCCEEDED|AUTHORIZED",
                "200|{\"status\":\"AUTHORIZED\",\"currency\":\"USD\"}|INCONCLUSIVE|another_request",
                "202|{\"status\":\"AUTHORIZED\"}|INCONCLUSIVE|no_status",
                "204|''|INCONCLUSIVE|no_status",
                "302|''|INCONCLUSIVE|http_302",
                "400|''|UNANSWERABLE|http_400",
                "401|''|UNANSWERABLE|http_401",
                "403|{\"code\":\"forbidden\"}|UNANSWERABLE|forbidden",
                "404|''|NOT_FOUND|not_found",
                "404|{\"status\":\"NOT_FOUND\"}|NOT_FOUND|not_found",
                "405|''|UNANSWERABLE|http_405",
                "408|''|INCONCLUSIVE|http_408",
                "410|''|UNANSWERABLE|http_410",
                "429|''|INCONCLUSIVE|http_429",
                "500|{\"status\":\"AUTHORIZED\"}|INCONCLUSIVE|http_500",
                "503|''|INCONCLUSIVE|http_503",
                "700|''|INCONCLUSIVE|http_700",
            })
    void of_answer_isReadThroughTheGatewaysWords(int status, String body, Finding finding, String code) {
        InquiryClassification.Found found =
                found(new Reply.Answered(status, Map.of(), body.getBytes(UTF_8), Reply.Extent.WHOLE, 1));

        assertThat(found.finding()).isEqualTo(finding);
        assertThat(found.answer().code()).isEqualTo(code);
        assertThat(found.answer().statusCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @EnumSource(Failure.class)
    void of_anyFailure_isInconclusive(Failure failure) {
        InquiryClassification.Found found = found(new Reply.Failed(failure, 0, null, 1));

        assertThat(found.finding()).isEqualTo(Finding.INCONCLUSIVE);
        assertThat(found.answer().category()).isIn(Category.NO_ANSWER, Category.NOT_CONNECTED, Category.NOT_ATTEMPTED);
    }

    @ParameterizedTest
    @CsvSource({"AUTHORIZED", "DECLINED"})
    void of_cutOffAnswer_isInconclusive(String status) {
        byte[] body = ("{\"status\":\"" + status + "\"}").getBytes(UTF_8);

        assertThat(found(new Reply.Answered(200, Map.of(), body, Reply.Extent.CUT_OFF, 1))
                        .finding())
                .isEqualTo(Finding.INCONCLUSIVE);
    }
}
