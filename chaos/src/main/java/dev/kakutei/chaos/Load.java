package dev.kakutei.chaos;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Callers: each submits a request under its key until it is told that it is accepted, at whichever door is open. What they
 * are told goes into a log, which the proof reads.
 */
final class Load implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(8);
    private static final int MOST_OPEN = 2_000;

    private final Supplier<List<URI>> doors;
    private final long seed;
    private final BufferedWriter log;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2, task -> {
        Thread thread = new Thread(task, "load");
        thread.setDaemon(true);
        return thread;
    });
    private final Semaphore room = new Semaphore(MOST_OPEN);
    private final AtomicLong submitted = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong tries = new AtomicLong();
    private volatile List<URI> open = List.of();
    private volatile boolean adding = true;

    Load(Supplier<List<URI>> doors, long seed, Path log) {
        this.doors = doors;
        this.seed = seed;
        try {
            this.log = Files.newBufferedWriter(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void start(int perSecond) {
        clock.scheduleWithFixedDelay(() -> open = doors.get(), 0, 500, TimeUnit.MILLISECONDS);
        clock.scheduleAtFixedRate(this::next, 500_000, 1_000_000L / perSecond, TimeUnit.MICROSECONDS);
    }

    /** No new requests; those that are not acknowledged yet are tried further. */
    void stopAdding() {
        adding = false;
    }

    long submitted() {
        return submitted.get();
    }

    long acknowledged() {
        return acknowledged.get();
    }

    /** How often something was asked, repetitions included. */
    long tries() {
        return tries.get();
    }

    private void next() {
        if (adding && room.tryAcquire()) {
            submit(submitted.getAndIncrement(), Time.FIRST);
        }
    }

    /** Whether the caller has been told already, and asks once more. */
    private enum Time {
        FIRST,
        AGAIN
    }

    private void submit(long number, Time time) {
        List<URI> now = open;
        if (now.isEmpty()) {
            again(number, time);
            return;
        }
        Random dice = new Random(seed * 1_000_003 + number);
        boolean order = dice.nextInt(3) == 0;
        int draw = dice.nextInt(20);
        String gateway = draw == 0 ? "neither" : draw < 8 ? "queryable" : "forgiving";
        String body = order
                ? "{\"account\":\"ACC-1\",\"instrument\":\"7203.T\",\"side\":\"buy\",\"quantity\":\""
                        + (1 + number % 900) + "\",\"order_type\":\"market\",\"currency\":\"JPY\",\"gateway\":\""
                        + gateway + "\"}"
                : "{\"amount\":\"" + (100 + number % 9_000)
                        + ".50\",\"currency\":\"JPY\",\"payment_method\":\"tok_visa\"," + "\"reference\":\"INV-"
                        + number + "\",\"gateway\":\"" + gateway + "\"}";
        HttpRequest.Builder request = HttpRequest.newBuilder(now.get((int) (tries.getAndIncrement() % now.size()))
                        .resolve(order ? "/do/order" : "/payments"))
                .header("Idempotency-Key", key(number))
                .header("Content-Type", "application/json")
                .header("Connect-Timeout-Ms", "2000")
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (dice.nextInt(4) != 0) {
            request.header("Prefer", "respond-async");
        }
        http.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding())
                .whenComplete((reply, failure) -> told(number, failure == null ? reply.statusCode() : 0, time));
    }

    private void told(long number, int status, Time time) {
        boolean accepted = status == 200 || status == 201 || status == 202 || status == 402 || status == 400;
        if (status != 0) {
            write(number, status);
        }
        if (!accepted) {
            again(number, time);
        } else if (number % 20 == 0 && time == Time.FIRST) {
            // Somebody whose answer was lost on the way asks once more.
            clock.schedule(() -> submit(number, Time.AGAIN), 50, TimeUnit.MILLISECONDS);
        } else {
            acknowledged.incrementAndGet();
            room.release();
        }
    }

    private void again(long number, Time time) {
        if (!clock.isShutdown()) {
            clock.schedule(() -> submit(number, time), 300, TimeUnit.MILLISECONDS);
        }
    }

    private String key(long number) {
        return "chaos-" + seed + "-" + number;
    }

    private synchronized void write(long number, int status) {
        try {
            log.write("{\"at\":\"" + Instant.now() + "\",\"idempotency_key\":\"" + key(number) + "\",\"status\":"
                    + status + "}\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() {
        clock.shutdownNow();
        try {
            log.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
