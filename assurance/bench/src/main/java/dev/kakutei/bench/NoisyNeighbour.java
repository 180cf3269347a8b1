package dev.kakutei.bench;

import dev.kakutei.simulator.Behaviour;
import dev.kakutei.simulator.BehaviourType;
import dev.kakutei.simulator.Mix;
import dev.kakutei.simulator.Simulator;
import dev.kakutei.simulator.SimulatorConfig;
import dev.kakutei.standalone.Standalone;
import dev.kakutei.standalone.StandaloneConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * What a gateway that hangs costs the callers of another one (SPEC D7): the whole pipeline in this process, payments at a
 * fixed rate to a quick gateway, first alone, then beside as many to a second gateway that answers, then beside as many to
 * one that takes requests and never answers. Callers wait for their outcome; the time of each is taken from when it was to
 * be sent, so that a stall is not left out.
 */
public final class NoisyNeighbour {
    private static final String GATEWAYS = """
            default: quick
            gateways:
              quick:
                class: idempotent
                url: http://127.0.0.1:%d
                paths: {payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 24h}
                concurrency: 16
              noisy:
                class: idempotent
                url: http://127.0.0.1:%d
                paths: {payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 24h}
                status_query: {paths: {payment: "/payments/{request_id}"}}
                call_timeout: 10s
                concurrency: 4
                breaker: {enabled: false}
            """;

    private NoisyNeighbour() {}

    /** Arguments: seconds for each phase, payments a second to each gateway. */
    public static void main(String[] args) throws IOException {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 60;
        int rate = args.length > 1 ? Integer.parseInt(args[1]) : 20;
        measure(Duration.ofSeconds(seconds), rate);
    }

    /** What callers of the quick gateway waited, in microseconds. */
    public record Found(Histogram alone, Histogram healthy, Histogram hanging) {
        /** The p99 beside the one that hangs, of that alone. */
        public double ratio() {
            return NoisyNeighbour.ratio(hanging, alone);
        }
    }

    /** @param rate payments a second to each gateway */
    public static Found measure(Duration phase, int rate) throws IOException {
        Path folder = Files.createTempDirectory("kakutei-bench");
        try (Simulator quick = Simulator.start(SimulatorConfig.in(folder.resolve("quick")));
                Simulator noisy = Simulator.start(SimulatorConfig.in(folder.resolve("noisy")))) {
            Path gateways =
                    Files.writeString(folder.resolve("two.yaml"), GATEWAYS.formatted(quick.port(), noisy.port()));
            StandaloneConfig config =
                    StandaloneConfig.in(folder.resolve("data")).withGateways(gateways);
            try (Standalone kakutei = Standalone.started(config)) {
                Payments payments = new Payments(kakutei.url(), rate);
                return measure(payments, phase, noisy);
            }
        } finally {
            BenchFolders.delete(folder);
        }
    }

    private static Found measure(Payments payments, Duration phase, Simulator noisy) {
        payments.run(phase, List.of("quick", "noisy"));
        Histogram alone = printed("alone", payments.run(phase, List.of("quick")));
        Histogram healthy = printed("beside a gateway that answers", payments.run(phase, List.of("quick", "noisy")));
        Behaviour silence = Behaviour.hang(BehaviourType.HANG_BEFORE, Duration.ofMinutes(5), Behaviour.Then.CLOSE);
        noisy.mix(new Mix(1, List.of(new Mix.Share(1, silence)), List.of(new Mix.Share(1, silence))));
        Histogram hanging = printed("beside a gateway that hangs", payments.run(phase, List.of("quick", "noisy")));
        System.out.printf(
                Locale.ROOT,
                "p99 beside the one that hangs: %.2f of alone, %.2f of beside the one that answers%n",
                ratio(hanging, alone),
                ratio(hanging, healthy));
        return new Found(alone, healthy, hanging);
    }

    private static Histogram printed(String what, Histogram latencies) {
        System.out.printf(
                Locale.ROOT,
                "%-32s %6d payments  p50 %6.1f  p90 %6.1f  p99 %6.1f  max %6.1f ms%n",
                what,
                latencies.getTotalCount(),
                latencies.getValueAtPercentile(50) / 1000.0,
                latencies.getValueAtPercentile(90) / 1000.0,
                latencies.getValueAtPercentile(99) / 1000.0,
                latencies.getMaxValue() / 1000.0);
        return latencies;
    }

    private static double ratio(Histogram one, Histogram other) {
        return (double) one.getValueAtPercentile(99) / other.getValueAtPercentile(99);
    }
}
