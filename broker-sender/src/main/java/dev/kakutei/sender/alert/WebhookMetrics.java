package dev.kakutei.sender.alert;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/** What can be seen of the webhook. There from the start, with or without one. */
public final class WebhookMetrics {
    static final String DELIVERED = "alert_webhook_delivered";
    static final String FAILED = "alert_webhook_failed";
    static final String GIVEN_UP = "alert_webhook_given_up";
    static final String WAITING = "alert_webhook_waiting_seconds";

    private final Counter delivered;
    private final Counter failed;
    private final Counter givenUp;
    /** When the first try of the message that is being posted began; 0 where none is. */
    private final AtomicLong since = new AtomicLong();

    public WebhookMetrics(MeterRegistry registry) {
        delivered = counter(registry, DELIVERED, "alerts that the webhook has taken");
        failed = counter(registry, FAILED, "posts that the webhook did not take");
        givenUp = counter(registry, GIVEN_UP, "alerts that were too old to be posted any more");
        Gauge.builder(WAITING, () -> since.get() == 0 ? 0 : (System.nanoTime() - since.get()) / 1e9)
                .description("how long this sender has been trying to post the current alert")
                .register(registry);
    }

    void trying() {
        since.compareAndSet(0, System.nanoTime());
    }

    void idle() {
        since.set(0);
    }

    void delivered() {
        delivered.increment();
    }

    void failed() {
        failed.increment();
    }

    void givenUp() {
        givenUp.increment();
    }

    private static Counter counter(MeterRegistry registry, String name, String meaning) {
        return Counter.builder(name).description(meaning).register(registry);
    }
}
