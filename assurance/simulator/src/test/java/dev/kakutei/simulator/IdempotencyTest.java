package dev.kakutei.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdempotencyTest {
    private static final Duration TTL = Duration.ofHours(1);
    /** Longer than any test: what waits for it has not happened, however slow the machine is. */
    private static final Duration LONG = Duration.ofMinutes(10);

    private static final Duration SHORT = Duration.ofMillis(100);

    @TempDir
    Path data;

    private final TestClock clock = new TestClock();
    private Simulator simulator;
    private RawClient client;

    @BeforeEach
    void start() {
        simulator = Simulator.start(SimulatorConfig.in(data).withClock(clock).withKeyTtl(TTL));
        client = new RawClient(simulator.port());
    }

    @AfterEach
    void stop() {
        simulator.close();
    }

    private int applied(String reference) {
        return simulator.effects(Kind.PAYMENT, reference).orElseThrow().applied();
    }

    @Test
    void post_sameKeySameBody_isAnsweredAgainAndNotApplied() {
        RawClient.Reply first = client.pay("r", "k");
        RawClient.Reply second = client.pay("r", "k");

        assertThat(second.http()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(first.headers()).doesNotContainKey("Idempotent-Replayed");
        assertThat(second.headers()).containsEntry("Idempotent-Replayed", "true");
        assertThat(applied("r")).isEqualTo(1);
        List<JournalEntry> lines = Journals.of(simulator, "r");
        assertThat(lines.get(lines.size() - 1).replayOf())
                .isEqualTo(lines.get(0).seq());
    }

    @Test
    void post_noKey_isAppliedEveryTime() {
        client.pay("r", null);
        client.pay("r", null);
        assertThat(applied("r")).isEqualTo(2);
    }

    @Test
    void post_noReference_isLookedUpByItsKey() {
        client.post("/payments", Map.of("Idempotency-Key", "only-key"), "{\"amount\":\"1\"}");
        assertThat(client.get("/payments/only-key").http()).isEqualTo(200);
    }

    @Test
    void post_sameKeyOtherBody_is422AndNotApplied() {
        client.pay("r", "k");
        RawClient.Reply other = client.pay("other", "k");

        assertThat(other.http()).isEqualTo(422);
        assertThat(applied("other")).isZero();
        assertThat(Journals.types(simulator, "other"))
                .containsExactly(JournalEntry.Type.RECEIVED, JournalEntry.Type.REPLIED);
        assertThat(Journals.of(simulator, "other").get(1).behaviour()).isEqualTo("KEY_REUSED");
    }

    @Test
    void post_sameKeyOfTheOtherKind_isAnotherKey() {
        client.pay("r", "k");
        RawClient.Reply order = client.post("/orders", Map.of("Idempotency-Key", "k"), "{\"quantity\":\"1\"}");
        assertThat(order.http()).isEqualTo(201);
        assertThat(order.headers()).doesNotContainKey("Idempotent-Replayed");
    }

    @Test
    void post_sameKeyInProgress_is409() {
        simulator.script(Script.posts("r", Behaviour.delay(Delay.fixed(LONG), Delay.NONE)));
        Thread first = new Thread(() -> client.pay("r", "k"));
        first.start();
        SimulatorAwait.until("received", () -> !Journals.of(simulator, "r").isEmpty());

        assertThat(client.pay("r", "k").http()).isEqualTo(409);
        assertThat(client.pay("other", "k").http()).isEqualTo(422);
        assertThat(applied("r")).isZero();
    }

    @Test
    void post_sameKeyDecidedAfterAWait_isReplayed() {
        simulator.script(Script.posts("r", Behaviour.delay(Delay.fixed(SHORT), Delay.NONE)));

        assertThat(client.pay("r", "k").http()).isEqualTo(201);
        assertThat(client.pay("r", "k").headers()).containsKey("Idempotent-Replayed");
        assertThat(applied("r")).isEqualTo(1);
    }

    @Test
    void post_toBeAppliedLater_holdsItsKey() {
        simulator.script(Script.posts("r", Behaviour.applyLater(LONG, Duration.ZERO)));

        assertThat(client.pay("r", "k").http()).isZero();
        assertThat(client.pay("r", "k").http()).isEqualTo(409);
        assertThat(applied("r")).isZero();
    }

    @Test
    void post_appliedLater_isReplayedUnderItsKey() {
        simulator.script(Script.posts("r", Behaviour.applyLater(SHORT, Duration.ZERO)));

        assertThat(client.pay("r", "k").http()).isZero();
        SimulatorAwait.until("applied", () -> applied("r") == 1);
        assertThat(client.pay("r", "k").headers()).containsKey("Idempotent-Replayed");
        assertThat(applied("r")).isEqualTo(1);
    }

    @Test
    void post_keyPastItsTtl_isAppliedAgainAndTheJournalShowsIt() {
        client.pay("r", "k");
        clock.advance(TTL.minusMillis(1));
        assertThat(client.pay("r", "k").headers()).containsKey("Idempotent-Replayed");
        clock.advance(Duration.ofMillis(1));

        RawClient.Reply again = client.pay("r", "k");

        assertThat(again.http()).isEqualTo(201);
        assertThat(again.headers()).doesNotContainKey("Idempotent-Replayed");
        assertThat(Journals.count(simulator, "r", JournalEntry.Type.APPLIED)).isEqualTo(2);
        assertThat(client.pay("r", "k").headers()).as("bound again").containsKey("Idempotent-Replayed");
    }

    @ParameterizedTest
    @EnumSource(
            value = BehaviourType.class,
            names = {"ERROR_BEFORE", "INVALID", "DROP_BEFORE", "OK_WITH_ERROR", "BUSY"})
    void post_failedBeforeApplying_leavesTheKeyFree(BehaviourType act) {
        simulator.script(Script.posts("r", Behaviour.of(act)));
        client.pay("r", "k");

        RawClient.Reply second = client.pay("r", "k");

        assertThat(second.http()).isEqualTo(201);
        assertThat(second.headers()).doesNotContainKey("Idempotent-Replayed");
        assertThat(applied("r")).isEqualTo(1);
    }

    @Test
    void post_declined_isDeclinedAgainUnderItsKey() {
        simulator.script(Script.posts("r", Behaviour.of(BehaviourType.DECLINE)));
        RawClient.Reply first = client.pay("r", "k");
        RawClient.Reply second = client.pay("r", "k");

        assertThat(second.http()).isEqualTo(402);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(applied("r")).isZero();
    }

    @Test
    void post_scriptedToFailAfterApplying_isStillAppliedOnce() {
        simulator.script(Script.posts(
                "r",
                Behaviour.of(BehaviourType.DROP_AFTER),
                Behaviour.of(BehaviourType.ERROR_AFTER),
                Behaviour.of(BehaviourType.DROP_AFTER)));

        assertThat(client.pay("r", "k").http()).isZero();
        assertThat(client.pay("r", "k").http()).isEqualTo(500);
        assertThat(client.pay("r", "k").http()).isZero();
        assertThat(client.pay("r", "k").headers()).containsKey("Idempotent-Replayed");
        assertThat(applied("r")).isEqualTo(1);
    }

    @Test
    void post_twoHundredAtOnceWithOneKey_isAppliedOnce() throws Exception {
        int clients = 200;
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            CountDownLatch go = new CountDownLatch(1);
            List<Future<RawClient.Reply>> replies = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                replies.add(threads.submit(() -> {
                    go.await();
                    return client.pay("race", "race");
                }));
            }
            go.countDown();
            int fresh = 0;
            for (Future<RawClient.Reply> reply : replies) {
                assertThat(reply.get().http()).isEqualTo(201);
                fresh += reply.get().headers().containsKey("Idempotent-Replayed") ? 0 : 1;
            }
            assertThat(fresh).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
        assertThat(Journals.count(simulator, "race", JournalEntry.Type.APPLIED)).isEqualTo(1);
        assertThat(Journals.count(simulator, "race", JournalEntry.Type.RECEIVED))
                .isEqualTo(clients);
    }
}
