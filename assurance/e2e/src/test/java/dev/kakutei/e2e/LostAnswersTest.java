package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Status;
import dev.kakutei.simulator.Behaviour;
import dev.kakutei.simulator.BehaviourType;
import dev.kakutei.simulator.Mix;
import dev.kakutei.standalone.Standalone;
import dev.kakutei.standalone.StandaloneConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ReservedPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway does the work and drops the answer, for one payment in twenty (SPEC C5, C6). */
class LostAnswersTest {
    private static final int PAYMENTS = 2_000;
    private static final double DROPPED = 0.05;
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    @TempDir
    private Path data;

    @Test
    @Tag("proof")
    void lostAnswers_ofTwoThousandPayments_allEndAuthorizedAndNoneTakesEffectTwice() {
        int port = ReservedPort.next();
        StandaloneConfig config = StandaloneConfig.in(data)
                .withSimulatorPort(port)
                .withGateways(RunningKakutei.shortTimeoutGateways(data, port));
        try (Standalone kakutei = Standalone.started(config)) {
            kakutei.simulator()
                    .mix(new Mix(
                            42, List.of(new Mix.Share(DROPPED, Behaviour.of(BehaviourType.DROP_AFTER))), List.of()));
            UpstreamClient client = new UpstreamClient(kakutei.url());
            List<CompletableFuture<UpstreamClient.Response>> replies = new ArrayList<>();
            for (int i = 0; i < PAYMENTS; i++) {
                replies.add(client.submit("/payments", "lost-" + i, UpstreamClient.payment(i)));
            }
            replies.forEach(reply -> assertThat(reply.join().status()).isEqualTo(202));
            PostgresTables tables = new PostgresTables(
                    kakutei.postgres().jdbcUrl(),
                    kakutei.postgres().user(),
                    kakutei.postgres().password());

            Await.until("all settled", TIMEOUT, tables::states, Map.of(Status.SUCCEEDED, PAYMENTS)::equals);

            SimulatorJournal simulator = new SimulatorJournal(data);
            simulator.assertEachAppliedOnce(tables.idsByKey().values());
            simulator.assertNoAttemptPostedTwice();
            // How many is chance: with one in twenty, none of two thousand is not to be expected.
            assertThat(simulator.dropped()).isPositive();
            assertThat(tables.verifiedCount()).isGreaterThanOrEqualTo(simulator.dropped());
            tables.assertSnapshotsAreTheFoldOfTheirEvents();
        }
    }
}
