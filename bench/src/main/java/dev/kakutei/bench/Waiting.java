package dev.kakutei.bench;

import dev.kakutei.boot.Settings;
import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.verifier.VerifierConfig;
import dev.kakutei.verifier.VerifierStream;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a million waiting requests cost the next one (SPEC C8): the throughput of new requests through a real Kafka and
 * the real topology, with nothing waiting and with a great many, in one run; the cost of a look at the timers; and the
 * time to be ready again with all of them.
 */
public final class Waiting {
    private static final String GATEWAYS = """
            gateways:
              bank:
                class: idempotent
                url: http://127.0.0.1:1
                paths: {payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 30d}
                retry: {first: 12h, cap: 24h}
            """;

    private Waiting() {}

    /** Arguments: how many wait, how many new ones are measured. */
    public static void main(String[] args) throws IOException {
        int waiting = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int measured = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
        Path folder = Files.createTempDirectory("kakutei-bench");
        Path gateways = Files.writeString(folder.resolve("gateways.yaml"), GATEWAYS);
        try (EmbeddedKafka kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder.resolve("kafka"))).start()) {
            Map<String, String> settings = Map.of(
                    "kafka.bootstrap", kafka.bootstrapServers(),
                    "gateways.file", gateways.toString(),
                    "verifier.state-dir", folder.resolve("state").toString());
            compare(VerifierConfig.read(Settings.of(settings)), waiting, measured);
        } finally {
            Folders.delete(folder);
        }
    }

    private static void compare(VerifierConfig config, int waiting, int measured) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        double without;
        double with;
        try (VerifierStream verifier = new VerifierStream(config, meters)) {
            verifier.start();
            try (Traffic traffic = new Traffic(config.kafka())) {
                traffic.settle(measured);
                without = best(traffic, measured);
                say(
                        "nothing waiting: %,.0f requests/s settled; a look at the timers takes %.3f ms",
                        without, tick(meters));
                long began = System.nanoTime();
                traffic.keepWaiting(waiting);
                say("%,d requests made to wait in %.0f s", waiting, seconds(began));
                meters.clear();
            }
        }
        SimpleMeterRegistry again = new SimpleMeterRegistry();
        long began = System.nanoTime();
        try (VerifierStream verifier = new VerifierStream(config, again)) {
            verifier.start();
            say("ready again with them after %.1f s", seconds(began));
            try (Traffic traffic = new Traffic(config.kafka())) {
                traffic.settle(measured);
                with = best(traffic, measured);
            }
        }
        say("%,d waiting: %,.0f requests/s settled; a look at the timers takes %.3f ms", waiting, with, tick(again));
        say("ratio %.2f", with / without);
    }

    /** The better of two runs: the other one met the compiler or a flush. */
    private static double best(Traffic traffic, int measured) {
        double best = 0;
        for (int run = 0; run < 2; run++) {
            long began = System.nanoTime();
            traffic.settle(measured);
            best = Math.max(best, measured / seconds(began));
        }
        return best;
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
