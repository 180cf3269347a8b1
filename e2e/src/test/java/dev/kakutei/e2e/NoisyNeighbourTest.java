package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.simulator.Act;
import dev.kakutei.simulator.Behaviour;
import dev.kakutei.simulator.JournalEntry;
import dev.kakutei.simulator.Mix;
import dev.kakutei.simulator.Simulator;
import dev.kakutei.simulator.SimulatorConfig;
import dev.kakutei.standalone.Standalone;
import dev.kakutei.standalone.StandaloneConfig;
import dev.kakutei.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SPEC D7, from the caller's side: a gateway that takes requests and never answers, with a crowd of callers that wait for
 * it, does not slow down another one. The figures are taken by a bench; here the neighbour only holds what it can hold and
 * makes no work, the bound is wide, because a busy machine slows down everybody, and it must be kept in one of a few
 * rounds, because a neighbour who is in the way is so always.
 */
class NoisyNeighbourTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ROUNDS = 4;
    private static final int PAYMENTS = 200;
    private static final int AT_ONCE = 4;
    private static final int CROWD = 100;
    private static final String CROWD_WAITS_MILLIS = "50000";
    private static final int HANGING_CONCURRENCY = 4;

    @TempDir
    private Path data;

    private final AtomicInteger numbers = new AtomicInteger();

    @Test
    void hangingGateway_withACrowdOfCallers_doesNotSlowDownAnother() throws Exception {
        int port = RunningKakutei.freePort();
        try (Simulator hanging = Simulator.start(SimulatorConfig.in(data.resolve("hanging")));
                Standalone kakutei = Standalone.started(StandaloneConfig.in(data)
                        .withSimulatorPort(port)
                        .withGateways(gateways(port, hanging.port())))) {
            Behaviour silence = Behaviour.hang(Act.HANG_BEFORE, Duration.ofMinutes(10), Behaviour.Then.CLOSE);
            hanging.mix(new Mix(1, List.of(new Mix.Share(1, silence)), List.of(new Mix.Share(1, silence))));
            Door door = new Door(kakutei.url());
            ninetyNinth(door);
            Duration alone = ninetyNinth(door);
            Crowd crowd = new Crowd(door);
            Await.until(
                    "all calls of the hanging gateway hang", PATIENCE, () -> received(hanging) >= HANGING_CONCURRENCY);

            List<Duration> beside = new ArrayList<>();
            do {
                beside.add(ninetyNinth(door));
            } while (beside.size() < ROUNDS && tooSlow(beside.get(beside.size() - 1), alone));
            crowd.leave();

            assertThat(beside).as("p99 of each round, alone %s", alone).anyMatch(slowest -> !tooSlow(slowest, alone));
            assertThat(crowd.answers).allMatch(status -> status == 202);
            assertThat(hanging.journal()).noneMatch(entry -> entry.type() == JournalEntry.Type.APPLIED);
        }
    }

    private static boolean tooSlow(Duration beside, Duration alone) {
        return beside.compareTo(alone.multipliedBy(2).plusMillis(100)) > 0;
    }

    private Path gateways(int quickPort, int hangingPort) throws IOException {
        return Files.writeString(data.resolve("two.yaml"), """
                default: simulator
                gateways:
                  simulator:
                    class: idempotent
                    url: http://127.0.0.1:%d
                    paths: {order: /orders, payment: /payments}
                    idempotency: {header: Idempotency-Key, ttl: 24h}
                    concurrency: 16
                  hanging:
                    class: idempotent
                    url: http://127.0.0.1:%d
                    paths: {order: /orders, payment: /payments}
                    idempotency: {header: Idempotency-Key, ttl: 24h}
                    call_timeout: 5m
                    send_window: 10m
                    concurrency: %d
                """.formatted(quickPort, hangingPort, HANGING_CONCURRENCY));
    }

    private static long received(Simulator hanging) {
        return hanging.journal().stream()
                .filter(entry -> entry.type() == JournalEntry.Type.RECEIVED)
                .count();
    }

    /** Of payments that a few callers submit one after another; each must be authorised. */
    private Duration ninetyNinth(Door door) {
        ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();
        CompletableFuture<?>[] callers = Stream.generate(() -> paying(door, PAYMENTS / AT_ONCE, nanos))
                .limit(AT_ONCE)
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(callers).join();
        List<Long> sorted = nanos.stream().sorted().toList();
        return Duration.ofNanos(sorted.get(sorted.size() * 99 / 100));
    }

    private CompletableFuture<Void> paying(Door door, int left, ConcurrentLinkedQueue<Long> nanos) {
        if (left == 0) {
            return CompletableFuture.completedFuture(null);
        }
        int number = numbers.incrementAndGet();
        long began = System.nanoTime();
        return door.submitAndWait("/payments", "quick-" + number, Door.payment(number))
                .thenCompose(reply -> {
                    nanos.add(System.nanoTime() - began);
                    assertThat(reply.status()).as("%s", reply).isEqualTo(201);
                    return paying(door, left - 1, nanos);
                });
    }

    /** Callers of the hanging gateway. Whoever is told to come back is replaced by the next one. */
    private final class Crowd {
        private final ConcurrentLinkedQueue<Integer> answers = new ConcurrentLinkedQueue<>();
        private final Door door;
        private volatile boolean leaving;

        private Crowd(Door door) {
            this.door = door;
            for (int i = 0; i < CROWD; i++) {
                waiting();
            }
        }

        private void waiting() {
            int number = numbers.incrementAndGet();
            String body = Door.payment(number).replace("\"simulator\"", "\"hanging\"");
            door.submitAndWait("/payments", "hanging-" + number, body, CROWD_WAITS_MILLIS)
                    .thenAccept(reply -> {
                        answers.add(reply.status());
                        if (!leaving) {
                            waiting();
                        }
                    });
        }

        /** Nobody new comes; those who wait are answered when all is stopped. */
        void leave() {
            leaving = true;
        }
    }
}
