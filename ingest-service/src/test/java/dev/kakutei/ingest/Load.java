package dev.kakutei.ingest;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Callers that send one new payment after the other, and remember which were answered with a 2xx. */
final class Load implements AutoCloseable {
    static final String PAYMENT =
            "{\"amount\":\"1\",\"currency\":\"JPY\",\"payment_method\":\"tok_visa\",\"reference\":\"r\"}";

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final URI address;
    private final int callers;
    private final List<Thread> threads = new ArrayList<>();
    private final Set<String> answered = ConcurrentHashMap.newKeySet();
    private final Set<String> turnedAway = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    Load(URI address, int callers) {
        this.address = address;
        this.callers = callers;
    }

    void start() {
        for (int i = 0; i < callers; i++) {
            String name = "load-" + i + "-";
            Thread thread = new Thread(() -> call(name), name);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    Set<String> answered() {
        return Set.copyOf(answered);
    }

    /** Those that were answered, but not with a 2xx. */
    Set<String> turnedAway() {
        return Set.copyOf(turnedAway);
    }

    /** Returns when the last of them has its answer. */
    void stop() {
        stopped = true;
        for (Thread thread : threads) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(60));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        stop();
    }

    private void call(String name) {
        for (int i = 0; !stopped; i++) {
            String key = name + i;
            HttpRequest request = HttpRequest.newBuilder(address.resolve("/payments"))
                    .header("Content-Type", "application/json")
                    .header("Idempotency-Key", key)
                    .header("Prefer", "respond-async")
                    .timeout(Duration.ofSeconds(40))
                    .POST(HttpRequest.BodyPublishers.ofString(PAYMENT))
                    .build();
            try {
                int status = client.send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode();
                (status / 100 == 2 ? answered : turnedAway).add(key);
            } catch (IOException notAnswered) {
                // Nothing was promised.
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
