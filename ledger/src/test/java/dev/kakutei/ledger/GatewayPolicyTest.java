package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayClass;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.InvalidGatewayFile;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class GatewayPolicyTest {
    @Test
    void of_describedGateways_takesTheirPromisesAndTheFiguresOfTheSpec() throws InvalidGatewayFile {
        var gateways = GatewayFile.read("""
                        gateways:
                          keyed: {class: idempotent, url: "http://localhost:1", paths: {payment: /p}, idempotency: {header: K, ttl: 24h}}
                          asked: {class: queryable, url: "http://localhost:1", paths: {payment: /p}, idempotency: {header: K, ttl: 24h}, status_query: {paths: {payment: /p}}}
                          mute: {class: neither, url: "http://localhost:1", paths: {payment: /p}}
                        """).byName();
        GatewayPolicy keyed = GatewayPolicy.of(gateways.get("keyed"));
        GatewayPolicy asked = GatewayPolicy.of(gateways.get("asked"));
        GatewayPolicy mute = GatewayPolicy.of(gateways.get("mute"));

        assertThat(keyed.keyMemory()).isEqualTo(Duration.ofHours(24));
        assertThat(keyed.forgivesRepetition()).isTrue();
        assertThat(keyed.canAsk()).isFalse();
        assertThat(asked.keyMemory()).as("a key that no one promised to honour").isNull();
        assertThat(asked.forgivesRepetition()).isFalse();
        assertThat(asked.canAsk()).isTrue();
        assertThat(mute.gatewayClass()).isEqualTo(GatewayClass.NEITHER);
        assertThat(mute.canAsk()).isFalse();
        assertThat(mute.retry())
                .isEqualTo(
                        new RetrySchedule(6, Duration.ofSeconds(5), Duration.ofSeconds(160), Gateway.Jitter.ADDITIVE));
        assertThat(mute.verification().after()).isEqualTo(Collections.nCopies(10, Duration.ofMinutes(5)));
    }
}
