package dev.kakutei.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.kakutei.boot.Settings;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.testkit.AlwaysCleared;
import dev.kakutei.verifier.VerifierConfig;
import dev.kakutei.verifier.VerifierStream;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a million waiting requests cost the next one (SPEC C8): the throughput of new requests through a real Kafka and
 * the real topology, with nothing waiting and with a great many, in one run; the cost of a look at the timers; and the
 * time to be ready again with all of them.
 */
public final class WaitingRequests {
    private static final String GATEWAYS = """
            gateways:
              bank:
                class: idempotent
                url: http://127.0.0.1:1
                paths: {payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 30d}
                retry: {first: 12h, cap: 24h}
            """;

    private static final int ROUNDS = 4;

    private WaitingRequests() {}

    /** Arguments: how many wait, how many new ones are measured. */
    public static void main(String[] args) throws IOException {
        int waiting = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int measured = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
        measure(waiting, measured);
    }

    /** The best round without and with those that wait; CPU is of each request. */
    public record Found(
            double withoutPerSecond,
            double withPerSecond,
            double withoutCpuMicros,
            double withCpuMicros,
            double withoutTickMillis,
            double withTickMillis,
            double secondsToBeReady) {}

    /**
     * @param waiting how many wait
     * @param measured how many new ones are measured
     */
    public static Found measure(int waiting, int measured) throws IOException {
        Path folder = Files.createTempDirectory("kakutei-bench");
        Path gateways = Files.writeString(folder.resolve("gateways.yaml"), GATEWAYS);
        try (EmbeddedKafka kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder.resolve("kafka"))).start()) {
            Map<String, String> settings = Map.of(
                    "kafka.bootstrap", kafka.bootstrapServers(),
                    "gateways.file", gateways.toString(),
                    "verifier.state-dir", folder.resolve("state").toString());
            VerifierConfig config = VerifierConfig.read(Settings.of(settings));
            TopicSetup.ensure(config.kafka(), config.kafka().topics().all(List.of("bank")));
            try (AlwaysCleared clearing = new AlwaysCleared(config.kafka())) {
                clearing.clear(0);
                return compare(config, waiting, measured);
            }
        } finally {
            BenchFolders.delete(folder);
        }
    }

    private static Found compare(VerifierConfig config, int waiting, int measured) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        Round without;
        Round with;
        double tick;
        try (VerifierStream verifier = new VerifierStream(config, meters)) {
            verifier.start();
            try (Traffic traffic = new Traffic(config.kafka())) {
                traffic.settle(measured);
                without = best("nothing waiting", traffic, measured);
                say(
                        "nothing waiting: %,.0f requests/s settled; a look at the timers takes %.3f ms",
                        without.perSecond(), tick(meters));
                tick = tick(meters);
                long began = System.nanoTime();
                traffic.keepWaiting(waiting);
                say("%,d requests made to wait in %.0f s", waiting, seconds(began));
                meters.clear();
            }
        }
        SimpleMeterRegistry again = new SimpleMeterRegistry();
        long began = System.nanoTime();
        double ready;
        try (VerifierStream verifier = new VerifierStream(config, again)) {
            verifier.start();
            ready = seconds(began);
            say("ready again with them after %.1f s", ready);
            try (Traffic traffic = new Traffic(config.kafka())) {
                traffic.settle(measured);
                with = best("with them", traffic, measured);
            }
        }
        say(
                "%,d waiting: %,.0f requests/s settled; a look at the timers takes %.3f ms",
                waiting, with.perSecond(), tick(again));
        say(
                "ratio of requests/s %.2f, of CPU for each %.2f",
                with.perSecond() / without.perSecond(), with.cpuMicros() / without.cpuMicros());
        return new Found(
                without.perSecond(), with.perSecond(), without.cpuMicros(), with.cpuMicros(), tick, tick(again), ready);
    }

    /** The best of several rounds: the others met the compiler, a flush, or a compaction of what was written before. */
    private static Round best(String when, Traffic traffic, int measured) {
        Round best = null;
        for (int run = 1; run <= ROUNDS; run++) {
            long began = System.nanoTime();
            long cpu = cpuNanos();
            traffic.settle(measured);
            Round round = new Round(measured / seconds(began), (cpuNanos() - cpu) / 1e3 / measured);
            say(
                    "  %s, round %d: %,.0f requests/s, %.0f µs of CPU each",
                    when, run, round.perSecond(), round.cpuMicros());
            best = best == null || round.perSecond() > best.perSecond() ? round : best;
        }
        return best;
    }

    /** CPU is that of everything here, broker and traffic included: on a busy machine it says more than the clock. */
    private record Round(double perSecond, double cpuMicros) {}

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static double tick(SimpleMeterRegistry meters) {
        Timer timer = meters.find("verifier_tick_seconds").timer();
        return timer == null ? Double.NaN : timer.mean(TimeUnit.MILLISECONDS);
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
