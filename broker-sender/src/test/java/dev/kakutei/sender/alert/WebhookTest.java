package dev.kakutei.sender.alert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.gateway.Secret;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A webhook that refuses, hangs, breaks off or is not there: every alert is delivered in the end, in order. */
class WebhookTest {
    /** For calls that end by themselves, however busy the machine is. */
    private static final Duration LONG_CALL = Duration.ofSeconds(50);

    private final KafkaConfig kafka =
            new KafkaConfig(RealKafka.bootstrapServers(), new Topics(RealKafka.freshPrefix(), 1), 1);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final WebhookMetrics metrics = new WebhookMetrics(registry);
    private final HookServer server = new HookServer();

    @TempDir
    private Path folder;

    private Webhook webhook;

    @BeforeEach
    void topics() {
        TopicSetup.ensure(kafka, List.of(kafka.topics().alerts()));
    }

    @AfterEach
    void close() {
        if (webhook != null) {
            webhook.close();
        }
        server.close();
    }

    @Test
    void alerts_toAReceiverThatRefusesAndBreaksOff_areAllDeliveredInOrder() throws Exception {
        server.script("500", "close", "302", "404", "200", "200");
        publish(alert(1, null), alert(1, Instant.now()));
        start(server.url(), List.of("loopback"), Duration.ofHours(1));

        awaitDelivered(2);
        assertThat(server.events())
                .containsExactly(
                        "alert.opened",
                        "alert.opened",
                        "alert.opened",
                        "alert.opened",
                        "alert.opened",
                        "alert.resolved");
        assertThat(registry.counter(WebhookMetrics.FAILED).count()).isEqualTo(4);
        awaitCommitted();
    }

    /** With so short a time-out, a busy machine may cut off other calls too: those alerts come again. */
    @Test
    void alert_toAReceiverThatHangs_isDeliveredByAnotherCall() throws Exception {
        server.script("hang");
        publish(alert(1, null), alert(1, Instant.now()));
        start(server.url(), List.of("loopback"), Duration.ofHours(1), Duration.ofMillis(500));

        awaitDelivered(2);
        assertThat(server.events()).contains("alert.resolved").hasSizeGreaterThanOrEqualTo(3);
        assertThat(registry.counter(WebhookMetrics.FAILED).count()).isPositive();
    }

    @Test
    void alert_notTakenBeforeARestart_isDeliveredAfterIt() throws Exception {
        publish(alert(1, null));
        try (HookServer refusing = new HookServer()) {
            refusing.afterTheScript("503");
            start(refusing.url(), List.of("loopback"), Duration.ofHours(1));
            Await.until("it was refused twice", () -> refusing.events().size() >= 2);
            webhook.close();
        }

        start(server.url(), List.of("loopback"), Duration.ofHours(1));
        awaitDelivered(1);
        awaitCommitted();
        assertThat(server.events()).hasSize(1);

        webhook.close();
        start(server.url(), List.of("loopback"), Duration.ofHours(1));
        publish(alert(2, Instant.now()));
        awaitDelivered(2);
        assertThat(server.events()).as("what was taken is not posted again").hasSize(2);
    }

    @Test
    void alert_tooOld_isPassedOverAndCounted() throws Exception {
        publish(old(), alert(1, null));
        start(server.url(), List.of("loopback"), Duration.ofMinutes(5));
        awaitDelivered(1);
        assertThat(registry.counter(WebhookMetrics.GIVEN_UP).count()).isEqualTo(1);
        assertThat(server.events()).hasSize(1);
    }

    @Test
    void address_thatIsNotAllowed_isNotConnectedTo() throws Exception {
        publish(alert(1, null));
        start(server.url(), List.of(), Duration.ofHours(1));
        Await.until(
                "it was tried", () -> registry.counter(WebhookMetrics.FAILED).count() >= 2);
        assertThat(server.events()).isEmpty();
    }

    private void awaitDelivered(int alerts) {
        Await.until(
                alerts + " were accepted",
                () -> registry.counter(WebhookMetrics.DELIVERED).count() == alerts);
    }

    /** An alert is counted when it is accepted, and over when that is committed. */
    private void awaitCommitted() {
        Await.until(
                "none is waiting",
                () -> registry.get(WebhookMetrics.WAITING).gauge().value() == 0);
    }

    private void start(URI url, List<String> allow, Duration giveUp) throws IOException {
        start(url, allow, giveUp, LONG_CALL);
    }

    private void start(URI url, List<String> allow, Duration giveUp, Duration timeout) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "s3cret-of-the-hook");
        webhook = new Webhook(
                new WebhookConfig(
                        url,
                        new Secret(Secret.Source.FILE, secret.toString()),
                        allow,
                        Alert.Severity.LOW,
                        timeout,
                        Duration.ofMillis(20),
                        Duration.ofMillis(100),
                        giveUp),
                kafka,
                metrics,
                InstantSource.system());
        webhook.start();
    }

    private void publish(Alert... alerts) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrap(), "acks", "all"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (Alert alert : alerts) {
                producer.send(new ProducerRecord<>(
                        kafka.topics().alerts().name(), alert.cause().getBytes(UTF_8), Codecs.ALERT.encode(alert)));
            }
        }
    }

    private static Alert alert(int number, Instant resolvedAt) {
        Instant now = Instant.now();
        return new Alert(
                "a/" + number,
                Alert.Severity.HIGH,
                "contradiction",
                null,
                "gw",
                "look",
                now,
                "c@" + number,
                now,
                1L,
                resolvedAt);
    }

    private static Alert old() {
        Instant then = Instant.now().minus(Duration.ofDays(2));
        return new Alert("a/0", Alert.Severity.HIGH, "contradiction", null, "gw", "look", then, "c@0", then, 1L, null);
    }
}
