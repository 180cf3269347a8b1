package dev.kakutei.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Callers on many connections, driven by the thread that calls. */
public final class HttpLoad implements AutoCloseable {
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(30);
    private static final int ACCEPTED = 202;

    private final Orders orders;
    private final InetSocketAddress address;
    private final int connections;
    private final Selector selector;
    private final List<LoadConnection> callers = new ArrayList<>();
    private final Deque<LoadConnection> idle = new ArrayDeque<>();
    private Histogram latencies = histogram();
    private long accepted;
    private long others;

    /**
     * What came back.
     *
     * @param others answers other than 202
     * @param late accepted after the time was over; they had been sent before
     * @param began when the first one was due, by {@link System#nanoTime}: the connections were open then
     * @param latencies in microseconds
     */
    public record Result(long accepted, long others, long late, long began, Duration took, Histogram latencies) {
        /** Whatever the other side owes a result for. */
        public long acceptedInAll() {
            return accepted + late;
        }

        public double perSecond() {
            return accepted / (took.toNanos() / 1e9);
        }

        public double millis(double percentile) {
            return latencies.getValueAtPercentile(percentile) / 1000.0;
        }
    }

    public HttpLoad(InetSocketAddress address, int connections, Orders orders) throws IOException {
        this.orders = orders;
        this.address = address;
        this.connections = connections;
        this.selector = Selector.open();
    }

    /** Every connection sends its next request as soon as it has the answer to the one before. */
    public Result closedLoop(Duration duration) throws IOException {
        return closedLoop(duration, Long.MAX_VALUE);
    }

    /** The same until so many are answered, or the time is over. */
    public Result closedLoop(Duration duration, long answers) throws IOException {
        long began = begin();
        long end = began + duration.toNanos();
        while (System.nanoTime() < end && accepted + others < answers) {
            while (!idle.isEmpty()) {
                idle.poll().begin(orders, System.nanoTime());
            }
            answers(TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) + 1);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        long inTime = accepted;
        Histogram times = latencies.copy();
        finish();
        return new Result(inTime, others, accepted - inTime, began, took, times);
    }

    /**
     * So many a second, whatever becomes of them. A request that has to wait for a connection, or for this thread, counts
     * from when it was due: a stall is in the figures of all whom it made wait.
     */
    public Result openLoop(int perSecond, Duration duration) throws IOException {
        long began = begin();
        long interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
        long end = began + duration.toNanos();
        long due = began;
        while (due < end) {
            long now = System.nanoTime();
            while (due <= now && due < end && !idle.isEmpty()) {
                idle.poll().begin(orders, due);
                due += interval;
            }
            // a busy look while a request is nearly due: a selector's wait is too coarse for that
            long left = due - System.nanoTime();
            answers(idle.isEmpty() ? 1 : left > 2_000_000 ? TimeUnit.NANOSECONDS.toMillis(left) - 1 : 0);
        }
        finish();
        return new Result(accepted, others, 0, began, Duration.ofNanos(System.nanoTime() - began), latencies);
    }

    @Override
    public void close() throws IOException {
        for (LoadConnection caller : callers) {
            caller.close();
        }
        selector.close();
    }

    /** On new connections: those of the loop before may have been idle for too long. */
    private long begin() throws IOException {
        for (LoadConnection caller : callers) {
            caller.close();
        }
        callers.clear();
        idle.clear();
        for (int i = 0; i < connections; i++) {
            LoadConnection caller = new LoadConnection(address, selector, orders.length());
            callers.add(caller);
            idle.add(caller);
        }
        latencies = histogram();
        accepted = 0;
        others = 0;
        return System.nanoTime();
    }

    private void finish() throws IOException {
        long end = System.nanoTime() + LAST_ANSWERS.toNanos();
        while (idle.size() < callers.size()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("no answer for " + LAST_ANSWERS);
            }
            answers(10);
        }
    }

    private void answers(long millis) throws IOException {
        if (millis > 0) {
            selector.select(millis);
        } else {
            selector.selectNow();
        }
        for (SelectionKey key : selector.selectedKeys()) {
            LoadConnection caller = (LoadConnection) key.attachment();
            if (key.isWritable()) {
                caller.write();
            }
            int status = key.isReadable() ? caller.read() : 0;
            if (status != 0) {
                latencies.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - caller.meant()));
                if (status == ACCEPTED) {
                    accepted++;
                } else {
                    others++;
                }
                idle.add(caller);
            }
        }
        selector.selectedKeys().clear();
    }

    private static Histogram histogram() {
        return new Histogram(TimeUnit.MINUTES.toMicros(2), 3);
    }
}
