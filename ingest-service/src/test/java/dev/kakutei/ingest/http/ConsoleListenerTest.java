package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.kakutei.access.RequiredRoles;
import dev.kakutei.http.ApiPart;
import dev.kakutei.http.DeadlineRule;
import dev.kakutei.http.HttpConfig;
import dev.kakutei.http.HttpListener;
import dev.kakutei.http.HttpReply;
import dev.kakutei.http.Route;
import dev.kakutei.http.metrics.HttpMetrics;
import dev.kakutei.ingest.TestService;
import dev.kakutei.operator.http.ConsolePages;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC F6, G3: the console's files over real HTTP, and what is refused to browsers while access is open. */
class ConsoleListenerTest {
    private static HttpListener server;

    @BeforeAll
    static void start() {
        HttpConfig config = new HttpConfig(
                "127.0.0.1",
                0,
                Optional.empty(),
                10_000,
                0,
                Duration.ofSeconds(5),
                new DeadlineRule(Duration.ofSeconds(20), Duration.ofSeconds(20)));
        Route.Endpoint done = (caller, context) ->
                CompletableFuture.completedFuture(HttpReply.json(200, JsonNodeFactory.instance.objectNode()));
        ApiPart thing = new ApiPart() {
            @Override
            public List<Route> routes() {
                return List.of(
                        new Route("GET", "/thing", RequiredRoles.VIEWING, done),
                        new Route("POST", "/thing", RequiredRoles.SUBMITTING, done));
            }

            @Override
            public void stopWaiting() {}
        };
        server = new HttpListener(
                config,
                TestService.openAuthenticator(),
                List.of(thing),
                new ConsolePages(),
                new HttpMetrics(new SimpleMeterRegistry()),
                InstantSource.system());
        server.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void console_index_isServedUnderAStrictPolicy() throws Exception {
        HttpConformanceTest.Answer answer = ask("GET /console/");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).contains("<script type=\"module\" src=\"js/main.js\">");
        assertThat(answer.headers())
                .containsEntry("content-type", "text/html;charset=utf-8")
                .containsEntry("x-content-type-options", "nosniff")
                .containsEntry("referrer-policy", "no-referrer")
                .containsEntry("cache-control", "no-cache")
                .hasEntrySatisfying(
                        "content-security-policy",
                        policy -> assertThat(policy)
                                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                                .doesNotContain("unsafe"));
    }

    @Test
    void console_sameTagAgain_is304WithoutBody() throws Exception {
        String etag = ask("GET /console/js/main.js").headers().get("etag");

        HttpConformanceTest.Answer again = ask("GET /console/js/main.js", "If-None-Match: W/" + etag);

        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.headers()).containsEntry("etag", etag).containsKey("content-security-policy");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console/nothing.js",
                "/console/ConsoleFiles.class",
                "/console/js/../../../../logback.xml",
                "/console/..%2f..%2fapplication.json",
                "/console/js%2Fmain.js%00.html",
                "/console/js/"
            })
    void console_whatIsNoFileOfIt_isNotThere(String path) throws Exception {
        assertThat(ask("GET " + path).status()).isIn(400, 404);
    }

    @ParameterizedTest
    @CsvSource({"/, text/html, 302", "/, application/json, 404", "/, */*, 404", "/console, text/html, 302"})
    void root_browserOnly_isRedirectedToTheConsole(String path, String accept, int status) throws Exception {
        HttpConformanceTest.Answer answer = ask("GET " + path, "Accept: " + accept);

        assertThat(answer.status()).isEqualTo(status);
        if (status == 302) {
            assertThat(answer.headers()).containsEntry("location", "/console/");
        }
    }

    @Test
    void openAccess_foreignNameResolvedToThisMachine_isRefused() throws Exception {
        HttpConformanceTest.Answer answer = send("GET /thing HTTP/1.1\r\nHost: shop.example:8080\r\n");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("urn:kakutei:problem:foreign-host");
    }

    @Test
    void openAccess_anotherSitesPage_readsNothingAndChangesNothing() throws Exception {
        HttpConformanceTest.Answer answer = ask("POST /thing", "Origin: https://evil.example");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("urn:kakutei:problem:foreign-origin");
        assertThat(ask("GET /thing", "Origin: https://evil.example").headers())
                .doesNotContainKey("access-control-allow-origin");
        assertThat(ask("POST /thing", "Origin: http://localhost").status()).isEqualTo(200);
    }

    private static HttpConformanceTest.Answer ask(String line, String... headers) throws Exception {
        StringBuilder request = new StringBuilder(line + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return send(request.toString());
    }

    private static HttpConformanceTest.Answer send(String head) throws Exception {
        return Raw.send(URI.create("http://127.0.0.1:" + server.port()), head + "Connection: close\r\n\r\n");
    }
}
