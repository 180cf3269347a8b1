package dev.kakutei.chaos;

import dev.kakutei.boot.thread.DaemonThreads;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A caller who comes every 400 ms and wants an outcome, however long it takes: when a fault is over, it is this one who
 * notices. An outcome that the response does not carry is looked up in the database, past all services.
 */
final class Probes implements AutoCloseable {
    private static final long EVERY_MILLIS = 400;
    private static final String WAITS_MILLIS = "3000";
    private static final long LOOKS_EVERY_MILLIS = 300;
    /** Of so many in a row, so many must have been served: some meet a gateway that says nothing. */
    private static final int IN_A_ROW = 10;

    private static final int SERVED = 7;

    private final Supplier<List<URI>> endpoints;
    private final String key;
    private final Function<Collection<String>, Set<String>> settled;
    private volatile String prefix;
    private volatile boolean sending = true;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2, DaemonThreads.named("probes"));
    private final List<Probe> probes = new ArrayList<>();
    /** Those whose answer was 202, by their keys. */
    private final Map<String, Probe> waiting = new ConcurrentHashMap<>();

    private static final class Probe {
        private final String key;
        private final long sentNanos = System.nanoTime();
        private volatile long servedNanos;
        private volatile boolean over;

        Probe(String key) {
            this.key = key;
        }

        void served() {
            servedNanos = System.nanoTime();
            over = true;
        }
    }

    /**
     * @param key of the client that submits
     * @param settled which requests of these keys are settled; none where that cannot be known now
     */
    Probes(Supplier<List<URI>> endpoints, String key, Function<Collection<String>, Set<String>> settled, long seed) {
        this.endpoints = endpoints;
        this.key = key;
        this.settled = settled;
        this.prefix = "probe-" + seed + "-";
    }

    void start() {
        clock.scheduleAtFixedRate(this::send, 500, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        clock.scheduleWithFixedDelay(this::look, LOOKS_EVERY_MILLIS, LOOKS_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        for (String key : settled.apply(List.copyOf(waiting.keySet()))) {
            Probe probe = waiting.remove(key);
            if (probe != null) {
                probe.served();
            }
        }
    }

    private void send() {
        if (!sending) {
            return;
        }
        List<URI> open = endpoints.get();
        Probe probe;
        int number;
        synchronized (probes) {
            number = probes.size();
            probe = new Probe(prefix + number);
            probes.add(probe);
        }
        if (open.isEmpty()) {
            probe.over = true;
            return;
        }
        HttpRequest request = HttpRequest.newBuilder(
                        open.get(number % open.size()).resolve("/payments"))
                .header("Idempotency-Key", probe.key)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .header("Connect-Timeout-Ms", WAITS_MILLIS)
                .timeout(Duration.ofSeconds(8))
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"amount\":\"1.00\",\"currency\":\"JPY\",\"payment_method\":"
                                + "\"tok_visa\",\"reference\":\"probe\",\"gateway\":\"forgiving\"}"))
                .build();
        http.sendAsync(request, HttpResponse.BodyHandlers.discarding()).whenComplete((reply, failure) -> {
            int status = failure == null ? reply.statusCode() : 0;
            if (status == 201 || status == 402 || status == 400) {
                probe.served();
            } else if (status == 202) {
                waiting.put(probe.key, probe);
            } else {
                probe.over = true;
            }
        });
    }

    /** Those who come from now on carry this in front of their keys: rest does not wait for them. */
    void marked(String mark) {
        prefix = mark + prefix;
    }

    /** No new ones; those that have no outcome yet wait further. */
    void stopSending() {
        sending = false;
    }

    /** Looks a last time. Who has no outcome now, though everything is at rest, has none. */
    void end() {
        sending = false;
        look();
        synchronized (probes) {
            probes.forEach(probe -> probe.over = true);
        }
    }

    /** When those were served again who came after this moment; empty where that has not been seen. */
    OptionalLong servedAgain(long afterNanos) {
        List<Probe> later;
        synchronized (probes) {
            later = probes.stream()
                    .filter(probe -> probe.sentNanos - afterNanos >= 0)
                    .toList();
        }
        for (int i = 0; i + IN_A_ROW <= later.size(); i++) {
            List<Probe> row = later.subList(i, i + IN_A_ROW);
            if (row.stream().anyMatch(probe -> !probe.over)) {
                return OptionalLong.empty();
            }
            if (row.get(0).servedNanos != 0
                    && row.stream().filter(probe -> probe.servedNanos != 0).count() >= SERVED) {
                return OptionalLong.of(row.get(0).servedNanos);
            }
        }
        return OptionalLong.empty();
    }

    long sent() {
        synchronized (probes) {
            return probes.size();
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
