package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Status;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ReservedPort;
import dev.kakutei.testkit.TestDepth;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole process dies in the middle of its work, and comes back on the same data. */
class ProcessKilledTest {
    private static final int ROUNDS = TestDepth.rounds(1, 2);
    private static final Duration TIMEOUT = Duration.ofSeconds(120);
    private static final int WAVE = 150;

    @TempDir
    private Path data;

    @Test
    void killedInMidFlight_thenRestarted_nothingIsLostAndNothingTakesEffectTwice() {
        int simulatorPort = ReservedPort.next();
        String gateways =
                RunningKakutei.shortTimeoutGateways(data, simulatorPort).toString();
        String[] options = {"--port", "0", "--simulator-port", "" + simulatorPort, "--gateways", gateways};
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();

        for (int round = 0; round < ROUNDS; round++) {
            try (RunningKakutei kakutei = RunningKakutei.up(data, options)) {
                UpstreamClient client = new UpstreamClient(kakutei.url());
                int before = acknowledged.size();
                List<CompletableFuture<?>> replies = new ArrayList<>();
                for (int i = 0; i < WAVE; i++) {
                    replies.add(submit(client, "k-" + round + "-" + i, i, acknowledged));
                }
                // in mid-flight: some are acknowledged, and not all of them settled
                int enough = before + WAVE / 3;
                Await.until("some acknowledged after " + before, TIMEOUT, () -> acknowledged.size() >= enough);
                kakutei.process().kill9();
                replies.forEach(reply -> reply.handle((ok, failure) -> null).join());
            }
        }

        try (RunningKakutei kakutei = RunningKakutei.up(data, options)) {
            PostgresTables tables = kakutei.tables();
            Await.until(
                    "everything settled",
                    TIMEOUT,
                    () -> tables.states().toString(),
                    states -> states.equals("{" + Status.SUCCEEDED + "=" + tables.count("ledger") + "}"));
            assertThat(tables.keysIn(Status.SUCCEEDED)).containsAll(acknowledged);
            assertThat(acknowledged.size()).isGreaterThanOrEqualTo(ROUNDS * (WAVE / 3));
            SimulatorJournal simulator = new SimulatorJournal(data);
            simulator.assertEachAppliedOnce(tables.idsByKey().values());
            simulator.assertNoAttemptPostedTwice();
            tables.assertSnapshotsAreTheFoldOfTheirEvents();
            assertThat(tables.outboxStatuses()).containsOnlyKeys("succeeded");
        }
    }

    private static CompletableFuture<?> submit(
            UpstreamClient client, String key, int number, Set<String> acknowledged) {
        CompletableFuture<UpstreamClient.Response> reply = number % 2 == 0
                ? client.submit("/payments", key, UpstreamClient.payment(number), "2000")
                : client.submit("/do/order", key, UpstreamClient.order(number), "2000");
        return reply.thenAccept(answer -> {
            if (answer.status() == 202) {
                acknowledged.add(key);
            }
        });
    }
}
