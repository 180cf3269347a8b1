package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Status;
import dev.kakutei.simulator.Act;
import dev.kakutei.simulator.Behaviour;
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
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    private Path data;

    @Test
    @Tag("proof")
    void lostAnswers_ofTwoThousandPayments_allEndAuthorizedAndNoneTakesEffectTwice() {
        int port = ReservedPort.next();
        StandaloneConfig config = StandaloneConfig.in(data)
                .withSimulatorPort(port)
                .withGateways(RunningKakutei.impatientGateways(data, port));
        try (Standalone kakutei = Standalone.started(config)) {
            kakutei.simulator()
                    .mix(new Mix(42, List.of(new Mix.Share(DROPPED, Behaviour.of(Act.DROP_AFTER))), List.of()));
            Door door = new Door(kakutei.url());
            List<CompletableFuture<Door.Reply>> replies = new ArrayList<>();
            for (int i = 0; i < PAYMENTS; i++) {
                replies.add(door.submit("/payments", "lost-" + i, Door.payment(i)));
            }
            replies.forEach(reply -> assertThat(reply.join().status()).isEqualTo(202));
            Books books = new Books(
                    kakutei.postgres().jdbcUrl(),
                    kakutei.postgres().user(),
                    kakutei.postgres().password());

            Await.until("all settled", PATIENCE, books::states, Map.of(Status.SUCCEEDED, PAYMENTS)::equals);

            Referee referee = new Referee(data);
            referee.assertEachAppliedOnce(books.idsByKey().values());
            referee.assertNoAttemptPostedTwice();
            // How many is chance: with one in twenty, none of two thousand is not to be expected.
            assertThat(referee.dropped()).isPositive();
            assertThat(books.verifiedCount()).isGreaterThanOrEqualTo(referee.dropped());
            books.assertSnapshotsAreTheFoldOfTheirEvents();
        }
    }
}
