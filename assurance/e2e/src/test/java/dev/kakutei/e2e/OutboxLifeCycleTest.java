package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.standalone.Standalone;
import dev.kakutei.standalone.StandaloneConfig;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.PostgresConfig;
import dev.kakutei.store.upkeep.LedgerCheck;
import dev.kakutei.testkit.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC A10: what the outbox row says while a request goes its way, through every real part. */
class OutboxLifeCycleTest {
    private static final String SENDER = "sender-of-this-test";

    @TempDir
    private static Path data;

    private static ScriptedGateway gateway;
    private static Standalone kakutei;
    private static UpstreamClient client;
    private static PostgresTables tables;

    @BeforeAll
    static void start() throws IOException {
        gateway = ScriptedGateway.start();
        Path file = Files.writeString(
                data.resolve("gateways.yaml"),
                "default: bank\ngateways:\n" + described("bank", 6) + described("hasty", 2));
        kakutei = Standalone.started(
                StandaloneConfig.in(data).withGateways(file).withSettings(Map.of("sender.name", SENDER)));
        client = new UpstreamClient(kakutei.url());
        tables = new PostgresTables(
                kakutei.postgres().jdbcUrl(),
                kakutei.postgres().user(),
                kakutei.postgres().password());
    }

    @AfterAll
    static void stop() {
        gateway.close();
        if (kakutei != null) {
            kakutei.close();
        }
    }

    /** One test, because the counters are of all requests. */
    @Test
    void row_ofARequest_saysWhereItIsAndWhoHoldsIt() throws Exception {
        // The gateway answers when the test lets it: each state stays until it was seen.
        submit("twice-busy", "bank", 503, 503, 200);
        for (int attempt = 1; attempt <= 2; attempt++) {
            gateway.awaitPost("twice-busy", attempt);
            await("twice-busy", "sending " + attempt + " held by " + SENDER);
            gateway.answer("twice-busy");
            await("twice-busy", "failed " + attempt + " waits");
        }
        gateway.awaitPost("twice-busy", 3);
        await("twice-busy", "sending 3 held by " + SENDER);
        gateway.answer("twice-busy");
        await("twice-busy", "succeeded 3");

        submit("refused", "bank", 402);
        gateway.awaitPost("refused", 1);
        gateway.answer("refused");
        await("refused", "aborted 1 refused");

        submit("used-up", "hasty", 429, 429);
        gateway.awaitPost("used-up", 1);
        gateway.answer("used-up");
        await("used-up", "failed 1 waits");
        gateway.awaitPost("used-up", 2);
        gateway.answer("used-up");
        await("used-up", "aborted 2 attempts_used_up");

        assertThat(counters())
                .contains("outbox_failed_total 5.0", "outbox_sent_total 1.0")
                .contains("outbox_aborted_total{code=\"refused\"} 1.0")
                .contains("outbox_aborted_total{code=\"attempts_used_up\"} 1.0");
        try (Database database = new Database(
                new PostgresConfig(
                        kakutei.postgres().jdbcUrl(),
                        kakutei.postgres().user(),
                        kakutei.postgres().password(),
                        1,
                        "kakutei_outbox"),
                new SimpleMeterRegistry())) {
            database.open();
            assertThat(new LedgerCheck(database)
                            .run(null, difference -> {}, passed -> {})
                            .differences())
                    .isZero();
        }
    }

    private static void submit(String key, String to, Integer... answers) {
        gateway.script(key, List.of(answers));
        String body = """
                {"amount":"12.00","currency":"JPY","payment_method":"tok_visa","reference":"%s","gateway":"%s"}""".formatted(key, to);
        assertThat(client.submit("/payments", key, body).join().status()).isEqualTo(202);
    }

    private static void await(String key, String row) {
        Await.until(key + " is " + row, () -> tables.outboxRow(key), row::equals);
    }

    private static List<String> counters() throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(kakutei.adminUrl().resolve("/metrics")).build();
        return HttpClients.create()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .lines()
                .filter(line -> line.startsWith("outbox_"))
                .toList();
    }

    private static String described(String name, int attempts) {
        return ("  " + name + ":\n") + """
                class: idempotent
                url: %s
                network: {allow: [loopback]}
                paths: {payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 24h}
                retry: {first: 4s, cap: 4s, attempts: %d}
                """.formatted(gateway.url(), attempts).indent(4);
    }
}
