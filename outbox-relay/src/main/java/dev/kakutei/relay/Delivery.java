package dev.kakutei.relay;

import dev.kakutei.boot.log.RequestLine;
import dev.kakutei.relay.capture.CapturedBatch;
import dev.kakutei.relay.publish.AcceptedPublisher;
import dev.kakutei.relay.route.CapturedRow;
import dev.kakutei.relay.route.Routed;
import dev.kakutei.relay.route.Router;
import dev.kakutei.schemas.Canary;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Routes, publishes, counts; and remembers what went wrong, for the health check. */
final class Delivery {
    private static final Logger log = LoggerFactory.getLogger(Delivery.class);
    private static final Duration ACKNOWLEDGEMENT_TIMEOUT = Duration.ofSeconds(10);

    private final RelayMetrics metrics;
    private final InstantSource clock;
    private final CanaryWatch watch;
    private final AtomicLong batches = new AtomicLong();
    /** Since when the batch under way waits for Kafka, by the monotonic clock; null when none does. */
    private volatile Long waitingSince;

    private volatile String lastQuarantined;

    Delivery(RelayMetrics metrics, CanaryWatch watch, InstantSource clock) {
        this.watch = watch;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Returns when Kafka has every row, save those that are quarantined: they block nothing, and are logged as errors. */
    void deliver(CapturedBatch batch, AcceptedPublisher publisher) throws InterruptedException {
        metrics.captured(batch.rows().size());
        List<Routed.Message> messages = route(batch.rows());

        waitingSince = System.nanoTime();
        try {
            List<Routed.Unroutable> refused = publisher.publish(messages, batch.canaries());
            refused.forEach(this::quarantine);
            count(messages, refused);
            arrived(batch.canaries());
            batches.incrementAndGet();
        } finally {
            waitingSince = null;
        }
    }

    /** What can be announced of these; the rest is quarantined. */
    List<Routed.Message> route(List<CapturedRow> rows) {
        List<Routed.Message> messages = new ArrayList<>(rows.size());
        for (CapturedRow row : rows) {
            Routed routed = Router.route(row);
            if (routed instanceof Routed.Message message) {
                messages.add(message);
            } else {
                quarantine((Routed.Unroutable) routed);
            }
        }
        return messages;
    }

    /** The capture has begun, and progress is expected of it. */
    void began() {
        watch.began(System.nanoTime());
    }

    /** We stand by, and another relay captures: its progress is what counts. */
    void watchedFrom(Optional<Duration> sinceLastCanary) {
        long now = System.nanoTime();
        sinceLastCanary.ifPresentOrElse(silent -> watch.arrived(now - silent.toNanos()), () -> watch.expected(now));
    }

    /** What is wrong though we stand by: the relay that holds the slot may make no progress. */
    Optional<String> problemOfActiveRelay() {
        return watch.problem(System.nanoTime());
    }

    /** How many batches were delivered so far: compare two values to see whether there was progress. */
    long batches() {
        return batches.get();
    }

    Optional<String> problem() {
        Long since = waitingSince;
        Duration waiting = since == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
        if (waiting.compareTo(ACKNOWLEDGEMENT_TIMEOUT) > 0) {
            return Optional.of("Kafka has not acknowledged a batch for " + waiting.toSeconds() + " s");
        }
        return watch.problem(System.nanoTime())
                .or(() -> Optional.ofNullable(lastQuarantined)
                        .map(row -> "rows were quarantined and need an operator; the last one: " + row));
    }

    private void count(List<Routed.Message> messages, List<Routed.Unroutable> refused) {
        Instant now = clock.instant();
        for (Routed.Message message : messages) {
            if (refused.isEmpty() || refused.stream().noneMatch(one -> one.row() == message.row())) {
                metrics.published(
                        Duration.between(message.event().at(), now),
                        message.row().traceparent());
            }
        }
    }

    private void arrived(List<Canary> canaries) {
        if (!canaries.isEmpty()) {
            watch.arrived(System.nanoTime());
            Canary last = canaries.get(canaries.size() - 1);
            metrics.canary(Duration.between(last.sentAt(), clock.instant()));
        }
    }

    private void quarantine(Routed.Unroutable unroutable) {
        lastQuarantined = unroutable.row() + ": " + unroutable.reason();
        metrics.quarantined();
        CapturedRow row = unroutable.row();
        RequestLine.at(log.atError(), row.id())
                .idempotencyKey(row.idempotencyKey())
                .adapter(row.gateway())
                .trace(row.traceparent())
                .log("QUARANTINED, will not be announced until an operator acts: {}", lastQuarantined);
    }
}
