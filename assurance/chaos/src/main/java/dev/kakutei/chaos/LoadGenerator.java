package dev.kakutei.chaos;

import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.thread.DaemonThreads;
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
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Callers: each submits a request under its key until it is acknowledged, at any instance that runs, or publishes it until
 * Kafka has it. What they were answered goes into a log, which the proof reads.
 */
final class LoadGenerator implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(8);
    private static final int MAX_OPEN = 2_000;
    private static final String WAITS_MILLIS = "2000";

    /**
     * As whom callers come, and by which ways.
     *
     * @param key null where access is open
     * @param topic for those who publish; empty where none does
     * @param stored which requests of these keys are in the ledger; none where that cannot be known now
     */
    record Callers(
            String client, String key, Optional<RequestTopic> topic, Function<Collection<String>, Set<String>> stored) {
        Callers {
            requireNonNull(client, "client");
            requireNonNull(topic, "topic");
            requireNonNull(stored, "stored");
        }

        /** With open access, by HTTP alone. */
        static Callers anybody() {
            return new Callers("default", null, Optional.empty(), keys -> Set.of());
        }
    }

    private final Supplier<List<URI>> endpoints;
    private final Callers callers;
    private final long seed;
    private final BufferedWriter log;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2, DaemonThreads.named("load"));
    private final Semaphore room = new Semaphore(MAX_OPEN);
    private final AtomicLong submitted = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong tries = new AtomicLong();
    private final AtomicLong byTopic = new AtomicLong();
    /** Kafka has them, and the ledger has not been seen to. */
    private final Map<String, Long> published = new ConcurrentHashMap<>();

    private volatile List<URI> open = List.of();
    private volatile boolean adding = true;

    LoadGenerator(Supplier<List<URI>> endpoints, Callers callers, long seed, Path log) {
        this.endpoints = endpoints;
        this.callers = callers;
        this.seed = seed;
        try {
            this.log = Files.newBufferedWriter(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void start(int perSecond) {
        clock.scheduleWithFixedDelay(() -> open = endpoints.get(), 0, 500, TimeUnit.MILLISECONDS);
        clock.scheduleAtFixedRate(this::next, 500_000, 1_000_000L / perSecond, TimeUnit.MICROSECONDS);
        clock.scheduleWithFixedDelay(this::lookForPublished, 500, 500, TimeUnit.MILLISECONDS);
    }

    /** No new requests; those that are not acknowledged yet are tried further. */
    void stopAdding() {
        adding = false;
    }

    long submitted() {
        return submitted.get();
    }

    /** By HTTP: it was answered. By topic: it is in the ledger. */
    long acknowledged() {
        return acknowledged.get();
    }

    /** How often something was asked, repetitions included. */
    long tries() {
        return tries.get();
    }

    /** How many of the requests Kafka has acknowledged. */
    long byTopic() {
        return byTopic.get();
    }

    private void next() {
        if (adding && room.tryAcquire()) {
            submit(submitted.getAndIncrement(), Time.FIRST);
        }
    }

    /** Whether the caller was answered already, and asks once more. */
    private enum Time {
        FIRST,
        AGAIN
    }

    private void submit(long number, Time time) {
        CallerRequest.Variety variety =
                callers.topic().isPresent() ? CallerRequest.Variety.EVERYTHING : CallerRequest.Variety.HTTP_ALONE;
        CallerRequest submission = CallerRequest.of(seed, number, variety);
        // Who asks once more comes by HTTP: the same key by both ways is one request.
        if (submission.way() == CallerRequest.Way.TOPIC && time == Time.FIRST) {
            publish(submission, number);
        } else {
            call(submission, number, time);
        }
    }

    private void publish(CallerRequest submission, long number) {
        tries.incrementAndGet();
        callers.topic().orElseThrow().publish(submission, WAITS_MILLIS).whenComplete((acknowledgement, failure) -> {
            if (failure == null) {
                write(submission.key(), 202, CallerRequest.Way.TOPIC);
                byTopic.incrementAndGet();
                published.put(submission.key(), number);
            } else {
                again(number, Time.FIRST);
            }
        });
    }

    private void lookForPublished() {
        for (String key : callers.stored().apply(List.copyOf(published.keySet()))) {
            Long number = published.remove(key);
            if (number != null) {
                acknowledged(number, Time.FIRST);
            }
        }
    }

    private void call(CallerRequest submission, long number, Time time) {
        List<URI> now = open;
        if (now.isEmpty()) {
            again(number, time);
            return;
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(now.get((int) (tries.getAndIncrement() % now.size()))
                        .resolve(submission.kind().path()))
                .header("Idempotency-Key", submission.key())
                .header("Content-Type", "application/json")
                .header("Connect-Timeout-Ms", WAITS_MILLIS)
                .timeout(TIMEOUT)
                .POST(HttpRequest.BodyPublishers.ofString(submission.body()));
        if (submission.outcome() == CallerRequest.Outcome.LOOKED_UP) {
            request.header("Prefer", "respond-async");
        }
        if (callers.key() != null) {
            request.header("Authorization", "Bearer " + callers.key());
        }
        http.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding())
                .whenComplete((reply, failure) ->
                        answered(submission, number, failure == null ? reply.statusCode() : 0, time));
    }

    private void answered(CallerRequest submission, long number, int status, Time time) {
        boolean accepted = status == 200 || status == 201 || status == 202 || status == 402 || status == 400;
        if (status != 0) {
            write(submission.key(), status, CallerRequest.Way.HTTP);
        }
        if (accepted) {
            acknowledged(number, time);
        } else {
            again(number, time);
        }
    }

    private void acknowledged(long number, Time time) {
        if (number % 20 == 0 && time == Time.FIRST) {
            // A caller whose answer was lost on the way asks once more.
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

    private synchronized void write(String key, int status, CallerRequest.Way way) {
        try {
            log.write("{\"at\":\"" + Instant.now() + "\",\"client\":\"" + callers.client() + "\",\"idempotency_key\":\""
                    + key + "\",\"status\":" + status + ",\"way\":\"" + way + "\"}\n");
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
