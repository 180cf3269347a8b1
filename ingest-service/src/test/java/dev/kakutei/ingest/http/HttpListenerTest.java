package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.LiveGateways;
import dev.kakutei.http.DeadlineRule;
import dev.kakutei.http.HttpConfig;
import dev.kakutei.http.HttpListener;
import dev.kakutei.http.RequestBodyReader;
import dev.kakutei.http.metrics.HttpMetrics;
import dev.kakutei.ingest.TestService;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.metrics.WaitingMetrics;
import dev.kakutei.operator.http.ConsolePages;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.store.Requests;
import dev.kakutei.store.accept.Acceptance;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.testkit.TestDepth;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How each ending of the store is answered, over real HTTP. */
class HttpListenerTest {
    private static final String PAYMENT =
            "{\"amount\":\"1\",\"currency\":\"JPY\",\"payment_method\":\"tok_visa\",\"reference\":\"r\"}";
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private HttpListener listener;

    @AfterEach
    void close() {
        listener.close();
    }

    @Test
    void submit_shed_is503WithRetryAfter() throws Exception {
        HttpResponse<String> answer = pay(request -> done(new Acceptance.Shed(Acceptance.Shed.Cause.QUEUE)));

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        assertThat(answer.body()).contains("urn:kakutei:problem:overloaded");
    }

    @Test
    void submit_walFull_is503WithALongerRetryAfter() throws Exception {
        HttpResponse<String> answer = pay(request -> done(new Acceptance.Shed(Acceptance.Shed.Cause.WAL)));

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("10");
        assertThat(answer.body()).contains("urn:kakutei:problem:backlogged");
    }

    @Test
    void submit_faultOfOurs_is500WithNoInternals() throws Exception {
        HttpResponse<String> answer = pay(request -> done(new Acceptance.Broken("secret insides")));

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("Sending again is safe").doesNotContain("secret");
    }

    /** A connection that is closed over unread bytes is reset, and a caller that still sends would not see why. */
    @ParameterizedTest
    @CsvSource({"300000, application/json, 413", "300000, text/plain, 415", "1000000, application/json, 413"})
    void refusal_whileTheBodyIsStillBeingSent_alwaysReachesItsCaller(int bytes, String type, int status)
            throws Exception {
        open(request -> done(new Acceptance.Unavailable("not asked")));
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listener.port() + "/payments"))
                .header("Idempotency-Key", "k")
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[bytes]))
                .build();
        for (int i = 0; i < TestDepth.rounds(50, 1_000); i++) {
            assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(status);
        }
    }

    @Test
    void submit_storeAway_is503WithRetryAfterAndNoInternals() throws Exception {
        HttpResponse<String> answer = pay(request -> done(new Acceptance.Unavailable("FATAL: role x at db:5432")));

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("2");
        assertThat(answer.body()).contains("store-unavailable").doesNotContain("5432");
    }

    @Test
    void submit_unstorable_is422() throws Exception {
        assertThat(pay(request -> done(new Acceptance.Unstorable("SQLSTATE 22021")))
                        .statusCode())
                .isEqualTo(422);
    }

    @Test
    void submit_bugInTheStore_is500WithNoInternals() throws Exception {
        HttpResponse<String> answer =
                pay(request -> CompletableFuture.failedFuture(new IllegalStateException("secret insides")));

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).doesNotContain("secret", "IllegalState");
    }

    @Test
    void submit_noPlaceToWait_is202AtOnceAndMetricsHaveTheRoute() throws Exception {
        HttpResponse<String> answer = pay(request -> done(new Acceptance.Accepted(request.entry())));

        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(registry.get(HttpMetrics.HTTP)
                        .tags("method", "POST", "route", "/payments", "status", "202")
                        .timer()
                        .count())
                .isOne();
    }

    private static CompletableFuture<Acceptance> done(Acceptance acceptance) {
        return CompletableFuture.completedFuture(acceptance);
    }

    /** The listener has no place for a caller to wait. */
    private void open(Function<NewRequest, CompletableFuture<Acceptance>> store) throws Exception {
        HttpConfig config = new HttpConfig(
                "127.0.0.1",
                0,
                Optional.empty(),
                10_000,
                0,
                Duration.ofSeconds(5),
                new DeadlineRule(Duration.ofSeconds(20), Duration.ofSeconds(20)));
        SubmitRoutes submit = new SubmitRoutes(
                new Admission(
                        LiveGateways.fixed(GatewayFile.read(Files.readString(TestService.gatewayFile()))),
                        config.deadlines()),
                new RequestBodyReader(config.maxBodyBytes()),
                store,
                null,
                new Waiters(config.maxWaiting(), new WaitingMetrics(registry)),
                InstantSource.fixed(Requests.T0));
        listener = new HttpListener(
                config,
                TestService.openAuthenticator(),
                List.of(submit),
                new ConsolePages(),
                new HttpMetrics(registry),
                InstantSource.fixed(Requests.T0));
        listener.start();
    }

    private HttpResponse<String> pay(Function<NewRequest, CompletableFuture<Acceptance>> store) throws Exception {
        open(store);
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listener.port() + "/payments"))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "k")
                .POST(HttpRequest.BodyPublishers.ofString(PAYMENT))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
