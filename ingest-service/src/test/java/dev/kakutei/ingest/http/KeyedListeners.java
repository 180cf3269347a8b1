package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.access.ClientRegistry;
import dev.kakutei.access.ClientRole;
import dev.kakutei.ingest.CapturedLog;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.TestStore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Listeners that require keys: any number of instances on one Postgres, clients of every role, valid and invalid keys. */
final class KeyedListeners implements AutoCloseable {
    static final String PAYMENT =
            "{\"amount\":\"1\",\"currency\":\"JPY\",\"payment_method\":\"tok_visa\",\"reference\":\"r\"}";
    static final String ORDER = "{\"account\":\"A\",\"instrument\":\"I\",\"side\":\"buy\",\"quantity\":\"1\","
            + "\"order_type\":\"market\",\"currency\":\"JPY\"}";
    /** Well-formed, but not the key of any client. */
    static final String STRANGER = "kk_ffffffffffffffff_" + "f".repeat(64);

    private final HttpClient http = HttpClient.newHttpClient();
    private final CapturedLog log = new CapturedLog();
    private final TestStore store = TestStore.open();
    private final ClientRegistry clients = new ClientRegistry(store.database()::connection, "cli:tester");
    /** Stands still unless a test moves it: no key grows old, and no bucket fills. */
    private final AtomicLong nanos = new AtomicLong();

    private final List<IngestService> instances = new ArrayList<>();
    private final Map<String, String> keys = new HashMap<>();
    private final List<String> secrets = new ArrayList<>(List.of("f".repeat(64), "e".repeat(64)));

    /** What is sent. */
    record Ask(String method, String path, String body, List<String> headers) {}

    record Answer(int status, String body, Map<String, String> headers) {
        String requestId() {
            try {
                JsonNode tree = Json.MAPPER.readTree(body);
                return tree.get("request_id").textValue();
            } catch (Exception e) {
                throw new AssertionError(body, e);
            }
        }
    }

    KeyedListeners(int instances) throws Exception {
        client("shop", ClientRole.SUBMITTER);
        client("rival", ClientRole.SUBMITTER);
        client("helpdesk", ClientRole.VIEWER);
        client("boss", ClientRole.OPERATOR);
        client("judge", ClientRole.APPROVER);
        client("both", ClientRole.SUBMITTER, ClientRole.VIEWER);
        client("gone", ClientRole.SUBMITTER, ClientRole.VIEWER);
        clients.remove("gone");
        key("shop-2", "shop");
        key("shop-revoked", "shop");
        clients.revoke(id("shop-revoked"), Optional.empty());
        key("shop-expired", "shop");
        store.execute(
                "update client_keys set expires_at = now() - interval '1 s' where id = '" + id("shop-expired") + "'");
        keys.put("shop-wrong", key("shop").replaceFirst("_[0-9a-f]{64}", "_" + "e".repeat(64)));
        keys.put("stranger", STRANGER);
        Map<String, String> settings = TestService.settings(store.raw());
        settings.put("ingest.access", "keys");
        // Looked at five times as often.
        settings.put("ingest.keys.freshness", "1s");
        for (int i = 0; i < instances; i++) {
            this.instances.add(TestService.start(TestService.config(settings), nanos::get));
        }
    }

    IngestService instance(int number) {
        return instances.get(number);
    }

    List<IngestService> instances() {
        return instances;
    }

    ClientRegistry clients() {
        return clients;
    }

    /** Time passes, for keys and for rates. */
    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    TestStore store() {
        return store;
    }

    CapturedLog log() {
        return log;
    }

    /** Every secret that is ever sent to a listener. */
    List<String> secrets() {
        return secrets;
    }

    void client(String name, ClientRole... roles) throws Exception {
        clients.add(name, Set.of(roles), OptionalInt.empty());
        key(name, name);
    }

    /** Makes a key, to be found under this name. */
    void key(String name, String client) throws Exception {
        ClientRegistry.MadeKey made = clients.addKey(client, Optional.empty());
        secrets.add(made.key().secret());
        keys.put(name, made.key().reveal());
    }

    String key(String name) {
        return keys.get(name);
    }

    String id(String name) {
        return key(name).split("_")[1];
    }

    String[] bearer(String key) {
        return new String[] {"Authorization", "Bearer " + key(key)};
    }

    /** The headers of a submission. */
    String[] submitting(String key, String idempotencyKey) {
        return Stream.of(new String[] {"Idempotency-Key", idempotencyKey}, bearer(key))
                .flatMap(Stream::of)
                .toArray(String[]::new);
    }

    static Ask get(String path, String... headers) {
        return new Ask("GET", path, null, List.of(headers));
    }

    static Ask post(String path, String body, String... headers) {
        List<String> all = new ArrayList<>(List.of("Content-Type", "application/json", "Prefer", "respond-async"));
        all.addAll(List.of(headers));
        return new Ask("POST", path, body, all);
    }

    Answer pay(int instance, String key, String idempotencyKey) {
        return send(instance, post("/payments", PAYMENT, submitting(key, idempotencyKey)));
    }

    /**
     * Who is not let in is answered before the body came, and the connection is closed. When that overtakes the body, the
     * caller may find it reset instead of an answer, and asks once more.
     */
    Answer send(int instance, Ask ask) {
        try {
            return sendAsync(instance, ask)
                    .exceptionallyCompose(reset -> sendAsync(instance, ask))
                    .get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(ask.path(), e);
        }
    }

    CompletableFuture<Answer> sendAsync(int instance, Ask ask) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(instance(instance).address() + ask.path()))
                .method(
                        ask.method(),
                        ask.body() == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(ask.body()));
        if (!ask.headers().isEmpty()) {
            request.headers(ask.headers().toArray(String[]::new));
        }
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> {
                    Map<String, String> headers = new HashMap<>();
                    response.headers()
                            .map()
                            .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
                    return new Answer(response.statusCode(), response.body(), headers);
                });
    }

    /** No secret is in anything that was logged or stored. */
    void assertNoSecretIsKept() {
        String everything = String.join("\n", log.lines());
        for (String secret : secrets) {
            String half = secret.substring(0, 32);
            assertThat(everything).doesNotContain(half);
            for (String table : List.of("clients", "client_keys", "access_audit", "ledger", "ledger_events")) {
                assertThat(store.count(table + " t where row_to_json(t)::text like '%" + half + "%'"))
                        .as(table)
                        .isZero();
            }
        }
    }

    @Override
    public void close() {
        instances.forEach(IngestService::close);
        store.close();
        log.close();
    }
}
