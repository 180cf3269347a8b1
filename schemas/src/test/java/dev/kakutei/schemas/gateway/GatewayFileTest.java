package dev.kakutei.schemas.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.schemas.DurationText;
import dev.kakutei.schemas.RequestKind;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayFileTest {
    private static final String FULL = """
            default: card-acquirer
            routes:
              order: broker
            gateways:
              card-acquirer:
                class: idempotent
                url: https://pay.example/v2
                paths: {payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 48h}
                call_timeout: 8s
                send_window: 20s
                concurrency: 16
                retry: {attempts: 3, first: 200ms, cap: 2s, jitter: full}
                verification: {after: [1m, 2m, 1h, 1h, 1h], settling_time: 15m, misses: 3, not_found: resend}
                status_query:
                  paths: {payment: "/payments/{request_id}"}
                  succeeded: [captured]
                  declined: [refused, void]
                  pending: []
              broker:
                class: queryable
                url: http://broker.example:8443
                paths: {order: /do/order, payment: /pay}
                status_query: {paths: {order: "/orders/{request_id}"}}
            """;

    /** The least that a gateway must say; "%s" is put into its mapping. */
    private static final String LEAST =
            "gateways: {sim: {class: neither, url: 'http://localhost', paths: {order: /o}%s}}";

    @Test
    void file_withEverything_isUnderstood() throws Exception {
        Gateways gateways = SchemaAgreement.check(FULL).gateways();
        assertThat(gateways.defaultGateway()).isEqualTo("card-acquirer");
        assertThat(gateways.route(RequestKind.ORDER)).isEqualTo("broker");
        assertThat(gateways.route(RequestKind.PAYMENT)).isEqualTo("card-acquirer");
        assertThat(gateways.named("unknown")).isEmpty();
        Gateway acquirer = gateways.named("card-acquirer").orElseThrow();
        assertThat(acquirer.gatewayClass()).isEqualTo(GatewayClass.IDEMPOTENT);
        assertThat(acquirer.url()).isEqualTo(URI.create("https://pay.example/v2"));
        assertThat(acquirer.paths()).isEqualTo(Map.of(RequestKind.PAYMENT, "/payments"));
        assertThat(acquirer.idempotencyHeader()).isEqualTo("Idempotency-Key");
        assertThat(acquirer.idempotencyTtl()).isEqualTo(Duration.ofHours(48));
        assertThat(acquirer.callTimeout()).isEqualTo(Duration.ofSeconds(8));
        assertThat(acquirer.sendWindow()).isEqualTo(Duration.ofSeconds(20));
        assertThat(acquirer.limits().concurrency()).isEqualTo(16);
        assertThat(acquirer.retry())
                .isEqualTo(new Gateway.Retry(3, Duration.ofMillis(200), Duration.ofSeconds(2), Gateway.Jitter.FULL));
        assertThat(acquirer.verification())
                .isEqualTo(new Gateway.Verification(
                        List.of(
                                Duration.ofMinutes(1),
                                Duration.ofMinutes(2),
                                Duration.ofHours(1),
                                Duration.ofHours(1),
                                Duration.ofHours(1)),
                        Duration.ofMinutes(15),
                        3,
                        Gateway.NotFound.RESEND));
        Gateway.StatusQuery query = acquirer.statusQuery();
        assertThat(query.paths()).isEqualTo(Map.of(RequestKind.PAYMENT, "/payments/{request_id}"));
        assertThat(query.succeeded()).isEqualTo(Set.of("captured"));
        assertThat(query.declined()).isEqualTo(Set.of("refused", "void"));
        assertThat(query.pending()).isEmpty();
        assertThat(gateways.byName().get("broker").paths())
                .isEqualTo(Map.of(RequestKind.ORDER, "/do/order", RequestKind.PAYMENT, "/pay"));
    }

    /** SPEC C2, C5, D1: each default once, by name. */
    @Test
    void defaults_areThese() throws Exception {
        Gateway sim = GatewayFile.read(LEAST.formatted("")).byName().get("sim");
        Map<String, Object> defaults = new java.util.LinkedHashMap<>();
        defaults.put("idempotency.header", sim.idempotencyHeader());
        defaults.put("idempotency.ttl", sim.idempotencyTtl());
        defaults.put("call_timeout", DurationText.of(sim.callTimeout()));
        defaults.put("min_call_timeout", DurationText.of(sim.minCallTimeout()));
        defaults.put("connect_timeout", DurationText.of(sim.callSettings().connectTimeout()));
        defaults.put("send_window", DurationText.of(sim.sendWindow()));
        defaults.put("max_response", sim.callSettings().maxResponseBytes());
        defaults.put("method", sim.callSettings().method());
        defaults.put("network.allow", sim.callSettings().allow());
        defaults.put("response_success_criteria", sim.answerRules().success());
        defaults.put("response_otherwise", sim.answerRules().otherwise());
        defaults.put("quota_period", DurationText.of(sim.answerRules().quotaPeriod()));
        defaults.put("concurrency", sim.limits().concurrency());
        defaults.put("rate", sim.limits().rate());
        defaults.put("breaker", sim.limits().breaker());
        defaults.put("retry.attempts", sim.retry().attempts());
        defaults.put("retry.first", DurationText.of(sim.retry().first()));
        defaults.put("retry.cap", DurationText.of(sim.retry().cap()));
        defaults.put("retry.jitter", sim.retry().jitter());
        defaults.put("verification.after", sim.verification().after());
        defaults.put(
                "verification.settling_time", DurationText.of(sim.verification().settlingTime()));
        defaults.put("verification.misses", sim.verification().misses());
        defaults.put("verification.not_found", sim.verification().notFound());
        defaults.put("status_query", sim.statusQuery());
        Map<String, Object> expected = new java.util.LinkedHashMap<>();
        expected.put("idempotency.header", null);
        expected.put("idempotency.ttl", null);
        expected.put("call_timeout", "30s");
        expected.put("min_call_timeout", "5s");
        expected.put("connect_timeout", "5s");
        expected.put("send_window", "30s");
        expected.put("max_response", 64 * 1024);
        expected.put("method", CallSettings.Method.POST);
        expected.put("network.allow", List.of());
        expected.put("response_success_criteria", Criteria.NONE);
        expected.put("response_otherwise", AnswerRules.Otherwise.REFUSED);
        expected.put("quota_period", "1d");
        expected.put("rate", null);
        expected.put("breaker", new Limits.Breaker(10, 20, Duration.ofSeconds(30), 2));
        expected.put("concurrency", 4);
        expected.put("retry.attempts", 6);
        expected.put("retry.first", "5s");
        expected.put("retry.cap", "160s");
        expected.put("retry.jitter", Gateway.Jitter.ADDITIVE);
        expected.put("verification.after", Collections.nCopies(10, Duration.ofMinutes(5)));
        expected.put("verification.settling_time", "10m");
        expected.put("verification.misses", 2);
        expected.put("verification.not_found", Gateway.NotFound.FAIL);
        expected.put("status_query", null);
        assertThat(defaults).isEqualTo(expected);
    }

    @Test
    void defaults_ofAStatusQuery_areThese() throws Exception {
        Gateway.StatusQuery query =
                GatewayFile.read(FULL).byName().get("broker").statusQuery();
        assertThat(query.succeeded()).containsExactlyInAnyOrder("AUTHORIZED", "SUCCEEDED", "FILLED", "ACCEPTED");
        assertThat(query.declined()).containsExactlyInAnyOrder("DECLINED", "REJECTED", "FAILED");
        assertThat(query.pending()).containsExactlyInAnyOrder("PENDING", "PROCESSING");
    }

    @Test
    void defaultGateway_notNamed_isTheFirstOfTheFile() throws Exception {
        String two = "gateways: {zeta: {class: neither, url: 'http://z', paths: {order: /o}},"
                + " alpha: {class: neither, url: 'http://a', paths: {order: /o}}}";
        assertThat(GatewayFile.read(two).defaultGateway()).isEqualTo("zeta");
    }

    /** What is added to a gateway that has all it needs, and the one mistake with its path. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            concurrency: 0                        | gateways.sim.concurrency: must be a whole number from 1 to 10000, not "0"
            concurrency: many                     | gateways.sim.concurrency: must be a whole number from 1 to 10000, not "many"
            concurrency: [4]                      | gateways.sim.concurrency: must be a single value
            call_timeout: 30                      | gateways.sim.call_timeout: must be a duration such as 200ms, 5s, 5m or 24h, not "30"
            call_timeout: 6m                      | gateways.sim.call_timeout: must be from 1ms to 5m, not 6m
            send_window: 1ms                      | gateways.sim.send_window: must be from 100ms to 1h, not 1ms
            retry: {attempts: 0}                  | gateways.sim.retry.attempts: must be a whole number from 1 to 100, not "0"
            retry: {attempts: 1.5}                | gateways.sim.retry.attempts: must be a whole number from 1 to 100, not "1.5"
            retry: {first: soon}                  | gateways.sim.retry.first: must be a duration such as 200ms, 5s, 5m or 24h, not "soon"
            retry: {cap: 2d}                      | gateways.sim.retry.cap: must be from 1ms to 1d, not 2d
            retry: {jitter: wild}                 | gateways.sim.retry.jitter: must be one of none, equal, full, additive, not "wild"
            retry: {max: 3}                       | gateways.sim.retry.max: is not known here; known are attempts, cap, first, jitter
            retry: 3                              | gateways.sim.retry: must be a mapping
            verification: {after: 5m}             | gateways.sim.verification.after: must be a list of 1 to 100 durations: [5m, 5m]
            verification: {after: []}             | gateways.sim.verification.after: must be a list of 1 to 100 durations: [5m, 5m]
            verification: {after: [5m, x]}        | gateways.sim.verification.after[1]: must be a duration such as 200ms, 5s, 5m or 24h, not "x"
            verification: {after: [0s]}           | gateways.sim.verification.after[0]: must be from 1ms to 7d, not 0s
            verification: {misses: 11}            | gateways.sim.verification.misses: must be a whole number from 1 to 10, not "11"
            verification: {not_found: retry}      | gateways.sim.verification.not_found: must be one of fail, resend, not "retry"
            verification: {settling_time: 8d}     | gateways.sim.verification.settling_time: must be from 0s to 7d, not 8d
            idempotency: {ttl: 1s}                | gateways.sim.idempotency.ttl: must be from 1m to 365d, not 1s
            idempotency: {key: x}                 | gateways.sim.idempotency.key: is not known here; known are header, ttl
            status_query: {}                      | gateways.sim.status_query.paths: is missing: where the state is asked for, {payment: /payments/{request_id}}
            status_query: {paths: {order: o}}     | gateways.sim.status_query.paths.order: must begin with '/', not "o"
            status_query: {paths: {order: /o}, succeeded: ok}   | gateways.sim.status_query.succeeded: must be a list of words
            status_query: {paths: {order: /o}, pending: [[a]]}  | gateways.sim.status_query.pending[0]: must be a single word
            status_query: {paths: {order: /o}, declined: [FILLED]} | gateways.sim.status_query.declined: "FILLED" is also among succeeded
            status_query: {paths: {order: /o}, pending: [FAILED]}  | gateways.sim.status_query.pending: "FAILED" is also among declined
            colour: red                           | gateways.sim.colour: is not known here; known are
            """)
    void gateway_oneMistake_isReportedWithItsPath(String entry, String mistake) {
        assertThat(SchemaAgreement.check(LEAST.formatted(", " + entry)).mistakes())
                .hasSize(1)
                .allSatisfy(text -> assertThat(text).startsWith(mistake));
    }

    /** Whole files. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            gateways: {sim: {url: 'http://h', paths: {order: /o}}}                       | gateways.sim.class: is missing: say what this gateway promises, one of idempotent, queryable, neither
            gateways: {sim: {class: good, url: 'http://h', paths: {order: /o}}}          | gateways.sim.class: must be one of idempotent, queryable, neither, not "good"
            gateways: {sim: {class: idempotent, url: 'http://h', paths: {order: /o}}}    | gateways.sim.idempotency: an idempotent gateway needs {header: …, ttl: …}
            gateways: {sim: {class: queryable, url: 'http://h', paths: {order: /o}}}     | gateways.sim.status_query: a queryable gateway needs {paths: {payment: /payments/{request_id}}}
            gateways: {sim: {class: neither, paths: {order: /o}}}                        | gateways.sim.url: is missing: the address that the paths are appended to
            gateways: {sim: {class: neither, url: 'ftp://h', paths: {order: /o}}}        | gateways.sim.url: must be an http or https address, not "ftp://h"
            gateways: {sim: {class: neither, url: 'http://a b', paths: {order: /o}}}     | gateways.sim.url: must be an http or https address, not "http://a b"
            gateways: {sim: {class: neither, url: 'http:/x', paths: {order: /o}}}        | gateways.sim.url: must be an http or https address, not "http:/x"
            gateways: {sim: {class: neither, url: 'http://h'}}                           | gateways.sim.paths: is missing: where orders and payments are posted, {order: /orders}
            gateways: {sim: {class: neither, url: 'http://h', paths: {order: o}}}        | gateways.sim.paths.order: must begin with '/', not "o"
            gateways: {sim: {class: neither, url: 'http://h', paths: {order: /o, refund: /r}}} | gateways.sim.paths.refund: is not known here; known are order, payment
            gateways: {Sim_1: {class: neither, url: 'http://h', paths: {order: /o}}}     | gateways.Sim_1: a gateway's name has 1 to 50 small letters, digits and '-'
            {default: x, gateways: {sim: {class: neither, url: 'http://h', paths: {order: /o}}}} | default: there is no gateway "x"; there are [sim]
            {routes: {order: x}, gateways: {sim: {class: neither, url: 'http://h', paths: {order: /o}}}} | routes.order: there is no gateway "x"; there are [sim]
            {routes: {refund: sim}, gateways: {sim: {class: neither, url: 'http://h', paths: {order: /o}}}} | routes.refund: is not known here; known are order, payment
            {gateway: {}, gateways: {sim: {class: neither, url: 'http://h', paths: {order: /o}}}} | gateway: is not known here; did you mean "gateways"?
            gateways: {}                                                                 | gateways: is missing: name at least one gateway
            {}                                                                           | gateways: is missing: name at least one gateway
            """)
    void file_oneMistake_isReportedWithItsPath(String yaml, String mistake) {
        assertThat(SchemaAgreement.check(yaml).mistakes()).containsExactly(mistake);
    }

    @Test
    void file_manyMistakes_areAllReportedAtOnce() {
        String yaml = """
                default: unknown
                colour: red
                gateways:
                  one:
                    url: nowhere
                    retry: {attempts: x, firts: 5s}
                  two:
                    class: idempotent
                    url: http://h
                    paths: {order: o}
                """;
        assertThatThrownBy(() -> GatewayFile.read(yaml))
                .isInstanceOfSatisfying(
                        InvalidGatewayFile.class,
                        e -> assertThat(e.mistakes())
                                .extracting(mistake -> mistake.substring(0, mistake.indexOf(':')))
                                .containsExactlyInAnyOrder(
                                        "gateways.one.class",
                                        "gateways.one.url",
                                        "gateways.one.paths",
                                        "gateways.one.retry.attempts",
                                        "gateways.one.retry.firts",
                                        "gateways.two.paths.order",
                                        "gateways.two.idempotency",
                                        "default",
                                        "colour"))
                .hasMessageStartingWith("the gateway file has 9 mistakes:\n  ");
    }

    @Test
    void file_duplicateKey_isRefusedWithItsLine() {
        assertThatThrownBy(() -> GatewayFile.read("gateways:\n  a: {}\n  a: {}\n"))
                .isInstanceOf(InvalidGatewayFile.class)
                .hasMessageContaining("line 3")
                .hasMessageContaining("Duplicate field 'a'");
    }

    @Test
    void file_secondDocument_isRefused() {
        assertThatThrownBy(() -> GatewayFile.read(LEAST.formatted("") + "\n---\n" + LEAST.formatted("")))
                .isInstanceOf(InvalidGatewayFile.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# only a comment", "---", "null"})
    void file_empty_asksForAGateway(String yaml) {
        assertThatThrownBy(() -> GatewayFile.read(yaml))
                .isInstanceOfSatisfying(
                        InvalidGatewayFile.class,
                        e -> assertThat(e.mistakes())
                                .containsExactly("gateways: is missing: name at least one gateway"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"just text", "- a\n- b", "7"})
    void file_notAMapping_isRefused(String yaml) {
        assertThatThrownBy(() -> GatewayFile.read(yaml))
                .isInstanceOf(InvalidGatewayFile.class)
                .hasMessageContaining("the file must be a mapping");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateways: {", "\tgateways: x", "a: 'b", "{\"a\": ]"})
    void file_notYaml_isRefusedWithTheLine(String yaml) {
        assertThatThrownBy(() -> GatewayFile.read(yaml))
                .isInstanceOf(InvalidGatewayFile.class)
                .hasMessageContaining("line ");
    }
}
