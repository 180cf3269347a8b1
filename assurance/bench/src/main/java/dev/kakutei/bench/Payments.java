package dev.kakutei.bench;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Callers that submit payments at a fixed rate, whatever becomes of them, and wait for the outcome. */
final class Payments {
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final URI url;
    private final long interval;

    Payments(URI url, int perSecond) {
        this.url = url.resolve("/payments");
        this.interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    /** One to each gateway at every beat, for so long; returns the times of the first gateway's, in microseconds. */
    Histogram run(Duration phase, List<String> gateways) {
        Histogram latencies = new ConcurrentHistogram(TimeUnit.MINUTES.toMicros(2), 3);
        List<CompletableFuture<?>> first = new ArrayList<>();
        long began = System.nanoTime();
        for (long beat = began; beat - began < phase.toNanos(); beat += interval) {
            awaitNanos(beat);
            long meant = beat;
            first.add(paid(gateways.get(0)).thenAccept(status -> {
                // one that is asked to try again has waited for half a minute, and that is in the figures
                if (status != 201 && status != 202) {
                    throw new IllegalStateException("neither authorised nor asked to try again: " + status);
                }
                latencies.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - meant));
            }));
            gateways.stream().skip(1).forEach(this::paid);
        }
        CompletableFuture.allOf(first.toArray(CompletableFuture<?>[]::new)).join();
        return latencies;
    }

    private CompletableFuture<Integer> paid(String gateway) {
        String body = """
                {"amount":"1200.00","currency":"JPY","payment_method":"tok_visa","reference":"INV-1","gateway":"%s"}""".formatted(gateway);
        HttpRequest request = HttpRequest.newBuilder(url)
                .header("Idempotency-Key", "bench-" + NUMBERS.incrementAndGet())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.discarding()).thenApply(HttpResponse::statusCode);
    }

    private static void awaitNanos(long deadline) {
        for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
