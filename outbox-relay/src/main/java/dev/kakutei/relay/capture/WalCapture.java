package dev.kakutei.relay.capture;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.boot.thread.DaemonThreads;
import io.debezium.embedded.Connect;
import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.connect.source.SourceRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of Debezium's engine: from the slot's position to the first error, or until it is closed. There is no
 * second start; to continue, create a new one, which begins at the slot again.
 */
public final class WalCapture implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(WalCapture.class);
    private static final Duration STOP_TIME = Duration.ofSeconds(8);

    private final RowSink sink;
    private final DebeziumEngine<ChangeEvent<SourceRecord, SourceRecord>> engine;
    private final Thread thread;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    /** Debezium cannot be stopped while its task is starting; from here on it can. */
    private final CountDownLatch stoppable = new CountDownLatch(1);

    private volatile Throwable error;

    public WalCapture(CaptureConfig config, RowSink sink) {
        this.sink = sink;
        this.engine = DebeziumEngine.create(Connect.class)
                .using(EngineProperties.of(config))
                .using(new DebeziumEngine.ConnectorCallback() {
                    @Override
                    public void pollingStarted() {
                        stoppable.countDown();
                    }
                })
                .using((success, message, cause) -> error = cause)
                .notifying(this::handle)
                .build();
        this.thread = DaemonThreads.create("relay-capture", this::run);
    }

    public void start() {
        thread.start();
    }

    /** Waits for the end: false when the time is up and it goes on; throws what ended it, if it did not end by itself. */
    public boolean awaitEnd(Duration limit) throws InterruptedException, ExecutionException {
        try {
            ended.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException goesOn) {
            return false;
        }
    }

    /** A batch under way is given up, not acknowledged, and read again by the next capture. */
    @Override
    public void close() {
        try {
            stoppable.await(STOP_TIME.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended.isDone()) {
                engine.close();
            }
            ended.get(STOP_TIME.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException | ExecutionException endedByItself) {
            // Then there is nothing left to stop.
        } catch (IOException | TimeoutException e) {
            log.warn("Capture did not stop cleanly within {}", STOP_TIME, e);
        }
    }

    private void run() {
        try {
            engine.run();
        } catch (RuntimeException e) {
            error = e;
        } finally {
            stoppable.countDown();
            if (error == null) {
                ended.complete(null);
            } else {
                ended.completeExceptionally(error);
            }
        }
    }

    private void handle(
            List<ChangeEvent<SourceRecord, SourceRecord>> events,
            DebeziumEngine.RecordCommitter<ChangeEvent<SourceRecord, SourceRecord>> committer)
            throws InterruptedException {
        CapturedBatch captured =
                RowDecoder.decode(events.stream().map(ChangeEvent::value).toList());
        Failpoint.RELAY_READ.reached();
        if (!captured.isEmpty()) {
            sink.deliver(captured);
        }
        Failpoint.RELAY_ACKNOWLEDGED.reached();
        for (ChangeEvent<SourceRecord, SourceRecord> event : events) {
            committer.markProcessed(event);
        }
        Failpoint.RELAY_MARKED.reached();
        committer.markBatchFinished();
        Failpoint.RELAY_FINISHED.reached();
    }
}
