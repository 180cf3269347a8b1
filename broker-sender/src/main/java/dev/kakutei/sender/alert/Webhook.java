package dev.kakutei.sender.alert;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.boot.secret.ReferencedSecret;
import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads alerts and posts them, one after the other. A position is committed when its alert was taken, so a crash repeats
 * one at most. While the webhook is away, alerts wait on their topic, and the pause between tries grows up to a limit;
 * what has become too old meanwhile is skipped and counted. All senders of an installation share the work.
 */
public final class Webhook implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Webhook.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(3);
    private static final int AT_ONCE = 50;

    private final WebhookConfig config;
    private final KafkaConfig kafka;
    private final Topic<Alert> topic;
    private final WebhookMetrics metrics;
    private final InstantSource clock;
    private final ReferencedSecret secret;
    private final WebhookClient client;
    private final RetryBackoff backoff;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** Read and not posted yet; only the thread uses it. */
    private final Deque<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();

    private Thread thread;

    public Webhook(WebhookConfig config, KafkaConfig kafka, WebhookMetrics metrics, InstantSource clock) {
        this.config = config;
        this.kafka = kafka;
        this.topic = kafka.topics().alerts();
        this.metrics = metrics;
        this.clock = clock;
        this.secret = ReferencedSecret.of("sender.alert.secret", config.secret(), System.getenv());
        this.client = new WebhookClient(config);
        this.backoff = new RetryBackoff(config.pause(), config.longestPause());
    }

    /** Returns at once: nothing waits for a webhook. */
    public void start() {
        client.start();
        thread = DaemonThreads.start("webhook-alerts", this::run);
    }

    /** What was taken is committed; a call that hangs is cut off, and the next sender that starts posts its alert. */
    @Override
    public void close() {
        closed.countDown();
        if (thread == null) {
            return;
        }
        try {
            thread.join(POLL.multipliedBy(5).toMillis());
            client.close();
            thread.join(SHUTDOWN_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (isOpen()) {
            try (Consumer<byte[], byte[]> fresh = consumer()) {
                waiting.clear();
                fresh.subscribe(List.of(topic.name()), new DropRevoked());
                while (isOpen()) {
                    turn(fresh);
                }
            } catch (InterruptException | InterruptedException e) {
                closed.countDown();
            } catch (RuntimeException e) {
                log.warn("Webhook consumer failed: {}; restarting it", e.toString());
                rest(AFTER_FAILURE);
            }
        }
    }

    /** Polls in any case: the group removes a member that does not poll. */
    private void turn(Consumer<byte[], byte[]> from) throws InterruptedException {
        if (waiting.isEmpty()) {
            from.resume(from.paused());
        } else {
            from.pause(from.assignment());
        }
        from.poll(POLL).forEach(waiting::add);
        if (!waiting.isEmpty() && backoff.isOver(System.nanoTime()) && isOpen()) {
            postNext(from);
        }
    }

    private void postNext(Consumer<byte[], byte[]> from) throws InterruptedException {
        ConsumerRecord<byte[], byte[]> record = waiting.peek();
        Optional<WebhookMessage> message = read(record);
        Optional<String> problem = message.isEmpty() ? Optional.empty() : post(message.get());
        if (problem.isEmpty()) {
            from.commitSync(Map.of(
                    new TopicPartition(record.topic(), record.partition()),
                    new OffsetAndMetadata(record.offset() + 1)));
            waiting.remove();
            backoff.over();
            metrics.idle();
            return;
        }
        metrics.failed();
        if (backoff.failed(System.nanoTime()) == 1) {
            log.warn("Webhook does not take alerts: {}; retrying", problem.get());
        }
    }

    /** Empty for what need not be posted. */
    private Optional<WebhookMessage> read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return WebhookMessage.of(topic.codec().decode(record.value()), config.least());
        } catch (RuntimeException e) {
            log.error(
                    "Alert cannot be decoded and is skipped: {}-{}@{}",
                    record.topic(),
                    record.partition(),
                    record.offset());
            return Optional.empty();
        }
    }

    private Optional<String> post(WebhookMessage message) throws InterruptedException {
        Instant now = clock.instant();
        if (message.at().plus(config.giveUp()).isBefore(now)) {
            metrics.givenUp();
            log.warn("Alert {} of {} is older than sender.alert.give-up and is skipped", message.id(), message.at());
            return Optional.empty();
        }
        metrics.trying();
        Optional<String> problem = client.post(message.body(), message.headers(secret.reveal(), now));
        if (problem.isEmpty()) {
            metrics.delivered();
        }
        return problem;
    }

    private boolean isOpen() {
        return closed.getCount() > 0;
    }

    private void rest(Duration pause) {
        try {
            closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            closed.countDown();
        }
    }

    private Consumer<byte[], byte[]> consumer() {
        // Alerts from before the first start count, too; what is too old is skipped.
        Map<String, Object> properties = KafkaClients.memberProperties(kafka, "webhook-alerts", "sender-alerts");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, AT_ONCE);
        return KafkaClients.consumer(properties);
    }

    /** What another sender reads now is posted by that one. */
    private final class DropRevoked implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            waiting.removeIf(record -> partitions.contains(new TopicPartition(record.topic(), record.partition())));
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            // they go on where their position was committed
        }
    }
}
