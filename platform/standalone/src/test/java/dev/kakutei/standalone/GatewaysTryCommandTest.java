package dev.kakutei.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewaysTryCommandTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("gateways.yaml"), """
                gateways:
                  acme:
                    class: queryable
                    url: https://acme.example/v1
                    paths: {payment: /charges}
                    auth: {bearer: {env: NOT_SET_ANYWHERE}}
                    headers: {X-Tenant: {file: /nowhere/at/all}, X-Unit: "{currency}"}
                    request: {bodies: {payment: {sum: "{amount|minor}", unit: "{currency|lower}", ref: "{merchant_reference}"}}}
                    response_success_criteria: {conditions: [{path: $.status, operation: eq, value: ok}]}
                    response_otherwise: refused
                    status_query: {paths: {payment: "/charges/{request_id}"}, succeeded: [ok], declined: [no]}
                    retry: {jitter: none}
                  both: {class: neither, url: "https://both.example", paths: {order: /o, payment: /p}}
                  keyed:
                    class: idempotent
                    url: https://keyed.example
                    paths: {order: /o}
                    idempotency: {header: Key, ttl: 24h}
                    status_query: {paths: {payment: "/p/{request_id}"}}
                  named:
                    class: queryable
                    url: https://named.example
                    paths: {payment: /p}
                    status_query: {paths: {payment: "/p/{gateway_reference}"}}
                """);
    }

    @Test
    void request_ofTheIntegrator_isShownAsItWouldBeSent() throws IOException {
        Path body = Files.writeString(
                folder.resolve("body.json"),
                "{\"amount\":\"12.34\",\"currency\":\"EUR\",\"payment_method\":\"tok\",\"reference\":\"R 1\"}");
        CommandRun run = attempt("acme", "--kind", "payment", "--body", body.toString());
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("""
                POST https://acme.example/v1/charges
                Accept: application/json
                Content-Type: application/json
                Kakutei-Attempt: 1
                X-Unit: EUR
                Authorization: Bearer ***
                X-Tenant: ***

                {"sum":1234,"unit":"eur","ref":"R 1"}
                """);
    }

    @Test
    void answer_toARequest_isJudgedWithWhatDecidedAndWhatFollows() throws IOException {
        CommandRun run = attempt("acme", "--status", "200", "--answer", answer("{\"status\":\"no\",\"code\":\"E7\"}"));
        assertThat(run.code()).isZero();
        assertThat(run.out()).endsWith("""

                an answer of 200 would be judged: refused for certain
                  decided by  response_success_criteria not met: $.status eq "ok"
                  category    CLIENT_ERROR
                  code        E7
                  message     the answer is not a success
                  then        the request fails: the answer is not a success
                """);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', textBlock = """
            200 | {"status":"ok"}      | judged: done                        | the request succeeds
            429 | {}                   | judged: not done, may be sent again | it is sent again in 30.0 s, as attempt 2 of 6
            408 | {}                   | judged: perhaps done                | the gateway is asked in 5.0 min, as question 1 of 10
            503 | {}                   | judged: perhaps done                | the gateway is asked in 5.0 min, as question 1 of 10
            202 | oops                 | judged: unknown                     | the gateway is asked in 5.0 min, as question 1 of 10
            404 | {"message":"gone"}   | judged: refused for certain         | the request fails: gone
            """)
    void answers_each_haveTheirConsequence(String status, String body, String judged, String then) throws IOException {
        CommandRun run = attempt("acme", "--status", status, "--header", "Retry-After: 30", "--answer", answer(body));
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains(judged).contains("then        " + then + "\n");
    }

    @Test
    void question_byTheGatewaysReference_isShownWithOneAndItsNotFoundIsNotBelieved() throws IOException {
        CommandRun run = attempt("named", "--kind", "payment", "--status-query", "--status", "404");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("GET https://named.example/p/" + Trial.REFERENCE + "\n")
                .contains("an answer of 404 would be judged: not found")
                .contains("then        the gateway is asked in 5.0 min, as question 2 of 10");
    }

    @Test
    void question_andItsAnswer_areShown() throws IOException {
        CommandRun run =
                attempt("acme", "--status-query", "--status", "200", "--answer", answer("{\"status\":\"OK\"}"));
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("""
                GET https://acme.example/v1/charges/00000000-0000-7000-8000-000000000001
                Accept: application/json
                X-Unit: JPY
                Authorization: Bearer ***
                X-Tenant: ***

                an answer of 200 would be judged: succeeded
                  decided by  the word at $.status
                  category    OK
                  code        OK
                  message     Gateway status: OK
                  then        the request succeeds
                """);
    }

    @Test
    void question_ofAKindThatCannotBeAsked_saysSo() {
        CommandRun run = attempt("keyed", "--status-query");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .isEqualTo("nothing would be asked, and a person would be called: status_query.paths has no order\n");
    }

    @Test
    void request_thatDoesNotFitTheForm_saysWhy() throws IOException {
        Path body = Files.writeString(
                folder.resolve("body.json"),
                "{\"amount\":\"12.34\",\"currency\":\"JPY\",\"payment_method\":\"tok\",\"reference\":\"R\"}");
        CommandRun run = attempt("acme", "--body", body.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .startsWith("nothing would be sent, and the request would fail")
                .contains("12.34");
    }

    @Test
    void request_thatHasExpired_wouldNotBeSent() throws IOException {
        Path body = Files.writeString(folder.resolve("body.json"), """
                {"amount":"1","currency":"JPY","payment_method":"t","reference":"R","expires_at":"2020-01-01T00:00:00Z"}""");
        CommandRun run = attempt("acme", "--body", body.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEqualTo("nothing would be sent: the request has expired and is never sent\n");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', textBlock = """
            unknown                                 | there is no gateway "unknown" in
            both                                    | "both" takes orders and payments: say which with --kind
            both --kind refund                      | --kind must be order or payment, not "refund"
            acme --kind order                       | "acme" takes no order requests: its paths has no order
            both --kind order --status-query        | "both" cannot be asked: it has no status_query
            acme --header X:1                       | an answer needs --status
            acme --status 99                        | --status must be from 100 to 599, not 99
            acme --status 200 --header nonsense     | --header must be 'NAME: VALUE', not 'nonsense'
            acme --status often                     | Invalid value for option '--status'
            acme --body /nowhere/at/all             | /nowhere/at/all is not there
            acme --status 200 --answer /nowhere     | /nowhere is not there
            """)
    void use_wrong_isReportedInASentence(String arguments, String sentence) {
        CommandRun run = attempt(arguments.split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith(sentence).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', textBlock = """
            not json            | is not JSON
            {"amount":"-1"}     | is no payment that Kakutei takes: /amount
            [1]                 | is no payment that Kakutei takes
            """)
    void body_bad_isReportedInASentence(String text, String sentence) throws IOException {
        Path body = Files.writeString(folder.resolve("body.json"), text);
        CommandRun run = attempt("acme", "--body", body.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith(body + " " + sentence).doesNotContain("\tat ");
    }

    @Test
    void file_withMistakes_printsThem() throws IOException {
        Files.writeString(file, "gateways: {acme: {}}");
        CommandRun run = attempt("acme");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("gateways.acme.class: is missing").doesNotContain("\tat ");
    }

    private String answer(String body) throws IOException {
        return Files.writeString(folder.resolve("answer.json"), body).toString();
    }

    private CommandRun attempt(String... arguments) {
        List<String> all = new ArrayList<>(List.of("gateways", "try", "--gateways", file.toString()));
        all.addAll(List.of(arguments));
        return CommandRun.of(all.toArray(String[]::new));
    }
}
