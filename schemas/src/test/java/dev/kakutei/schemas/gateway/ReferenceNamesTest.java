package dev.kakutei.schemas.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.RequestKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A request has three names, the caller's, ours and the gateway's, and a file cannot take one for another. */
class ReferenceNamesTest {
    private static String gateway(String body, String query) {
        return """
                gateways:
                  sim:
                    class: queryable
                    url: https://gateway.example
                    paths: {payment: /p}
                    request: {bodies: {payment: %s}}
                    status_query: {paths: {payment: "%s"}}
                """.formatted(body, query);
    }

    @Test
    void names_eachInItsPlace_areTaken() {
        GatewayFileReport report = SchemaAgreement.check(
                gateway("{ref: \"{merchant_reference}\", id: \"{request_id}\"}", "/p/{request_id}"));

        assertThat(report.mistakes()).isEmpty();
        assertThat(report.warnings()).isEmpty();
    }

    @Test
    void gatewayReference_inAStatusQuery_isTakenAndKnown() {
        GatewayFileReport report =
                SchemaAgreement.check(gateway("{ref: \"{merchant_reference}\"}", "/p/{gateway_reference}"));

        assertThat(report.mistakes()).isEmpty();
        assertThat(report.warnings()).isEmpty();
        Gateway.StatusQuery query = report.gateways().byName().get("sim").statusQuery();
        assertThat(query.asksByGatewayReference(RequestKind.PAYMENT)).isTrue();
        assertThat(query.asksByGatewayReference(RequestKind.ORDER)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', textBlock = """
            request: {bodies: {payment: {a: "{reference}"}}}      | request.bodies.payment.a: {reference} is no placeholder: choose
            headers: {X-Ref: "{reference}"}                       | headers.X-Ref: {reference} is no placeholder: choose
            paths: {payment: "/p/{reference}"}                    | paths.payment: {reference} is no placeholder: choose
            status_query: {paths: {payment: "/p/{reference}"}}    | status_query.paths.payment: {reference} is no placeholder: choose
            """)
    void reference_anywhere_isRefusedAndTheThreeAreNamed(String entry, String mistake) {
        GatewayFileReport report = SchemaAgreement.check(GatewayFilePartsTest.gateway(entry));

        assertThat(report.mistakes())
                .singleElement()
                .satisfies(text -> assertThat(text)
                        .startsWith("gateways.sim." + mistake)
                        .contains("{merchant_reference}", "{request_id}", "{gateway_reference}"));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', textBlock = """
            status_query: {paths: {order: "/p/{merchant_reference}"}} | status_query.paths.order: {merchant_reference} is no placeholder of a status query: several requests may have the same
            request: {bodies: {order: {a: "{gateway_reference}"}}}    | request.bodies.order.a: {gateway_reference} is no placeholder here: it is known
            headers: {X-A: "{gateway_reference}"}                     | headers.X-A: {gateway_reference} is no placeholder here: it is known
            paths: {order: "/p/{gateway_reference}"}                  | paths.order: {gateway_reference} is no placeholder here: it is known
            paths: {order: "/p/{merchant_reference}"}                 | paths.order: {merchant_reference} is no placeholder of a path
            """)
    void name_inAWrongPlace_isRefused(String entry, String mistake) {
        assertThat(SchemaAgreement.check(GatewayFilePartsTest.gateway(entry)).mistakes())
                .anySatisfy(text -> assertThat(text).startsWith("gateways.sim." + mistake));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', textBlock = """
            request: {bodies: {payment: {sum: "{amount}"}}}
            request: {bodies: {payment: {sum: "{amount}", id: "{request_id|upper}"}}}
            request: {bodies: {payment: {sum: "{amount}", id: "{{request_id}}"}}}
            """)
    void query_byAnIdThatNoPostCarries_isWarnedOf(String entry) {
        assertThat(SchemaAgreement.check(asked(entry)).warnings())
                .singleElement()
                .asString()
                .startsWith("gateways.sim.status_query.paths.payment: asks by {request_id}, which no post carries");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', textBlock = """
            concurrency: 4
            request: {bodies: {payment: {deep: [{id: "pay-{request_id}"}]}}}
            request: {bodies: {payment: {id: "{request_id|lower}"}}}
            {request: {bodies: {payment: {a: 1}}}, headers: {X-Id: "{request_id}"}}
            {request: {bodies: {payment: {a: 1}}}, paths: {payment: "/p/{request_id}"}}
            {request: {bodies: {payment: {a: 1}}}, idempotency: {header: Key, ttl: 24h}}
            {request: {bodies: {payment: {a: 1}}}, status_query: {paths: {payment: "/p/{gateway_reference}"}}}
            """)
    void query_byAnIdThatThePostCarries_isNotWarnedOf(String entry) {
        assertThat(SchemaAgreement.check(asked(entry)).warnings()).isEmpty();
    }

    @Test
    void resend_whereOnlyTheGatewaysReferenceIsAskedBy_isWarnedOfAsWithoutEffect() {
        String entry = "{status_query: {paths: {payment: \"/p/{gateway_reference}\"},"
                + " not_found_criteria: {conditions: [{path: status, operation: eq, value: 404}]}},"
                + " verification: {not_found: resend}}";

        assertThat(SchemaAgreement.check(asked(entry)).warnings())
                .singleElement()
                .asString()
                .startsWith("gateways.sim.verification.not_found: has no effect");
    }

    /** A sound gateway for payments, with this added or changed. */
    private static String asked(String entry) {
        return GatewayFilePartsTest.changed("""
                class: queryable
                url: https://gateway.example
                paths: {payment: /p}
                status_query: {paths: {payment: "/p/{request_id}"}}
                """, entry);
    }
}
