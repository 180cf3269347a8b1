package dev.kakutei.bench.judging;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.gateway.Condition;
import dev.kakutei.schemas.gateway.Criteria;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.InvalidGatewayFile;
import dev.kakutei.sender.criteria.AnswerFields;
import dev.kakutei.sender.criteria.AnswerJson;
import dev.kakutei.sender.criteria.CompiledCriteria;
import dev.kakutei.sender.criteria.CriteriaEvents;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** A gateway with criteria as they are often written, and an answer of about a kilobyte. */
final class SampleAnswers {
    static final byte[] BODY = """
            {"id":"ch_3PqK2sLkdIwHu7ix0aB1C2D3","object":"charge","amount":"1200.00","amount_captured":"1200.00",
             "currency":"JPY","status":"succeeded","success":true,"created":1767571200,"livemode":true,"error":null,
             "outcome":{"network_status":"approved_by_network","reason":null,"risk_level":"normal","risk_score":32,
              "seller_message":"Payment complete.","type":"authorized"},
             "billing":{"address":{"city":"Tokyo","country":"JP","line1":"1-2-3 Marunouchi","postal_code":"100-0005"},
              "email":"someone@example.com","name":"Some One","phone":null},
             "warnings":[{"code":"W1","text":"slow"},{"code":"W2","text":"slower"},{"code":"W7","text":"slowest"}],
             "links":[{"rel":"self","href":"/v1/charges/ch_3PqK2sLkdIwHu7ix0aB1C2D3"},{"rel":"refund","href":"/v1/refunds"}],
             "metadata":{"shop":"tokyo","reference":"INV-1","note":"a note that a caller has sent, of the usual length"}}
            """.getBytes(UTF_8);

    private static final String FILE = """
            gateways:
              sample:
                class: idempotent
                url: %s
                paths: {payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 24h}
                network: {allow: [loopback]}
                concurrency: 4
                verification: {after: [5m]}
                response_success_criteria:
                  conditions:
                    - {path: $.status, operation: in, value: [succeeded, captured]}
                    - {path: $.error, operation: missing}
                    - {path: $.amount, operation: gt, value: 0}
                response_refused_criteria:
                  match_mode: any
                  conditions:
                    - {path: $.error.code, operation: in, value: [60200, 60201, 60202]}
                    - {path: $.outcome.seller_message, operation: regex, value: "(?i)declined|insufficient (funds|balance)"}
                response_retryable_criteria:
                  conditions: [{path: "$.warnings[*].code", operation: in, value: [BUSY, LOCKED]}]
                response_quota_criteria:
                  conditions: [{path: status, operation: eq, value: 429}, {path: $.error.code, operation: regex, value: ^quota}]
                response_pending_criteria:
                  conditions: [{path: $.outcome.type, operation: eq, value: pending}]
            """;

    private SampleAnswers() {}

    static Gateway gateway(URI url) {
        try {
            return GatewayFile.read(FILE.formatted(url)).byName().get("sample");
        } catch (InvalidGatewayFile e) {
            throw new IllegalStateException(e);
        }
    }

    /** In the order in which they are asked. */
    static List<CompiledCriteria> lists() {
        var rules = gateway(URI.create("http://127.0.0.1")).answerRules();
        return List.of(
                compiled(rules.quota()),
                compiled(rules.pending()),
                compiled(rules.retryable()),
                compiled(rules.refused()),
                compiled(rules.success()));
    }

    static CompiledCriteria regex(String path, JsonNode pattern) {
        return compiled(
                new Criteria(List.of(new Condition(path, Condition.Operation.REGEX, pattern)), Criteria.MatchMode.ALL));
    }

    static AnswerFields fields(byte[] body) {
        return new AnswerFields(200, Map.of("content-type", "application/json"), AnswerJson.read(body, UTF_8));
    }

    private static CompiledCriteria compiled(Criteria criteria) {
        return CompiledCriteria.compile(criteria, "sample", "bench", CriteriaEvents.NONE);
    }
}
