package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.ProofReport;
import dev.kakutei.proof.report.TextReport;
import dev.kakutei.simulator.Simulator;
import dev.kakutei.standalone.Standalone;
import dev.kakutei.standalone.StandaloneConfig;
import dev.kakutei.store.database.PostgresConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ReservedPort;
import dev.kakutei.testkit.SourceTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that the simulator does on request, as a payment and as an order, through an installation as {@code up} starts it:
 * what the caller is answered, how it ends, and that no promise was broken (SPEC A5, C6, D2, D3). The gateway file is the
 * one that ships, with shorter times.
 */
class MagicValuesTest {
    /** Shorter than any gateway takes here that does not answer at once. */
    private static final String SHORT = "1000";
    /** Longer than it takes until the outcome is known. */
    private static final String LONG = "50000";

    private static final Duration SETTLED_WITHIN = Duration.ofMinutes(2);
    private static final Map<String, String> SHORTER = Map.of(
            "call_timeout: 10s", "call_timeout: 3s",
            "send_window: 10s", "send_window: 1s",
            "first: 5s, cap: 160s", "first: 100ms, cap: 400ms",
            "[5s, 10s, 20s, 40s, 1m, 2m, 5m, 5m, 5m, 5m]", "[1s, 2s, 3s, 3s, 3s, 3s, 3s, 3s, 3s, 3s]",
            // The longest that the simulator keeps a request to itself is 10 s, and a call and its window take 4.
            "settling_time: 10s", "settling_time: 8s");

    /** Whether the answer must say that the outcome is unknown. */
    private enum Doubt {
        REQUIRED,
        NONE,
        /** It depends on when exactly the deadline passes. */
        EITHER
    }

    /** @param state in the end, as the ledger names it */
    private record Row(String value, String deadlineMillis, int http, Doubt doubt, String state) {}

    private static final List<Row> ROWS = List.of(
            new Row("declined", LONG, 402, Doubt.NONE, "failed"),
            new Row("invalid", LONG, 400, Doubt.NONE, "failed"),
            new Row("error_500", SHORT, 202, Doubt.REQUIRED, "aborted"),
            new Row("error_502", SHORT, 202, Doubt.REQUIRED, "aborted"),
            new Row("error_503", SHORT, 202, Doubt.REQUIRED, "aborted"),
            new Row("error_504", SHORT, 202, Doubt.REQUIRED, "aborted"),
            new Row("error_after_apply", SHORT, 202, Doubt.REQUIRED, "succeeded"),
            new Row("error_408_after_apply", SHORT, 202, Doubt.REQUIRED, "succeeded"),
            new Row("busy_429", SHORT, 202, Doubt.EITHER, "aborted"),
            new Row("200_error", LONG, 402, Doubt.NONE, "failed"),
            new Row("200_success_false", LONG, 402, Doubt.NONE, "failed"),
            new Row("200_error_object", LONG, 402, Doubt.NONE, "failed"),
            new Row("200_error_code", LONG, 402, Doubt.NONE, "failed"),
            new Row("drop_before_apply", SHORT, 202, Doubt.REQUIRED, "failed"),
            new Row("drop_after_apply", SHORT, 202, Doubt.REQUIRED, "succeeded"),
            new Row("timeout", SHORT, 202, Doubt.REQUIRED, "succeeded"),
            new Row("timeout_before_apply", SHORT, 202, Doubt.REQUIRED, "failed"),
            new Row("apply_later", SHORT, 202, Doubt.REQUIRED, "succeeded"),
            new Row("slow", LONG, 201, Doubt.NONE, "succeeded"),
            new Row("pending", SHORT, 202, Doubt.REQUIRED, "succeeded"),
            new Row("pending_declined", SHORT, 202, Doubt.REQUIRED, "failed"));
    private static final List<Row> MORE = List.of(
            new Row("visa", LONG, 201, Doubt.NONE, "succeeded"),
            new Row("error_500_once", LONG, 201, Doubt.NONE, "succeeded"),
            new Row("busy_429_once", LONG, 201, Doubt.NONE, "succeeded"));

    @TempDir
    private Path data;

    @Test
    void table_hasEveryValue_andSoHasTheSimulatorsPage() throws IOException {
        String page = Files.readString(SourceTree.file("assurance/simulator/README.md"));

        assertThat(ROWS.stream().map(Row::value)).containsExactlyInAnyOrderElementsOf(Simulator.magicValues());
        assertThat(Simulator.magicValues()).allSatisfy(value -> assertThat(page).contains("| `" + value + "` |"));
    }

    @Test
    void everyValue_byTheShippedGatewayFile_endsAsDescribedAndBreaksNoPromise() throws Exception {
        int port = ReservedPort.next();
        Path gateways = shippedFileWithShorterTimes(port);
        try (Standalone kakutei = Standalone.started(
                StandaloneConfig.in(data).withSimulatorPort(port).withGateways(gateways))) {
            PostgresConfig postgres = new PostgresConfig(
                    kakutei.postgres().jdbcUrl(),
                    kakutei.postgres().user(),
                    kakutei.postgres().password(),
                    3,
                    "");
            Auditor auditor = new Auditor(
                    kakutei.kafkaClient(),
                    postgres,
                    gateways,
                    kakutei.simulator().journalFile(),
                    data);
            UpstreamClient client = new UpstreamClient(kakutei.url());
            List<CompletableFuture<?>> answered = new ArrayList<>();
            for (Row row : rows()) {
                answered.add(submit(client, auditor, "/payments", "p-" + row.value(), payment(row), row));
                answered.add(submit(client, auditor, "/do/order", "o-" + row.value(), order(row), row));
            }
            answered.forEach(CompletableFuture::join);

            for (Row row : rows()) {
                ends(client, "p-" + row.value(), row);
                ends(client, "o-" + row.value(), row);
            }
            PostgresTables tables = new PostgresTables(postgres.url(), postgres.user(), postgres.password());
            Await.until("alerted of those that were given up", () -> tables.count("alerts") > 0);
            ProofReport report = auditor.prove();
            assertThat(Stream.of(Promise.values())
                            .filter(promise -> report.results().get(promise).verdict() == Findings.Verdict.BROKEN))
                    .as(TextReport.of(report))
                    .isEmpty();
        }
    }

    private static List<Row> rows() {
        return Stream.concat(ROWS.stream(), MORE.stream()).toList();
    }

    private static CompletableFuture<?> submit(
            UpstreamClient client, Auditor auditor, String path, String key, String body, Row row) {
        return client.submitAndWait(path, key, body, row.deadlineMillis()).thenAccept(reply -> {
            auditor.answered(key, reply.status());
            assertThat(reply.status()).as(key + ": " + reply.body()).isEqualTo(row.http());
            JsonNode required = reply.body().get("verificationRequired");
            if (row.doubt() != Doubt.EITHER) {
                assertThat(required.booleanValue())
                        .as(key + ": " + reply.body())
                        .isEqualTo(row.doubt() == Doubt.REQUIRED);
            }
        });
    }

    private static void ends(UpstreamClient client, String key, Row row) {
        JsonNode last = Await.until(
                        key + " is " + row.state(),
                        SETTLED_WITHIN,
                        () -> client.get("/requests/" + key),
                        reply -> reply.body().hasNonNull("settled_at")
                                || reply.body().get("state").textValue().equals("verification_failed"))
                .body();
        assertThat(last.get("state").textValue()).as(key + ": " + last).isEqualTo(row.state());
        assertThat(last.get("verificationRequired").booleanValue()).isFalse();
    }

    private static String payment(Row row) {
        return UpstreamClient.payment(1, "tok_" + row.value());
    }

    private static String order(Row row) {
        return UpstreamClient.order(1).replace("7203.T", "SIM." + row.value().toUpperCase(Locale.ROOT));
    }

    private Path shippedFileWithShorterTimes(int port) throws IOException {
        String file;
        try (InputStream shipped = Standalone.class.getResourceAsStream("gateways.yaml")) {
            file = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (Map.Entry<String, String> time : SHORTER.entrySet()) {
            assertThat(file).contains(time.getKey());
            file = file.replace(time.getKey(), time.getValue());
        }
        return Files.writeString(
                data.resolve("shorter.yaml"), file.replace("${simulator}", "http://127.0.0.1:" + port));
    }
}
