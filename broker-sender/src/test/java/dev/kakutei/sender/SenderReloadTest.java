package dev.kakutei.sender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.GatewaySettings;
import dev.kakutei.boot.GatewaySource;
import dev.kakutei.boot.Settings;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sender that runs takes what is safe of a changed gateway file, and leaves the rest alone (SPEC D1). */
class SenderReloadTest {
    @TempDir
    Path folder;

    private Path file;

    @Test
    void file_changedWhileItRuns_isTakenOrLeftAsAWhole() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{\"status\":\"error\"}"))) {
            file = folder.resolve("gateways.yaml");
            write(server, "concurrency: 1");
            GatewaySource source = GatewaySettings.source(
                    Settings.of(Map.of("gateways.file", file.toString(), "gateways.reload", "50ms")));
            try (SenderRig rig = new SenderRig(source.gateways().byName().get("gw"))) {
                rig.sender("s-1", source, Duration.ofSeconds(1)).start();
                assertThat(outcome(rig, 1)).isInstanceOf(Outcome.Delivered.class);

                // SPEC D3: from now on this body is an error
                String criteria =
                        "response_refused_criteria:" + " {conditions: [{path: $.status, operation: eq, value: error}]}";
                write(server, "headers: {X-Version: '2'}\nconcurrency: 7\n" + criteria);
                awaitCount(rig, "applied", 1);
                assertThat(outcome(rig, 2)).isInstanceOf(Outcome.Refused.class);
                assertThat(server.seen().get(1).header("X-Version")).isEqualTo("2");
                assertThat(rig.metrics
                                .get(SenderMetrics.IN_FLIGHT_LIMIT)
                                .tags("gateway", "gw")
                                .gauge()
                                .value())
                        .isEqualTo(7);

                // a secret that is not there: nothing of it is taken
                Path token = folder.resolve("token");
                write(server, "headers: {X-Version: '3'}\nauth: {bearer: {file: '" + token + "'}}");
                awaitCount(rig, "refused", 1);
                assertThat(outcome(rig, 3)).isInstanceOf(Outcome.Refused.class);
                assertThat(server.seen().get(2).header("X-Version")).isEqualTo("2");

                // until it is
                Files.writeString(token, "s3cr3t");
                awaitCount(rig, "applied", 2);
                outcome(rig, 4);
                assertThat(server.seen().get(3).header("Authorization")).isEqualTo("Bearer s3cr3t");

                // another address needs a restart
                Files.writeString(file, Files.readString(file).replace("/orders", "/other"));
                awaitCount(rig, "unsafe", 1);
                outcome(rig, 5);
                assertThat(server.seen())
                        .hasSize(5)
                        .allSatisfy(seen -> assertThat(seen.path()).isEqualTo("/orders"));
            }
        }
    }

    /** Each request is one of its own, and the reports come in their order. */
    private static Outcome outcome(SenderRig rig, int number) {
        RequestId id = Fixtures.id();
        rig.issue(Fixtures.order(id, "gw"));
        rig.flush();
        List<Report> reports = rig.reports(number);
        return reports.stream()
                .filter(report -> report.requestId().equals(id))
                .map(report -> ((Report.AttemptReport) report).outcome())
                .findFirst()
                .orElseThrow();
    }

    private static void awaitCount(SenderRig rig, String result, int times) {
        Await.until(
                result + " " + times,
                () -> rig.metrics
                                .get("gateways.reload")
                                .tags("service", "broker-sender", "result", result)
                                .counter()
                                .count()
                        == times);
    }

    private void write(RawServer server, String parts) throws IOException {
        String yaml =
                "gateways:\n  gw:\n" + """
                class: neither
                url: %s
                paths: {order: /orders}
                network: {allow: [loopback]}
                """.formatted(server.url()).concat(parts).indent(4);
        Path next = Files.writeString(folder.resolve("next.yaml"), yaml);
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
