package dev.kakutei.relay;

import dev.kakutei.relay.publish.AcceptedPublisher;
import dev.kakutei.relay.route.OutboxRow;
import dev.kakutei.relay.route.Routed;
import dev.kakutei.relay.route.Router;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Route, publish, count; and remember what went wrong, for those who ask about our health. */
final class Delivery {
    private static final Logger log = LoggerFactory.getLogger(Delivery.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final RelayMetrics metrics;
    private final InstantSource clock;
    private final AtomicLong batches = new AtomicLong();
    /** Since when the batch under way waits for Kafka; null when none does. */
    private volatile Instant waitingSince;

    private volatile String lastQuarantined;

    Delivery(RelayMetrics metrics, InstantSource clock) {
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Returns when Kafka has every row, save those that are quarantined: they block nobody and are shouted about. */
    void deliver(List<OutboxRow> batch, AcceptedPublisher publisher) throws InterruptedException {
        metrics.captured(batch.size());
        List<Routed.Message> messages = new ArrayList<>(batch.size());
        for (OutboxRow row : batch) {
            Routed routed = Router.route(row);
            if (routed instanceof Routed.Message message) {
                messages.add(message);
            } else {
                quarantine((Routed.Unroutable) routed);
            }
        }
        waitingSince = clock.instant();
        try {
            List<Routed.Unroutable> refused = publisher.publish(messages);
            refused.forEach(this::quarantine);
            count(messages, refused);
            batches.incrementAndGet();
        } finally {
            waitingSince = null;
        }
    }

    /** How many batches were delivered so far: whoever wants to know whether there was progress compares. */
    long batches() {
        return batches.get();
    }

    Optional<String> trouble() {
        Instant since = waitingSince;
        if (since != null && Duration.between(since, clock.instant()).compareTo(PATIENCE) > 0) {
            return Optional.of("Kafka has not acknowledged a batch since " + since);
        }
        return Optional.ofNullable(lastQuarantined)
                .map(row -> "rows were quarantined and need a person; the last one: " + row);
    }

    private void count(List<Routed.Message> messages, List<Routed.Unroutable> refused) {
        Instant now = clock.instant();
        for (Routed.Message message : messages) {
            if (refused.isEmpty() || refused.stream().noneMatch(one -> one.row() == message.row())) {
                metrics.published(Duration.between(message.event().at(), now));
            }
        }
    }

    private void quarantine(Routed.Unroutable unroutable) {
        lastQuarantined = unroutable.row() + ": " + unroutable.reason();
        metrics.quarantined();
        log.error("QUARANTINED, will not be announced until somebody sees to it: {}", lastQuarantined);
    }
}
