package dev.kakutei.sender.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.testkit.SourceTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the example gateways of the documentation make of answers (SPEC D1, D2, D3). */
class GatewayExamplesJudgedTest {
    private static final Instant NOW = Instant.parse("2026-07-01T00:00:00Z");

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', nullValues = "-", textBlock = """
            cards         | 200 | {"id":"ch_1","status":"succeeded"}                    | Delivered      | -              | response_success_criteria: $.status eq "succeeded"
            cards         | 201 | {"id":"ch_1","status":"succeeded"}                    | Delivered      | -              | response_success_criteria: $.status eq "succeeded"
            cards         | 200 | {"id":"ch_1","status":"requires_action"}              | Unknown        | accepted_pending | response_pending_criteria: $.status in ["pending","requires_action"]
            cards         | 200 | {"id":"ch_1","status":"failed"}                       | Refused        | success_criteria_not_met | response_success_criteria not met: $.status eq "succeeded"
            cards         | 200 | <html>down for maintenance</html>                     | Unknown        | answer_not_understood | response_success_criteria not applicable: $.status eq "succeeded"
            cards         | 402 | {"error":{"code":"card_declined","message":"No."}}    | Refused        | card_declined  | -
            cards         | 400 | {"error":{"code":"amount_too_small"}}                 | Refused        | amount_too_small | -
            cards         | 400 | {"error":{"code":"lock_timeout"}}                     | Retryable/NONE | lock_timeout   | response_retryable_criteria: $.error.code in ["lock_timeout","rate_limit"]
            cards         | 429 | {"error":{"code":"rate_limit"}}                       | Retryable/NONE | rate_limit     | response_retryable_criteria: $.error.code in ["lock_timeout","rate_limit"]
            cards         | 409 | {"error":{"code":"idempotency_key_in_use"}}           | Unknown        | idempotency_key_in_use | -
            cards         | 500 | {"error":{"code":"api_error"}}                        | Retryable/POSSIBLE | api_error  | -
            cards         | 503 | -                                                     | Retryable/POSSIBLE | http_503   | -
            verify        | 200 | {"sid":"VE1","status":"approved"}                     | Delivered      | -              | response_success_criteria: $.status eq "approved" and $.error_code missing
            verify        | 200 | {"sid":"VE1","status":"approved","error_code":null}   | Delivered      | -              | response_success_criteria: $.status eq "approved" and $.error_code missing
            verify        | 200 | {"sid":"VE1","status":"pending"}                      | Unknown        | accepted_pending | response_pending_criteria: $.status eq "pending"
            verify        | 200 | {"error_code":60200,"message":"Invalid parameter"}    | Refused        | 60200          | response_refused_criteria: $.error_code gte 60200 and $.error_code lt 60400
            verify        | 200 | {"status":"approved","error_code":60200}              | Refused        | 60200          | response_refused_criteria: $.error_code gte 60200 and $.error_code lt 60400
            verify        | 200 | {"error_code":60203}                                  | Retryable/NONE | 60203          | response_quota_criteria: $.error_code in [60203,60212]
            verify        | 200 | {"error_code":20429}                                  | Retryable/NONE | 20429          | response_retryable_criteria: $.error_code eq 20429
            verify        | 200 | {"error_code":50001}                                  | Unknown        | 50001          | response_success_criteria not met: $.status eq "approved"
            verify        | 200 | {}                                                    | Unknown        | success_criteria_not_met | response_success_criteria not met: $.status eq "approved"
            verify        | 200 | -                                                     | Unknown        | answer_not_understood | response_success_criteria not applicable: $.status eq "approved"
            verify        | 401 | {"message":"Authenticate"}                            | Refused        | http_401       | -
            verify        | 429 | {"message":"slow down"}                               | Retryable/NONE | http_429       | -
            legacy-broker | 200 | {"RESULT":"0000","ORDERNO":"77"}                      | Delivered      | 0000           | response_success_criteria: $.RESULT eq "0000"
            legacy-broker | 200 | {"RESULT":"1234","TEXT":"UNKNOWN SECURITY"}           | Refused        | 1234           | response_refused_criteria: $.RESULT regex "^[1-8][0-9]{3}$"
            legacy-broker | 200 | {"RESULT":"9001","TEXT":"CLOSED"}                     | Retryable/NONE | 9001           | response_retryable_criteria: $.RESULT regex "^9[0-9]{3}$"
            legacy-broker | 200 | {"RESULT":"WAIT"}                                     | Unknown        | WAIT           | response_success_criteria not met: $.RESULT eq "0000"
            legacy-broker | 200 | OK                                                    | Unknown        | answer_not_understood | response_success_criteria not applicable: $.RESULT eq "0000"
            legacy-broker | 500 | -                                                     | Retryable/POSSIBLE | http_500   | -
            oauth-bank    | 201 | {"payment_id":"7","state":"executed"}                 | Delivered      | -              | response_success_criteria: $.state eq "executed"
            oauth-bank    | 201 | {"payment_id":"7","state":"received"}                 | Unknown        | accepted_pending | response_pending_criteria: $.state in ["received","processing"]
            oauth-bank    | 400 | {"error":"invalid_grant","error_description":"No."}   | Refused        | invalid_grant  | -
            oauth-bank    | 200 | {"error":"invalid_grant","error_description":"No."}   | Refused        | invalid_grant  | response_refused_criteria: status lt 300 and $.error exists
            oauth-bank    | 401 | {"error":"invalid_token"}                             | Retryable/NONE | invalid_token  | response_retryable_criteria: $.error in ["invalid_token","temporarily_unavailable","slow_down"]
            oauth-bank    | 400 | {"error":"slow_down"}                                 | Retryable/NONE | slow_down      | response_retryable_criteria: $.error in ["invalid_token","temporarily_unavailable","slow_down"]
            oauth-bank    | 503 | {"error":"temporarily_unavailable"}                   | Retryable/POSSIBLE | temporarily_unavailable | response_retryable_criteria: $.error in ["invalid_token","temporarily_unavailable","slow_down"]
            oauth-bank    | 200 | {"state":"rejected"}                                  | Unknown        | success_criteria_not_met | response_success_criteria not met: $.state eq "executed"
            """)
    void answer_toAPost_isJudgedAsTheExampleSays(
            String example, int status, String body, String outcome, String code, String judgedBy) throws Exception {
        Gateway gateway = gateway(example);
        Command.Send command = gateway.paths().containsKey(RequestKind.PAYMENT)
                ? Fixtures.payment(Fixtures.ID, Duration.ofSeconds(5))
                : Fixtures.order(Fixtures.ID, example);
        Outcome judged = new GatewayDryRun(gateway, NOW)
                .judge(command, new GatewayDryRun.GivenAnswer(status, Map.of(), body == null ? "" : body))
                .outcome();
        assertThat(word(judged)).isEqualTo(outcome);
        assertThat(judged.answer().code()).isEqualTo(code);
        assertThat(judged.answer().judgedBy()).isEqualTo(judgedBy);
        assertThat(judged.answer().statusCode()).isEqualTo(status);
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', nullValues = "-", textBlock = """
            cards         | 200 | {"data":[{"status":"succeeded","amount":1200,"currency":"jpy"}]} | SUCCEEDED
            cards         | 200 | {"data":[{"status":"failed"}]}                        | DECLINED
            cards         | 200 | {"data":[{"status":"pending"}]}                       | PENDING
            cards         | 200 | {"data":[{"status":"succeeded","currency":"usd"}]}    | INCONCLUSIVE
            cards         | 200 | {"data":[{"status":"succeeded","metadata":{"request_id":"another"}}]} | INCONCLUSIVE
            cards         | 200 | {"data":[]}                                           | NOT_FOUND
            cards         | 200 | {}                                                    | INCONCLUSIVE
            cards         | 500 | -                                                     | INCONCLUSIVE
            cards         | 401 | -                                                     | UNANSWERABLE
            verify        | 200 | {"status":"approved","amount":"1200.00"}              | SUCCEEDED
            verify        | 200 | {"status":"approved","amount":"12.00"}                | INCONCLUSIVE
            verify        | 200 | {"status":"expired"}                                  | DECLINED
            verify        | 200 | {"error_code":20404}                                  | NOT_FOUND
            verify        | 200 | {"error_code":60200}                                  | INCONCLUSIVE
            verify        | 404 | {"error_code":20404}                                  | NOT_FOUND
            verify        | 404 | <html>nginx</html>                                    | INCONCLUSIVE
            oauth-bank    | 200 | {"state":"executed","instructed_amount":{"amount":"1200.00","currency":"JPY"}} | SUCCEEDED
            oauth-bank    | 200 | {"state":"executed","instructed_amount":{"amount":"1200.00","currency":"EUR"}} | INCONCLUSIVE
            oauth-bank    | 200 | {"state":"rejected"}                                  | DECLINED
            oauth-bank    | 200 | {"state":"archived"}                                  | INCONCLUSIVE
            oauth-bank    | 404 | {"error":"not_found"}                                 | NOT_FOUND
            """)
    void answer_toAQuestion_isJudgedAsTheExampleSays(String example, int status, String body, String finding)
            throws Exception {
        Report.InquiryReport report = new GatewayDryRun(gateway(example), NOW)
                .judge(
                        Fixtures.inquiry(RequestKind.PAYMENT),
                        new GatewayDryRun.GivenAnswer(status, Map.of(), body == null ? "" : body));
        assertThat(report.finding().name()).isEqualTo(finding);
    }

    /** SPEC C3: a quota is waited for, as long as the gateway says or else as the file does. */
    @Test
    void quota_untilItsPeriodEnds_isWaitedFor() throws Exception {
        GatewayDryRun rehearsal = new GatewayDryRun(gateway("verify"), NOW);
        Command.Send command = Fixtures.payment(Fixtures.ID, Duration.ofSeconds(5));
        Outcome silent = rehearsal
                .judge(command, new GatewayDryRun.GivenAnswer(200, Map.of(), "{\"error_code\":60203}"))
                .outcome();
        Outcome asked = rehearsal
                .judge(
                        command,
                        new GatewayDryRun.GivenAnswer(200, Map.of("Retry-After", "90"), "{\"error_code\":60203}"))
                .outcome();
        assertThat(((Outcome.Retryable) silent).atLeastMillis()).isEqualTo(600_000);
        assertThat(((Outcome.Retryable) asked).atLeastMillis()).isEqualTo(90_000);
    }

    private static String word(Outcome outcome) {
        String word = outcome.getClass().getSimpleName();
        return outcome instanceof Outcome.Retryable retryable ? word + "/" + retryable.doubt() : word;
    }

    private static Gateway gateway(String example) throws Exception {
        Path file = SourceTree.file("docs/examples/gateways/" + example + ".yaml");
        return GatewayFile.read(Files.readString(file)).byName().get(example);
    }
}
