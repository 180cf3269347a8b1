package dev.kakutei.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ShutdownTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final List<String> closed = new CopyOnWriteArrayList<>();
    private final Shutdown shutdown = new Shutdown();

    @Test
    void close_parts_lastOpenedIsFirstClosed() {
        for (String name : List.of("a", "b", "c")) {
            shutdown.closeLater(name, LIMIT, () -> closed.add(name));
        }
        shutdown.close();
        assertThat(closed).containsExactly("c", "b", "a");
    }

    @Test
    void close_twice_closesOnce() {
        shutdown.closeLater("a", LIMIT, () -> closed.add("a"));
        shutdown.close();
        shutdown.close();
        assertThat(closed).containsExactly("a");
    }

    @Test
    void close_fromTwoThreads_closesOnceAndBothWait() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        shutdown.closeLater("slow", LIMIT, () -> {
            begun.countDown();
            goOn.await();
            closed.add("slow");
        });
        Thread first = new Thread(shutdown::close);
        first.start();
        begun.await();
        Thread second = new Thread(() -> {
            shutdown.close();
            closed.add("second returned");
        });
        second.start();
        goOn.countDown();
        first.join();
        second.join();
        assertThat(closed).containsExactly("slow", "second returned");
    }

    @Test
    void close_partFails_othersAreClosed() {
        shutdown.closeLater("a", LIMIT, () -> closed.add("a"));
        shutdown.closeLater("exception", LIMIT, () -> {
            throw new java.io.IOException("no");
        });
        shutdown.closeLater("error", LIMIT, () -> {
            throw new NoClassDefFoundError("gone");
        });
        shutdown.close();
        assertThat(closed).containsExactly("a");
    }

    @Test
    void close_partHangs_isInterruptedAndOthersAreClosed() throws InterruptedException {
        CountDownLatch interrupted = new CountDownLatch(1);
        shutdown.closeLater("a", LIMIT, () -> closed.add("a"));
        shutdown.closeLater("hanging", Duration.ofMillis(50), () -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        shutdown.close();
        assertThat(closed).containsExactly("a");
        assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void close_callerInterrupted_stillWaitsForEachPart() {
        shutdown.closeLater("a", LIMIT, () -> closed.add("a"));
        shutdown.closeLater("b", LIMIT, () -> closed.add("b"));
        Thread.currentThread().interrupt();
        shutdown.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(closed).containsExactly("b", "a");
    }

    @Test
    void closeLater_afterwards_isRefused() {
        shutdown.close();
        assertThatThrownBy(() -> shutdown.closeLater("late", LIMIT, () -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("late");
    }

    @Test
    void closeLater_part_isReturned() {
        AutoCloseable part = () -> {};
        assertThat(shutdown.closeLater("a", LIMIT, part)).isSameAs(part);
    }
}
