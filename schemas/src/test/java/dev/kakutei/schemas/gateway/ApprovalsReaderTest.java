package dev.kakutei.schemas.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.RequestKind;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of approval in the gateway file, and to what each of them applies (SPEC C9). */
class ApprovalsReaderTest {
    private static final String GATEWAYS = """
            gateways:
              sim:
                class: neither
                url: http://localhost
                paths: {payment: /p, order: /o}
            """;

    @Test
    void rules_wellFormed_areReadInTheirOrder() throws Exception {
        Gateways read = GatewayFile.read(GATEWAYS + """
                approvals:
                  - {name: known-branch, decision: pass, currencies: [EUR]}
                  - name: large-payments
                    kinds: [payment]
                    gateways: [sim]
                    at_least: {JPY: "100000", USD: 999.5}
                    within: 24h
                    then: expire
                  - {name: market-orders, kinds: [order]}
                """);

        assertThat(read.approvals())
                .hasSize(3)
                .element(1)
                .isEqualTo(new ApprovalRule(
                        "large-payments",
                        ApprovalRule.Decision.HOLD,
                        Set.of(RequestKind.PAYMENT),
                        Set.of("sim"),
                        Set.of(),
                        Map.of("JPY", new BigDecimal("100000"), "USD", new BigDecimal("999.5")),
                        Duration.ofHours(24),
                        ApprovalFact.Lapse.EXPIRE));
        assertThat(GatewayFile.read(GATEWAYS).approvals()).isEmpty();
        assertThat(GatewayChange.unsafe(GatewayFile.read(GATEWAYS), read)).isEmpty();
        assertThat(GatewayChange.changed(GatewayFile.read(GATEWAYS), read)).containsExactly("approvals");
    }

    @Test
    void mistakes_all_areReportedAtOnceWithTheirPath() {
        List<String> mistakes = GatewayFile.check(GATEWAYS + """
                approvals:
                  - {decision: perhaps, kinds: [refund], gateways: [other], currencies: [yen]}
                  - {name: Large, at_least: {yen: 1, JPY: a lot, USD: -1}, within: 0s, then: shout}
                  - {name: twice, atleast: {JPY: 1}}
                  - {name: twice, decision: pass, at_least: {JPY: 1}, within: 1h, then: alert}
                  - {name: lonely, then: expire}
                  - nonsense
                """).mistakes();

        assertThat(mistakes)
                .containsExactlyInAnyOrder(
                        "approvals[0].name: is missing: it is shown in the timeline of each request that the rule holds",
                        "approvals[0].decision: must be one of hold, pass, not \"perhaps\"",
                        "approvals[0].kinds: has order and payment, not \"refund\"",
                        "approvals[0].gateways: there is no gateway \"other\"; there are [sim]",
                        "approvals[0].currencies: a currency has three capital letters, such as JPY, not \"yen\"",
                        "approvals[1].name: a rule's name has 1 to 50 small letters, digits and '-'",
                        "approvals[1].at_least.yen: a currency has three capital letters, such as JPY, not \"yen\"",
                        "approvals[1].at_least.JPY: must be a number from 0 to 999999999999999999, not \"a lot\"",
                        "approvals[1].at_least.USD: must be a number from 0 to 999999999999999999, not \"-1\"",
                        "approvals[1].within: must be from 1s to 365d, not 0s",
                        "approvals[1].then: must be one of alert, expire, not \"shout\"",
                        "approvals[2].atleast: is not known here; did you mean \"at_least\"?",
                        "approvals[3].name: another rule is called \"twice\"",
                        "approvals[3].at_least: has no meaning for what is passed without approval",
                        "approvals[3].within: has no meaning for what is passed without approval",
                        "approvals[3].then: has no meaning for what is passed without approval",
                        "approvals[4].then: says what happens after within, which is missing",
                        "approvals[5]: must be a mapping",
                        "approvals[5].name: is missing: it is shown in the timeline of each request that the rule holds");
        assertThat(GatewayFile.check(GATEWAYS + "approvals: {name: x}").mistakes())
                .containsExactly("approvals: must be a list of at most 100 rules");
    }

    @Test
    void rule_behindOneForEverything_isWarnedOf() {
        GatewayFileReport report =
                GatewayFile.check(GATEWAYS + "approvals: [{name: all}, {name: large, at_least: {JPY: 1}}]");

        assertThat(report.mistakes()).isEmpty();
        assertThat(report.warnings()).contains("approvals[1]: is never asked: \"all\" before it applies to everything");
    }

    /** One rule: payments to sim in JPY from 100 on, or in any other currency. */
    @ParameterizedTest
    @CsvSource({
        "PAYMENT, sim,   100,    JPY, true",
        "PAYMENT, sim,   100.00, JPY, true",
        "PAYMENT, sim,   99.99,  JPY, false",
        "PAYMENT, sim,   1,      USD, true",
        "PAYMENT, sim,   ,       JPY, true",
        "PAYMENT, sim,   ,       ,    true",
        "ORDER,   sim,   100,    JPY, false",
        "PAYMENT, other, 100,    JPY, false"
    })
    void rule_withAFigure_appliesFromThereOnAndToWhatIsNotKnown(
            RequestKind kind, String gateway, BigDecimal amount, String currency, boolean applies) {
        ApprovalRule rule = new ApprovalRule(
                "large",
                ApprovalRule.Decision.HOLD,
                Set.of(RequestKind.PAYMENT),
                Set.of("sim"),
                Set.of(),
                Map.of("JPY", new BigDecimal("100")),
                null,
                ApprovalFact.Lapse.ALERT);

        assertThat(rule.appliesTo(kind, gateway, amount, currency)).isEqualTo(applies);
    }
}
