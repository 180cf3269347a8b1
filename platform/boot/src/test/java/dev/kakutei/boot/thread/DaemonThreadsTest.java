package dev.kakutei.boot.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class DaemonThreadsTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void start_task_runsOnADaemonOfThatName() {
        CountDownLatch ran = new CountDownLatch(1);

        Thread thread = DaemonThreads.start("worker", ran::countDown);
        DaemonThreads.join(thread, LONG);

        assertThat(ran.getCount()).isZero();
        assertThat(thread.getName()).isEqualTo("worker");
        assertThat(thread.isDaemon()).isTrue();
    }

    @Test
    void named_threadOfAPool_isADaemonOfThatNameAndNotStarted() {
        Thread thread = DaemonThreads.named("pool").newThread(() -> {});

        assertThat(thread.getName()).isEqualTo("pool");
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getState()).isEqualTo(Thread.State.NEW);
    }

    @Test
    void join_neverStarted_returns() {
        DaemonThreads.join(null, LONG);
        DaemonThreads.join(DaemonThreads.create("idle", () -> {}), LONG);
    }

    @Test
    void join_callerIsInterrupted_returnsAndKeepsTheInterrupt() {
        CountDownLatch end = new CountDownLatch(1);
        Thread busy = DaemonThreads.start("busy", () -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Thread.currentThread().interrupt();

        DaemonThreads.join(busy, LONG);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(busy.isAlive()).isTrue();
        end.countDown();
    }
}
