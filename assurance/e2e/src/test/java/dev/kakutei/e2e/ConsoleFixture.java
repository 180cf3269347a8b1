package dev.kakutei.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.kakutei.access.ClientRegistry;
import dev.kakutei.access.ClientRegistryException;
import dev.kakutei.access.ClientRole;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.standalone.Standalone;
import dev.kakutei.standalone.StandaloneConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ReservedPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/** One whole Kakutei with keys, some people who have them, and a browser. */
final class ConsoleFixture implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Who there is: a shop that submits, an operator, two approvers of whom one also submits, a summariser, and a viewer. */
    private static final Map<String, EnumSet<ClientRole>> PEOPLE = Map.of(
            "shop", EnumSet.of(ClientRole.SUBMITTER),
            "mika", EnumSet.of(ClientRole.OPERATOR),
            "ken", EnumSet.of(ClientRole.SUBMITTER, ClientRole.APPROVER),
            "yuki", EnumSet.of(ClientRole.APPROVER),
            "scribe", EnumSet.of(ClientRole.SUMMARISER),
            "guest", EnumSet.of(ClientRole.VIEWER));

    private final Standalone kakutei;
    private final Chromium chromium;
    private final Map<String, String> keys = new HashMap<>();
    private final HttpClient http = HttpClients.create();

    private ConsoleFixture(Standalone kakutei, Chromium chromium) {
        this.kakutei = kakutei;
        this.chromium = chromium;
    }

    static ConsoleFixture open(Path data) {
        Chromium chromium = Chromium.start();
        try {
            int simulator = ReservedPort.next();
            Standalone kakutei = Standalone.started(StandaloneConfig.in(data)
                    .withSimulatorPort(simulator)
                    .withGateways(gateways(data, simulator))
                    .withSettings(Map.of("ingest.access", "keys")));
            ConsoleFixture stage = new ConsoleFixture(kakutei, chromium);
            stage.handOutKeys();
            return stage;
        } catch (RuntimeException e) {
            chromium.close();
            throw e;
        }
    }

    Standalone kakutei() {
        return kakutei;
    }

    String key(String person) {
        return keys.get(person);
    }

    /** What came back: the status and the body. */
    record Heard(int status, JsonNode body) {}

    CompletableFuture<Heard> submit(String person, String path, String idempotencyKey, String body) {
        HttpRequest request = HttpRequest.newBuilder(kakutei.url().resolve(path))
                .header("Authorization", "Bearer " + key(person))
                .header("Idempotency-Key", idempotencyKey)
                .header("Content-Type", "application/json")
                .header("Prefer", "respond-async")
                .timeout(TIMEOUT)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenApply(ConsoleFixture::heard);
    }

    Heard get(String person, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(kakutei.url() + path))
                .header("Authorization", "Bearer " + key(person))
                .timeout(TIMEOUT)
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .thenApply(ConsoleFixture::heard)
                .join();
    }

    /** Submits a payment as the shop, and waits until it is in this state. */
    void payment(String idempotencyKey, String gateway, String method, String state) {
        payment("shop", idempotencyKey, gateway, method, "48000", "INV-" + idempotencyKey.length());
        await(idempotencyKey, "shop", state);
    }

    void payment(String person, String idempotencyKey, String gateway, String method, String amount, String reference) {
        String body = Json.MAPPER
                .createObjectNode()
                .put("amount", amount)
                .put("currency", "JPY")
                .put("payment_method", method)
                .put("reference", reference)
                .put("gateway", gateway)
                .toString();
        Heard answer = submit(person, "/payments", idempotencyKey, body).join();
        if (answer.status() != 202) {
            throw new AssertionError("not taken: " + answer);
        }
    }

    void await(String idempotencyKey, String client, String state) {
        String path = "/requests/" + ConsolePage.encoded(idempotencyKey) + "?client=" + client;
        Await.until(
                idempotencyKey + " is " + state,
                TIMEOUT,
                () -> get("guest", path).body().path("state").asText(),
                state::equals);
    }

    ConsolePage page() {
        return page(ColorScheme.LIGHT, "en-GB");
    }

    /** A fresh browser, signed out. Nothing moves in it that need not. */
    ConsolePage page(ColorScheme look, String locale) {
        return new ConsolePage(
                kakutei.url().toString(),
                chromium.browser()
                        .newContext(new Browser.NewContextOptions()
                                .setViewportSize(1280, 840)
                                .setColorScheme(look)
                                .setReducedMotion(ReducedMotion.REDUCE)
                                .setLocale(locale)
                                .setTimezoneId("Asia/Tokyo")));
    }

    /** Signed in, by the form. */
    ConsolePage as(String person) {
        return page().signIn(key(person));
    }

    @Override
    public void close() {
        try {
            chromium.close();
        } finally {
            kakutei.close();
        }
    }

    private void handOutKeys() {
        ClientRegistry registry = ClientRegistry.at(
                kakutei.postgres().jdbcUrl(),
                kakutei.postgres().user(),
                kakutei.postgres().password(),
                "test");
        PEOPLE.forEach((name, roles) -> {
            try {
                registry.add(name, roles, OptionalInt.empty());
                keys.put(name, registry.addKey(name, Optional.empty()).key().reveal());
            } catch (ClientRegistryException e) {
                throw new IllegalStateException(e);
            }
        });
        Await.until(
                "the keys are good",
                TIMEOUT,
                () -> PEOPLE.keySet().stream().allMatch(name -> get(name, "/me").status() == 200));
    }

    private static Heard heard(HttpResponse<String> response) {
        try {
            return new Heard(response.statusCode(), Json.MAPPER.readTree(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * All of them are the simulator: one with a long timeout, one that is tried again after an hour, one that cannot be
     * asked.
     */
    private static Path gateways(Path folder, int port) {
        try {
            return Files.writeString(folder.resolve("gateways.yaml"), """
                    default: city-bank
                    approvals:
                      - {name: large-payments, kinds: [payment], at_least: {JPY: "1000000"}}
                    gateways:
                      city-bank:
                        class: idempotent
                        url: http://127.0.0.1:%1$d
                        network: {allow: [loopback]}
                        paths: {order: /orders, payment: /payments}
                        idempotency: {header: Idempotency-Key, ttl: 24h}
                        status_query:
                          paths: {order: "/orders/{request_id}", payment: "/payments/{request_id}"}
                        call_timeout: 5s
                        concurrency: 32
                        breaker: {enabled: false}
                      tokyo-cards:
                        class: idempotent
                        url: http://127.0.0.1:%1$d
                        network: {allow: [loopback]}
                        paths: {payment: /payments}
                        idempotency: {header: Idempotency-Key, ttl: 24h}
                        status_query:
                          paths: {payment: "/payments/{request_id}"}
                        call_timeout: 5s
                        concurrency: 64
                        retry: {first: 1h, cap: 2h}
                        breaker: {failures: 1000, of: 1000, open_for: 1s}
                      legacy-broker:
                        class: neither
                        url: http://127.0.0.1:%1$d
                        network: {allow: [loopback]}
                        paths: {order: /orders, payment: /payments}
                        call_timeout: 5s
                        concurrency: 4
                        breaker: {enabled: false}
                    """.formatted(port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
