package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Status;
import dev.kakutei.simulator.Behaviour;
import dev.kakutei.simulator.BehaviourType;
import dev.kakutei.simulator.JournalEntry;
import dev.kakutei.simulator.Mix;
import dev.kakutei.simulator.Simulator;
import dev.kakutei.simulator.SimulatorConfig;
import dev.kakutei.standalone.Standalone;
import dev.kakutei.standalone.StandaloneConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ReservedPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SPEC D7, from the caller's side: while a gateway takes requests and never answers, and a crowd of callers waits for it,
 * everything for another gateway settles. By how much it is slowed down is measured by workload W4 of the bench: a ratio
 * of times says nothing on a machine that does something else as well.
 */
class NoisyNeighbourTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int PAYMENTS = 400;
    private static final int CROWD = 100;
    private static final String CROWD_WAITS_MILLIS = "50000";
    private static final int HANGING_CONCURRENCY = 4;

    @TempDir
    private Path data;

    private final AtomicInteger numbers = new AtomicInteger();

    @Test
    @Tag("proof")
    void hangingGateway_withACrowdOfCallers_doesNotStopAnother() throws Exception {
        int port = ReservedPort.next();
        try (Simulator hanging = Simulator.start(SimulatorConfig.in(data.resolve("hanging")));
                Standalone kakutei = Standalone.started(StandaloneConfig.in(data)
                        .withSimulatorPort(port)
                        .withGateways(gateways(port, hanging.port())))) {
            Behaviour silence = Behaviour.hang(BehaviourType.HANG_BEFORE, Duration.ofMinutes(10), Behaviour.Then.CLOSE);
            hanging.mix(new Mix(1, List.of(new Mix.Share(1, silence)), List.of(new Mix.Share(1, silence))));
            PostgresTables tables = new PostgresTables(
                    kakutei.postgres().jdbcUrl(),
                    kakutei.postgres().user(),
                    kakutei.postgres().password());
            Crowd crowd = new Crowd(new UpstreamClient(kakutei.url()));
            Await.until("all calls of the hanging gateway hang", LIMIT, () -> received(hanging) >= HANGING_CONCURRENCY);

            UpstreamClient client = new UpstreamClient(kakutei.url());
            List<CompletableFuture<UpstreamClient.Response>> replies = new ArrayList<>();
            for (int i = 0; i < PAYMENTS; i++) {
                replies.add(client.submit("/payments", "quick-" + i, UpstreamClient.payment(i)));
            }
            assertThat(replies)
                    .allSatisfy(reply -> assertThat(reply.join().status()).isEqualTo(202));
            Await.until(
                    "all of the other gateway settled",
                    LIMIT,
                    tables::states,
                    states -> PAYMENTS == states.getOrDefault(Status.SUCCEEDED, 0));
            crowd.leave();

            assertThat(crowd.answers).allMatch(status -> status == 202);
            assertThat(received(hanging)).as("calls that hang still").isEqualTo(HANGING_CONCURRENCY);
            assertThat(hanging.journal()).noneMatch(entry -> entry.type() == JournalEntry.Type.APPLIED);
        }
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

    /** Callers of the hanging gateway. A caller that is asked to retry later is replaced by the next one. */
    private final class Crowd {
        private final ConcurrentLinkedQueue<Integer> answers = new ConcurrentLinkedQueue<>();
        private final UpstreamClient client;
        private volatile boolean leaving;

        private Crowd(UpstreamClient client) {
            this.client = client;
            for (int i = 0; i < CROWD; i++) {
                waiting();
            }
        }

        private void waiting() {
            int number = numbers.incrementAndGet();
            String body = UpstreamClient.payment(number).replace("\"simulator\"", "\"hanging\"");
            client.submitAndWait("/payments", "hanging-" + number, body, CROWD_WAITS_MILLIS)
                    .thenAccept(reply -> {
                        answers.add(reply.status());
                        if (!leaving) {
                            waiting();
                        }
                    });
        }

        /** No new callers come; those who wait are answered when all is stopped. */
        void leave() {
            leaving = true;
        }
    }
}
