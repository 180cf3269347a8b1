package dev.kakutei.simulator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes the journal, many lines at a time. Lines are written in the order they are put, so when a
 * line's {@code written} runs, that line and every line before it is with the operating system.
 *
 * <p>After a failed write nothing is written or confirmed any more: a gateway that cannot record what it does must not go on.
 */
final class JournalWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);
    private static final Item STOP = new Item(null, null);
    private static final int MAX_BATCH = 512;

    private static final Duration BARRIER = Duration.ofSeconds(30);

    /** Without an entry it only marks a place in the order. */
    private record Item(JournalEntry entry, Runnable written) {}

    private final FileChannel channel;
    private final Fsync fsync;
    private final BlockingQueue<Item> queue;
    private final Executor confirmations;
    private final Runnable onFailure;
    private final Thread thread;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(1 << 16);
    private boolean stopping;
    private volatile boolean open = true;

    /** Takes over the channel, positioned at the file's end; confirmations run on the executor, not on the writing thread. */
    JournalWriter(FileChannel channel, Fsync fsync, int queueCapacity, Executor confirmations, Runnable onFailure) {
        this.channel = channel;
        this.fsync = fsync;
        this.queue = new ArrayBlockingQueue<>(queueCapacity);
        this.confirmations = confirmations;
        this.onFailure = onFailure;
        this.thread = new Thread(this::run, "journal-writer");
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits while the queue is full: the clients then wait, which is what a slow disk means. */
    void put(JournalEntry entry, Runnable written) {
        try {
            queue.put(new Item(entry, written));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the journal", e);
        }
    }

    /** Returns when all that was put before has been written. */
    void awaitWritten() {
        CountDownLatch reached = new CountDownLatch(1);
        try {
            if (open) {
                queue.put(new Item(null, reached::countDown));
                if (!reached.await(BARRIER.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException("the journal was not written within " + BARRIER);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the journal", e);
        }
    }

    /** False once a write has failed or the writer was closed. */
    boolean isOpen() {
        return open;
    }

    private void run() {
        List<Item> batch = new ArrayList<>(MAX_BATCH);
        try {
            while (take(batch)) {
                write(batch);
                for (Item item : batch) {
                    if (item.written() != null) {
                        confirmations.execute(item.written());
                    }
                }
                batch.clear();
            }
        } catch (IOException | RuntimeException e) {
            open = false;
            LOG.error("the journal cannot be written; the simulator stops answering", e);
            onFailure.run();
            discardUntilClosed();
        } catch (InterruptedException e) {
            open = false;
        }
    }

    /** Fills the batch; false when the end has come, with nothing left to write. */
    private boolean take(List<Item> batch) throws InterruptedException {
        if (stopping) {
            return false;
        }
        batch.add(queue.take());
        queue.drainTo(batch, MAX_BATCH - 1);
        int stop = batch.indexOf(STOP);
        if (stop >= 0) {
            stopping = true;
            open = false;
            batch.subList(stop, batch.size()).clear();
        }
        return true;
    }

    private void write(List<Item> batch) throws IOException {
        buffer.reset();
        for (Item item : batch) {
            if (item.entry() == null) {
                continue;
            }
            buffer.write(SimulatorJson.MAPPER.writeValueAsBytes(item.entry()));
            buffer.write('\n');
            if (fsync == Fsync.EACH) {
                flush();
            }
        }
        if (buffer.size() > 0) {
            flush();
        }
    }

    private void flush() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(buffer.toByteArray());
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        if (fsync != Fsync.NEVER) {
            channel.force(false);
        }
        buffer.reset();
    }

    /** No thread may be left waiting at a full queue. */
    private void discardUntilClosed() {
        try {
            for (Item item = queue.take(); item != STOP; item = queue.take()) {
                if (item.entry() == null) {
                    item.written().run();
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("closed", e);
        }
    }

    /** Writes what was put before, and closes the file. */
    @Override
    public void close() {
        boolean interrupted = false;
        try {
            queue.put(STOP);
            thread.join();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("the journal was not closed cleanly", e);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
