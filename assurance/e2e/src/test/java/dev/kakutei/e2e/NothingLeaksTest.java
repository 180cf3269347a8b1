package dev.kakutei.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.standalone.Kakutei;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.TopicReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Secrets and card numbers are planted wherever a caller can put them, and the gateway echoes all it gets.
 * None of them is found in the log, even at DEBUG, in what is kept of answers, or in what the API shows (SPEC F4). Callers'
 * own documents are another matter: they are kept as they came, and shown masked.
 */
@Tag("proof")
class NothingLeaksTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(120);
    private static final Pattern READY =
            Pattern.compile("ready in .*: (http://\\S+) .*kafka (\\S+) .*admin (http://\\S+)");
    private static final String TOKEN = "gateway-token-Zx81planted";
    private static final String SIGNING_KEY = "signing-key-Qw72planted";
    private static final String HOOK_SECRET = "hook-secret-Er63planted";
    private static final String CALLER_KEY = "sk_live_51planted9876543210";
    private static final String WEB_TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbGFudGVkIn0.c2lnbmF0dXJlcGxhbnRlZA";
    private static final String CARD = "4111111111111111";
    private static final String GROUPED_CARD = "5500 0055 5555 5559";
    /** As planted, and what each would still be known by. */
    private static final List<String> PLANTED =
            List.of(TOKEN, SIGNING_KEY, HOOK_SECRET, CALLER_KEY, WEB_TOKEN, CARD, GROUPED_CARD, "5500005555555559");

    private final HttpClient http = HttpClients.create();
    private final Map<String, String> shown = new LinkedHashMap<>();

    @TempDir
    private Path folder;

    private URI url;

    @Test
    void secretsAndCards_plantedEverywhere_areFoundNowhere() throws Exception {
        HttpServer gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        gateway.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "echoing-gateway");
            thread.setDaemon(true);
            return thread;
        }));
        gateway.createContext("/", NothingLeaksTest::echo);
        gateway.start();
        ChildJvm kakutei = launch(gateway.getAddress().getPort());
        try {
            Matcher ready = READY.matcher(kakutei.awaitLine("ready in", TIMEOUT));
            assertThat(ready.find()).isTrue();
            url = URI.create(ready.group(1));
            Map<String, Object> kafka = RunningKakutei.kafkaAccount(folder.resolve("data"));
            kafka.put("bootstrap.servers", ready.group(2));
            plant(kafka);
            look(kafka, URI.create(ready.group(3)));
        } finally {
            kakutei.sigterm();
            kakutei.awaitExit(Duration.ofSeconds(60));
            shown.put("the log", kakutei.output());
            kakutei.close();
            gateway.stop(0);
        }
        assertThat(shown.get("the log")).as("the log was written, in JSON").contains("\"idempotency_key\":\"refused\"");
        assertThat(shown.get("the log")).doesNotContain(passwords());
        assertThat(shown)
                .hasSizeGreaterThan(15)
                .allSatisfy((where, text) -> assertThat(text).as(where).doesNotContain(PLANTED.toArray(String[]::new)));
    }

    /** Of the two stores. */
    private List<String> passwords() throws IOException {
        Path data = folder.resolve("data");
        Matcher kafka = Pattern.compile("password=\"(\\w+)\"")
                .matcher(RunningKakutei.kafkaAccount(data)
                        .get("sasl.jaas.config")
                        .toString());
        assertThat(kafka.find()).isTrue();
        return List.of(
                kafka.group(1),
                Files.readString(data.resolve("postgres/password")).strip());
    }

    private ChildJvm launch(int gatewayPort) throws IOException {
        Path key = Files.writeString(folder.resolve("signing.key"), SIGNING_KEY);
        Path hook = Files.writeString(folder.resolve("hook.key"), HOOK_SECRET);
        Path gateways = Files.writeString(folder.resolve("gateways.yaml"), """
                default: bank
                gateways:
                  bank:
                    class: neither
                    url: http://127.0.0.1:%d
                    network: {allow: [loopback]}
                    paths: {order: /orders, payment: /payments}
                    auth: {bearer: {env: PLANTED_TOKEN}}
                    signature: {key: {file: "%s"}, header: X-Signature, content: "{body}"}
                    headers: {X-Partner: {env: PLANTED_TOKEN}}
                    call_timeout: 2s
                    retry: {first: 100ms, cap: 200ms, attempts: 2}
                """.formatted(gatewayPort, key));
        return ChildJvm.start(
                Kakutei.class,
                List.of("-Xmx512m", "-Dlogback.configurationFile=logback.xml"),
                Map.of("PLANTED_TOKEN", TOKEN, "KAKUTEI_LOG_FORMAT", "json", "KAKUTEI_LOG_LEVEL", "DEBUG"),
                List.of(
                        "up",
                        "--data",
                        folder.resolve("data").toString(),
                        "--port",
                        "0",
                        "--gateways",
                        gateways.toString(),
                        "-s",
                        "sender.alert.url=http://127.0.0.1:" + gatewayPort + "/hook?card=" + CARD,
                        "-s",
                        "sender.alert.secret=file:" + hook));
    }

    /** Everything that a gateway could say wrong, with everything in it that it was sent. */
    private static void echo(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String said = "{\"error\":\"no\",\"code\":\"card " + CARD + "\",\"message\":\"" + GROUPED_CARD
                + "\",\"authorization\":\""
                + exchange.getRequestHeaders().getFirst("Authorization") + "\",\"key\":\"" + CALLER_KEY
                + "\",\"jwt\":\""
                + WEB_TOKEN + "\",\"id\":\"" + TOKEN + "\",\"signed_with\":\"" + SIGNING_KEY + "\",\"echo\":"
                + (body.isEmpty() ? "null" : body) + "}";
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().set("X-Debug", TOKEN + " " + CARD);
        Matcher wanted = Pattern.compile("status-(\\d{3})").matcher(body);
        int status = wanted.find() ? Integer.parseInt(wanted.group(1)) : 200;
        if (status != 429) {
            exchange.getResponseHeaders().set("Retry-After", CARD);
        }
        byte[] answer = said.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private void plant(Map<String, Object> kafka) throws Exception {
        submit("/payments", "taken", payment("status-200"));
        submit("/payments", "refused", payment("status-402"));
        submit("/payments", "doubted", payment("status-500"));
        submit("/payments", "busy", payment("status-429"));
        submit("/do/order", "ordered", """
                {"account":"ACC-1","instrument":"7203.T","side":"buy","quantity":"100","order_type":"market",
                 "currency":"JPY","metadata":{"card":"%s","password":"%s"}}""".formatted(CARD, CALLER_KEY));
        submit(
                "/payments",
                "malformed",
                "{\"amount\":\"1\",\"card\":\"" + CARD + "\",\"token\":\"" + CALLER_KEY + "\"");
        submit("/payments", "invalid", payment("x").replace("\"1200.00\"", "\"" + CARD + " " + TOKEN + "\""));
        submit(
                "/payments",
                "unknown-gateway",
                payment("x").replace("{\"amount", "{\"gateway\":\"" + CALLER_KEY + "\",\"amount"));
        for (String path : List.of(
                "/requests?gateway=" + CALLER_KEY,
                "/requests?cursor=" + WEB_TOKEN,
                "/requests?limit=" + CARD,
                "/requests/" + CARD + "/events",
                "/alerts?open=" + CALLER_KEY,
                "/" + WEB_TOKEN)) {
            get(path);
        }
        String topic = topics().requests().name();
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(kafka, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, "k", "{\"card\":" + CARD + ",\"" + CALLER_KEY));
            producer.send(new ProducerRecord<>(topic, "k", payment("x").replace("JPY", CARD)));
            producer.send(
                    new ProducerRecord<>(topics().outcomes().name(), "k", "not ours: " + CARD + " " + CALLER_KEY));
        }
    }

    private void look(Map<String, Object> kafka, URI admin) throws Exception {
        Await.until("the doubt", TIMEOUT, () -> get("/requests/doubted").contains("verification_failed"));
        for (String key : List.of("taken", "refused", "busy", "ordered")) {
            Await.until(key + " ended", TIMEOUT, () -> get("/requests/" + key).contains("settled_at"));
        }
        Await.until("an alert", TIMEOUT, () -> get("/alerts?open=true").contains("verification_failed"));
        for (String key : List.of("taken", "refused", "doubted", "busy", "ordered")) {
            get("/requests/" + key);
            get("/requests/" + key + "/events");
        }
        get("/requests");
        get("/alerts");
        shown.put("metrics", send(HttpRequest.newBuilder(admin.resolve("/metrics"))));
        shown.put("readiness", send(HttpRequest.newBuilder(admin.resolve("/readyz"))));
        Topics topics = topics();
        for (Topic<?> topic : List.of(
                topics.rejections(),
                topics.results(RequestKind.PAYMENT),
                topics.results(RequestKind.ORDER),
                topics.statuses(),
                topics.alarms(),
                topics.alerts(),
                topics.ledger())) {
            shown.put(topic.name(), kept(kafka, topic));
        }
    }

    /** Without what is a caller's document: the first event of a request holds it. */
    private static String kept(Map<String, Object> kafka, Topic<?> topic) throws IOException {
        List<String> kept = new ArrayList<>();
        try (TopicReader reader = new TopicReader(kafka, TopicReader.Isolation.READ_COMMITTED, topic.name())) {
            for (ConsumerRecord<String, String> record : reader.toEnd(TIMEOUT)) {
                boolean document =
                        Json.MAPPER.readTree(record.value()).at("/fact/request").isObject();
                kept.add(document ? record.key() : record.key() + " " + record.headers() + " " + record.value());
            }
        }
        assertThat(kept).as(topic.name()).isNotEmpty();
        return String.join("\n", kept);
    }

    private static Topics topics() {
        return new Topics(Topics.DEFAULT_PREFIX, Topics.DEFAULT_PARTITIONS);
    }

    private static String payment(String reference) {
        return """
                {"amount":"1200.00","currency":"JPY","payment_method":"tok_visa","reference":"%s",
                 "metadata":{"card":"%s","also":"%s","password":"%s","note":"Bearer %s"}}""".formatted(reference, CARD, GROUPED_CARD, CALLER_KEY, WEB_TOKEN);
    }

    private void submit(String path, String key, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path))
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .header("Prefer", "respond-async")
                .header("Authorization", "Bearer " + CALLER_KEY)
                .header("X-Card", CARD)
                .header("tracestate", "card=" + CARD)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        shown.put("answer to " + key, send(request));
    }

    private String get(String path) throws Exception {
        String answer = send(HttpRequest.newBuilder(url.resolve(path)));
        shown.put("GET " + shown.size(), answer);
        return answer;
    }

    private String send(HttpRequest.Builder request) throws Exception {
        return http.send(request.timeout(Duration.ofSeconds(60)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
