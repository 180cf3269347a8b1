package dev.kakutei.store.consume;

import dev.kakutei.boot.thread.Backoff;
import dev.kakutei.boot.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that reads topics for as long as it is open. A failure leads to a pause, longer each time up to a limit, and never
 * ends the thread. Made without connecting.
 */
public final class ReaderThread implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ReaderThread.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Backoff PAUSES = new Backoff(FIRST_PAUSE, Duration.ofSeconds(5));
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);

    /** What is done with one consumer. */
    public interface Reader {
        /** One poll, and the processing of its records. Returns whether it succeeded; if not, there is a pause. */
        boolean turn();
    }

    private final String name;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Function<Consumer<byte[], byte[]>, Reader> readers;
    private final java.util.function.Consumer<String> failures;
    private final Duration firstPause;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Consumer<byte[], byte[]> consumer;
    private Thread thread;

    /**
     * @param readers is called with each new consumer, and says where it reads
     * @param failures gets the reason why a consumer was closed
     */
    public ReaderThread(
            String name,
            Supplier<Consumer<byte[], byte[]>> consumers,
            Function<Consumer<byte[], byte[]>, Reader> readers,
            java.util.function.Consumer<String> failures) {
        this(name, consumers, readers, failures, FIRST_PAUSE);
    }

    ReaderThread(
            String name,
            Supplier<Consumer<byte[], byte[]>> consumers,
            Function<Consumer<byte[], byte[]>, Reader> readers,
            java.util.function.Consumer<String> failures,
            Duration firstPause) {
        this.name = name;
        this.consumers = consumers;
        this.readers = readers;
        this.failures = failures;
        this.firstPause = firstPause;
    }

    public void start() {
        thread = DaemonThreads.start(name, this::run);
    }

    /** Ends after the turn that is under way, unless that takes too long. Safe to call more than once. */
    @Override
    public void close() {
        closed.countDown();
        Consumer<byte[], byte[]> open = consumer;
        if (open != null) {
            open.wakeup();
        }
        DaemonThreads.join(thread, SHUTDOWN_TIMEOUT);
    }

    private void run() {
        Duration pause = firstPause;
        while (isOpen()) {
            try (Consumer<byte[], byte[]> fresh = consumers.get()) {
                consumer = fresh;
                Reader reader = readers.apply(fresh);
                while (isOpen()) {
                    pause = reader.turn() ? firstPause : waitFor(pause);
                }
            } catch (WakeupException | InterruptException e) {
                // closing; the loop's condition ends it
            } catch (RuntimeException e) {
                log.warn("The consumer of {} failed; creating a new one", name, e);
                failures.accept(String.valueOf(e.getMessage()));
                pause = waitFor(pause);
            } finally {
                consumer = null;
            }
        }
    }

    /** Returns the pause after this one. */
    private Duration waitFor(Duration pause) {
        try {
            if (closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                return pause;
            }
        } catch (InterruptedException e) {
            closed.countDown();
        }
        return PAUSES.next(pause);
    }

    private boolean isOpen() {
        return closed.getCount() > 0;
    }
}
