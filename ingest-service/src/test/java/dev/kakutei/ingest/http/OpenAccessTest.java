package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.access.AccessMetrics;
import dev.kakutei.access.OpenAuthenticator;
import dev.kakutei.boot.HealthCheck;
import dev.kakutei.ingest.CapturedLog;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.store.TestStore;
import dev.kakutei.testkit.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** SPEC G3: what a service with open access logs and reports. */
class OpenAccessTest {
    private static final String WARNING = "Anyone who reaches ingest.http.host can submit";

    @Test
    void service_openToTheNetwork_startsHealthyAndWarns() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (CapturedLog log = new CapturedLog();
                TestStore store = TestStore.open()) {
            Map<String, String> settings = TestService.settings(store.raw());
            settings.put("ingest.http.host", "0.0.0.0");
            settings.put("ingest.access", "open_to_network");
            try (IngestService service = new IngestService(TestService.config(settings), registry)) {
                service.start();

                Await.until("the warning", () -> warnings(log) == 1);
                assertThat(registry.get(AccessMetrics.OPEN).gauge().value()).isOne();
                assertThat(service.checks()).extracting(HealthCheck::name).doesNotContain("ingest-access");
                Await.until(
                        "well",
                        () -> service.checks().stream()
                                .allMatch(check -> check.problem().get().isEmpty()));
                // Every caller is the same client with every role, whatever key it sends.
                URI place = URI.create("http://127.0.0.1:" + service.port() + "/requests/none?client=other");
                HttpRequest ask = HttpRequest.newBuilder(place)
                        .header("Authorization", "Bearer " + KeyedListeners.STRANGER)
                        .build();
                assertThat(HttpClient.newHttpClient()
                                .send(ask, HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                        .isEqualTo(404);
            }
            assertThat(String.join("\n", log.lines())).doesNotContain(KeyedListeners.STRANGER);
        }
    }

    @Test
    void authenticator_openToTheNetwork_warnsRepeatedly() {
        try (CapturedLog log = new CapturedLog();
                OpenAuthenticator authenticator = authenticator(OpenAuthenticator.Reach.NETWORK)) {
            authenticator.start();

            Await.until("three reminders", () -> warnings(log) >= 3);
        }
    }

    @Test
    void authenticator_openToThisMachine_logsNothing() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (CapturedLog log = new CapturedLog();
                OpenAuthenticator authenticator = new OpenAuthenticator(
                        OpenAuthenticator.Reach.THIS_MACHINE, Duration.ofMillis(10), new AccessMetrics(registry))) {
            authenticator.start();

            assertThat(registry.get(AccessMetrics.OPEN).gauge().value()).isZero();
            assertThat(warnings(log)).isZero();
        }
    }

    private static OpenAuthenticator authenticator(OpenAuthenticator.Reach reach) {
        return new OpenAuthenticator(reach, Duration.ofMillis(10), new AccessMetrics(new SimpleMeterRegistry()));
    }

    private static long warnings(CapturedLog log) {
        return log.lines().stream()
                .filter(line -> line.startsWith("WARN") && line.contains(WARNING))
                .count();
    }
}
