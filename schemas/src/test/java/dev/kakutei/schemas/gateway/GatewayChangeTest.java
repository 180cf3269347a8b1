package dev.kakutei.schemas.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayChangeTest {
    private static final String BEFORE = """
            class: idempotent
            url: https://one.example/v1
            paths: {payment: /p}
            idempotency: {header: K, ttl: 24h}
            status_query: {paths: {payment: "/p/{request_id}"}}
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "headers: {X-A: b}",
                "auth: {bearer: {env: A}}",
                "signature: {header: X-S, key: {env: A}}",
                "request: {bodies: {payment: {a: '{amount}'}}}",
                "connect_timeout: 1s",
                "call_timeout: 1s",
                "send_window: 1s",
                "max_response: 1MiB",
                "network: {allow: [private]}",
                "tls: {trust: ca.pem}",
                "response_refused_criteria: {conditions: [{path: $.a, operation: exists}]}",
                "response_otherwise: unknown",
                "answer: {code: $.a}",
                "status_query: {paths: {payment: '/q/{request_id}'}, succeeded: [ok]}",
                "concurrency: 5",
                "rate: {per_second: 5}",
                "breaker: {enabled: false}",
                "retry: {attempts: 2}",
                "verification: {misses: 3}",
            })
    void gateway_readPerCallOrDecision_maySafelyChange(String entry) throws Exception {
        Gateways before = file(BEFORE);
        Gateways after = file(BEFORE, entry);
        assertThat(GatewayChange.unsafe(before, after)).isEmpty();
        assertThat(GatewayChange.changed(before, after)).containsExactly("gateways.one");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            class: queryable                                    | gateways.one.class: has changed
            url: "https://two.example/v1"                       | gateways.one.url: has changed
            url: "https://one.example:444/v1"                   | gateways.one.url: has changed
            url: "https://one.example/v2"                       | gateways.one.url: has changed
            paths: {payment: /q}                                | gateways.one.paths: has changed
            paths: {payment: /p, order: /o}                     | gateways.one.paths: has changed
            method: put                                         | gateways.one.method: has changed
            idempotency: {header: L, ttl: 24h}                  | gateways.one.idempotency.header: has changed
            idempotency: {header: K, ttl: 23h}                  | gateways.one.idempotency.ttl: has changed
            status_query:                                       | gateways.one.status_query: is gone, and it may be needed for what is in doubt
            """)
    void gateway_whereItGoesOrWhatItPromises_needsARestart(String entry, String reason) throws Exception {
        assertThat(GatewayChange.unsafe(file(BEFORE), file(BEFORE, entry))).containsExactly(reason);
    }

    @Test
    void statusQuery_appearing_needsARestart() throws Exception {
        assertThat(GatewayChange.unsafe(file(BEFORE, "status_query: "), file(BEFORE)))
                .containsExactly("gateways.one.status_query: is new");
    }

    @Test
    void gateways_addedAndRemoved_needARestart() throws Exception {
        String other = "gateways: {two: {class: neither, url: 'https://two.example', paths: {order: /o}}}";
        assertThat(GatewayChange.unsafe(file(BEFORE), GatewayFile.read(other)))
                .containsExactly(
                        "gateways.one: is gone, and requests may be on their way to it",
                        "gateways.two: is new; its topic and its lane are made at the start");
    }

    @Test
    void routing_amongTheSameGateways_maySafelyChange() throws Exception {
        String two = "gateways: {a: {class: neither, url: 'https://a.example', paths: {order: /o}},"
                + " b: {class: neither, url: 'https://b.example', paths: {order: /o}}}\n";
        Gateways before = GatewayFile.read(two);
        Gateways after = GatewayFile.read(two + "default: b\nroutes: {order: b}");
        assertThat(GatewayChange.unsafe(before, after)).isEmpty();
        assertThat(GatewayChange.changed(before, after)).containsExactly("default", "routes");
    }

    private static Gateways file(String yaml) throws InvalidGatewayFile {
        return file(yaml, "{}");
    }

    private static Gateways file(String yaml, String entry) throws InvalidGatewayFile {
        ObjectNode gateway = (ObjectNode) SchemaAgreement.tree(yaml);
        gateway.setAll((ObjectNode) SchemaAgreement.tree(entry));
        return GatewayFile.read("{\"gateways\": {\"one\": " + gateway + "}}");
    }
}
