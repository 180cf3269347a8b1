package dev.kakutei.store.consume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.junit.jupiter.api.Test;

class ReaderThreadTest {
    private final List<MockConsumer<byte[], byte[]>> made = new CopyOnWriteArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final AtomicInteger turns = new AtomicInteger();

    private Consumer<byte[], byte[]> make() {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
        made.add(consumer);
        return consumer;
    }

    @Test
    void run_turnThrows_createsTheConsumerAgainAndReportsWhy() {
        try (ReaderThread thread = new ReaderThread(
                "test",
                this::make,
                consumer -> () -> {
                    if (turns.incrementAndGet() <= 2) {
                        throw new IllegalStateException("turn " + turns);
                    }
                    consumer.poll(Duration.ofMillis(1));
                    return true;
                },
                failures::add)) {
            thread.start();
            Await.until("it goes on", () -> turns.get() > 5);
        }

        assertThat(failures).containsExactly("turn 1", "turn 2");
        assertThat(made).hasSize(3).allMatch(MockConsumer::closed);
    }

    @Test
    void run_consumerCannotBeMade_triesAgain() {
        AtomicInteger tries = new AtomicInteger();
        try (ReaderThread thread = new ReaderThread(
                "test",
                () -> {
                    if (tries.incrementAndGet() == 1) {
                        throw new IllegalStateException("no Kafka");
                    }
                    return make();
                },
                consumer -> () -> turns.incrementAndGet() > 0,
                failures::add)) {
            thread.start();
            Await.until("it reads", () -> turns.get() > 0);
        }
        assertThat(failures).containsExactly("no Kafka");
    }

    @Test
    void turn_failed_keepsTheConsumerAndPauses() {
        try (ReaderThread thread =
                new ReaderThread("test", this::make, consumer -> () -> turns.incrementAndGet() > 3, failures::add)) {
            thread.start();
            Await.until("it goes on", () -> turns.get() > 4);
        }
        assertThat(made).hasSize(1);
        assertThat(failures).isEmpty();
    }

    @Test
    void close_duringAPause_doesNotWaitForItsEnd() {
        ReaderThread thread = new ReaderThread(
                "test", this::make, consumer -> () -> turns.incrementAndGet() > 1, failures::add, Duration.ofHours(1));
        thread.start();
        Await.until("a turn went wrong", () -> turns.get() == 1);

        thread.close();
        thread.close();

        Await.until("the thread has ended", () -> made.stream().allMatch(MockConsumer::closed));
        assertThat(turns).hasValue(1);
    }

    @Test
    void close_neverStarted_doesNothing() {
        new ReaderThread("test", this::make, consumer -> () -> true, failures::add).close();

        assertThat(made).isEmpty();
    }
}
