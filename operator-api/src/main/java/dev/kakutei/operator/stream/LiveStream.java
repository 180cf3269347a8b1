package dev.kakutei.operator.stream;

import dev.kakutei.boot.log.RequestLine;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One caller's slot among {@link Streams}: taken, then set to watch a request, then begun with what Postgres had after that.
 * In this order, so that an event is either read from Postgres or received from the topic, and none is missed in between.
 */
public final class LiveStream implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LiveStream.class);
    private static final Duration RETRY = Duration.ofSeconds(2);
    /** Postgres is a moment behind the topic: what was missed there is here soon after. */
    private static final Duration SOON = Duration.ofMillis(500);

    private static final int MAX_EARLY_EVENTS = 200;

    private final Streams streams;
    private final StreamConfig config;
    private final ScheduledExecutorService timer;
    private final List<LedgerEvent> early = new ArrayList<>();
    private final Queue<Future<?>> timers = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;
    private volatile RequestId id;
    private RequestFollower following;
    private Pipe pipe;
    private boolean reading;
    private boolean over;

    LiveStream(Streams streams, StreamConfig config, ScheduledExecutorService timer) {
        this.streams = streams;
        this.config = config;
        this.timer = timer;
    }

    /** From now on this request's events are kept for {@link #begin}. */
    public void watch(RequestId request) {
        id = request;
        streams.watch(request, this);
    }

    /** Sends what is known and continues with what the topic brings; the slot is released when the pipe ends. */
    public void begin(RequestFollower first, Pipe to) {
        to.whenEnded(end -> streams.ended(this, end));
        synchronized (this) {
            pipe = to;
            following = first;
            pipe.send(List.of(Frame.retry(RETRY)));
            show(first::opening);
            show(() -> first.hear(early));
            early.clear();
            if (over) {
                leave(Pipe.End.STOPPING);
                return;
            }
            try {
                long beat = config.heartbeat().toMillis();
                timers.add(timer.scheduleAtFixedRate(this::beat, beat, beat, TimeUnit.MILLISECONDS));
                timers.add(timer.schedule(this::catchUp, SOON.toMillis(), TimeUnit.MILLISECONDS));
                timers.add(timer.schedule(
                        () -> leave(Pipe.End.TIMEOUT), config.timeout().toMillis(), TimeUnit.MILLISECONDS));
            } catch (RejectedExecutionException stopping) {
                leave(Pipe.End.STOPPING);
            }
        }
        if (ended) {
            stopTimers();
        }
    }

    /** Releases the slot if nothing was begun. */
    @Override
    public void close() {
        synchronized (this) {
            if (pipe != null) {
                return;
            }
        }
        streams.release(this);
    }

    /** Null until it watches. */
    RequestId id() {
        return id;
    }

    void hear(LedgerEvent event) {
        synchronized (this) {
            if (following != null) {
                show(() -> following.hear(List.of(event)));
                if (following.behind()) {
                    later();
                }
            } else if (early.size() < MAX_EARLY_EVENTS) {
                early.add(event);
            }
        }
    }

    /** Ends it with a comment to the caller, which may connect again. */
    synchronized void leave(Pipe.End end) {
        over = true;
        if (pipe != null) {
            pipe.send(List.of(Frame.comment(end == Pipe.End.TIMEOUT ? "timeout, reconnect" : "reconnect")));
            pipe.end(end);
        }
    }

    /** Without the lock: whoever ends a pipe may hold its own. */
    void stopTimers() {
        ended = true;
        timers.forEach(one -> one.cancel(false));
    }

    private void beat() {
        synchronized (this) {
            pipe.send(List.of(Frame.comment("heartbeat")));
        }
        catchUp();
    }

    private void later() {
        try {
            timer.schedule(this::catchUp, SOON.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopping) {
            // it ends anyway
        }
    }

    private void catchUp() {
        int from;
        synchronized (this) {
            if (reading || following.ended()) {
                return;
            }
            reading = true;
            from = following.seq();
        }
        streams.stored(id, from).whenComplete((events, failure) -> {
            synchronized (this) {
                reading = false;
                if (failure == null) {
                    show(() -> following.hear(events));
                }
            }
        });
    }

    private void show(Supplier<List<Frame>> frames) {
        try {
            List<Frame> some = frames.get();
            if (!some.isEmpty()) {
                pipe.send(some);
            }
            if (following.ended()) {
                pipe.end(Pipe.End.SETTLED);
            }
        } catch (IllegalStateException | IllegalArgumentException e) {
            RequestLine.at(log.atError(), id)
                    .cause(e)
                    .log("The events of a request do not fit together; the stream ends");
            pipe.end(Pipe.End.BROKEN);
        }
    }
}
