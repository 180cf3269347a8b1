package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.ingest.CapturedLog;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.ingest.TestStore;
import dev.kakutei.ingest.access.OpenDoorkeeper;
import dev.kakutei.ingest.meters.AccessMeters;
import dev.kakutei.testkit.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** SPEC G3: what an open door says of itself. */
class OpenDoorTest {
    private static final String WARNING = "anybody who reaches ingest.http.host may submit";

    @Test
    void service_openToTheNetwork_startsAndIsWellAndSaysSo() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (CapturedLog log = new CapturedLog();
                TestStore store = TestStore.open()) {
            Map<String, String> settings = TestService.settings(store.raw());
            settings.put("ingest.http.host", "0.0.0.0");
            try (IngestService service = new IngestService(TestService.config(settings), registry)) {
                service.start();

                Await.until("the warning", () -> warnings(log) == 1);
                assertThat(registry.get(AccessMeters.OPEN).gauge().value()).isOne();
                assertThat(service.checks()).extracting(HealthCheck::name).doesNotContain("ingest-access");
                Await.until(
                        "well",
                        () -> service.checks().stream()
                                .allMatch(check -> check.trouble().get().isEmpty()));
                // Everybody is one client, whatever they show, and is trusted with everything.
                URI place = URI.create("http://127.0.0.1:" + service.port() + "/requests/none?client=other");
                HttpRequest ask = HttpRequest.newBuilder(place)
                        .header("Authorization", "Bearer " + KeyedDoors.STRANGER)
                        .build();
                assertThat(HttpClient.newHttpClient()
                                .send(ask, HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                        .isEqualTo(404);
            }
            assertThat(String.join("\n", log.lines())).doesNotContain(KeyedDoors.STRANGER);
        }
    }

    @Test
    void doorkeeper_openToTheNetwork_remindsAgainAndAgain() {
        try (CapturedLog log = new CapturedLog();
                OpenDoorkeeper doorkeeper = doorkeeper(OpenDoorkeeper.Reach.NETWORK)) {
            doorkeeper.start();

            Await.until("three reminders", () -> warnings(log) >= 3);
        }
    }

    @Test
    void doorkeeper_openToThisMachine_hasNothingToSay() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (CapturedLog log = new CapturedLog();
                OpenDoorkeeper doorkeeper = new OpenDoorkeeper(
                        OpenDoorkeeper.Reach.THIS_MACHINE, Duration.ofMillis(10), new AccessMeters(registry))) {
            doorkeeper.start();

            assertThat(registry.get(AccessMeters.OPEN).gauge().value()).isZero();
            assertThat(warnings(log)).isZero();
        }
    }

    private static OpenDoorkeeper doorkeeper(OpenDoorkeeper.Reach reach) {
        return new OpenDoorkeeper(reach, Duration.ofMillis(10), new AccessMeters(new SimpleMeterRegistry()));
    }

    private static long warnings(CapturedLog log) {
        return log.lines().stream()
                .filter(line -> line.startsWith("WARN") && line.contains(WARNING))
                .count();
    }
}
