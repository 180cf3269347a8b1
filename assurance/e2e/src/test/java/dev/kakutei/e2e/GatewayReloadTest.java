package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ReservedPort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway file is changed while everything runs: ingest, verifier and sender take it, and nothing is restarted. */
@Tag("proof")
class GatewayReloadTest {
    private static final List<String> SERVICES = List.of("ingest", "verifier-stream", "broker-sender");
    private static final Pattern ADMIN = Pattern.compile("admin (http://\\S+)");

    @TempDir
    private Path data;

    private final HttpClient http = HttpClients.create();
    private URI admin;

    @Test
    void file_changedWhileItRuns_isTakenByEveryService() throws IOException {
        int simulator = ReservedPort.next();
        Path file = data.resolve("gateways.yaml");
        write(file, "default: simulator\n" + gateways(simulator, ""));
        try (RunningKakutei kakutei = RunningKakutei.up(
                data,
                "--port",
                "0",
                "--simulator-port",
                "" + simulator,
                "--gateways",
                file.toString(),
                "-s",
                "gateways.reload=200ms")) {
            admin = admin(kakutei);
            UpstreamClient client = new UpstreamClient(kakutei.url());
            UpstreamClient.Response before = pay(client, 1);
            assertThat(before.status()).isEqualTo(201);
            assertThat(before.body().get("gateway").textValue()).isEqualTo("simulator");

            // ingest routes to another gateway, and the sender judges its answers otherwise
            String criteria =
                    "response_refused_criteria: {conditions: [{path: $.status, operation: eq, value: AUTHORIZED}]}";
            write(file, "default: other\n" + gateways(simulator, criteria));
            await("applied", 1);
            UpstreamClient.Response after = pay(client, 2);
            assertThat(after.body().get("gateway").textValue()).isEqualTo("other");
            assertThat(after.body().get("status").textValue()).isEqualTo("FAILED");

            // a mistake leaves everything as it is
            write(file, "default: simulator\n" + gateways(simulator, "retry: {attempts: 0}"));
            await("refused", 1);
            assertThat(pay(client, 3).body().get("gateway").textValue()).isEqualTo("other");
        }
    }

    private static String gateways(int port, String other) {
        return "gateways:\n" + gateway("simulator", port, "") + gateway("other", port, other);
    }

    private static String gateway(String name, int port, String parts) {
        return ("  " + name + ":\n") + """
                class: idempotent
                url: http://127.0.0.1:%d
                network: {allow: [loopback]}
                paths: {payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 24h}
                """.formatted(port).concat(parts).indent(4);
    }

    /** By another name first: a file is never seen half written. */
    private void write(Path file, String text) throws IOException {
        Path next = Files.writeString(data.resolve("next.yaml"), text);
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static UpstreamClient.Response pay(UpstreamClient client, int number) {
        String anyGateway = UpstreamClient.payment(number).replaceAll("\"gateway\":\"simulator\",", "");
        return client.submitAndWait("/payments", "reload-" + number, anyGateway).join();
    }

    private void await(String result, int times) {
        Await.until(result, () -> {
            String metrics = metrics();
            return SERVICES.stream()
                    .allMatch(service -> Pattern.compile("(?m)^gateways_reload_total\\{result=\"" + result
                                    + "\",service=\"" + service + "\"\\} " + times + "\\.0$")
                            .matcher(metrics)
                            .find());
        });
    }

    private String metrics() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(admin.resolve("/metrics")).build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private static URI admin(RunningKakutei kakutei) {
        Matcher matcher = ADMIN.matcher(kakutei.process().awaitLine("ready in", Await.LIMIT));
        assertThat(matcher.find()).isTrue();
        return URI.create(matcher.group(1));
    }
}
