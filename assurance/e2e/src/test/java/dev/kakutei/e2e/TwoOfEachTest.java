package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.ledger.Status;
import dev.kakutei.simulator.Behaviour;
import dev.kakutei.simulator.BehaviourType;
import dev.kakutei.simulator.Delay;
import dev.kakutei.simulator.Mix;
import dev.kakutei.simulator.Simulator;
import dev.kakutei.simulator.SimulatorConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.fleet.Fleet;
import dev.kakutei.testkit.fleet.KafkaProcess;
import dev.kakutei.testkit.fleet.Member;
import dev.kakutei.testkit.fleet.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SPEC G2: two of each service as processes of their own against one Kafka and one Postgres. They share the work; one of
 * each dies without a word in the middle of it, and the others bring every request to its end.
 */
class TwoOfEachTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(4);
    private static final int WAVE = 200;
    private static final int A_FEW = 20;

    @TempDir
    private Path data;

    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final List<CompletableFuture<?>> replies = new ArrayList<>();
    private int submitted;

    @Test
    @Tag("proof")
    void twoOfEach_oneOfEachKilledUnderLoad_shareTheWorkLoseNothingAndApplyNothingTwice() {
        try (EmbeddedPostgres postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(data.resolve("postgres")));
                KafkaProcess kafka = KafkaProcess.start(data.resolve("kafka"));
                Simulator simulator = Simulator.start(SimulatorConfig.in(data.resolve("simulator")))) {
            postgres.start();
            simulator.mix(slowAndForgetful());
            try (Fleet fleet = Fleet.in(data, settings(postgres, kafka, simulator))) {
                fleet.startTwoOfEach();
                PostgresTables tables = new PostgresTables(postgres.jdbcUrl(), postgres.user(), postgres.password());
                workIsShared(fleet, tables);
                oneOfEachDies(fleet);
                lastOnesSettleEverything(fleet, tables);
                stopInOrder(fleet);
            }
        }
    }

    private static Map<String, String> settings(EmbeddedPostgres postgres, KafkaProcess kafka, Simulator simulator) {
        Path folder = simulator.journalFile().getParent();
        return Map.of(
                "kafka.bootstrap",
                kafka.bootstrapServers(),
                "postgres.url",
                postgres.jdbcUrl(),
                "postgres.user",
                postgres.user(),
                "postgres.password",
                postgres.password(),
                "gateways.file",
                RunningKakutei.shortTimeoutGateways(folder, simulator.url().getPort())
                        .toString());
    }

    /** Each did something of its own, as far as the roles allow: of the relays one works, and the other stands by. */
    private void workIsShared(Fleet fleet, PostgresTables tables) {
        List<Member> relays = fleet.members(Role.RELAY);
        Await.untilAsserted("both of each have worked", TIMEOUT, () -> {
            // Partitions may reach the second one late, and then it needs more to do; but never more than this at once.
            if (tables.keysIn(Status.SUCCEEDED).size() == submitted) {
                submit(fleet, A_FEW);
            }
            for (Member ingest : fleet.members(Role.INGEST)) {
                assertThat(ingest.metric("outbox_enqueued_total"))
                        .as(ingest.name())
                        .isPositive();
            }
            for (Member verifier : fleet.members(Role.VERIFIER)) {
                assertThat(verifier.metric("ledger_facts_total"))
                        .as(verifier.name())
                        .isPositive();
            }
            for (Member sender : fleet.members(Role.SENDER)) {
                assertThat(sender.metric("sender_call_seconds_count"))
                        .as(sender.name())
                        .isPositive();
            }
            assertThat(relays.stream().filter(TwoOfEachTest::carries)).hasSize(1);
        });
        Await.until(
                "all are ready, the relay that stands by as well",
                TIMEOUT,
                () -> fleet.everybody().stream().allMatch(Member::ready));
    }

    private void oneOfEachDies(Fleet fleet) {
        int before = acknowledged.size();
        wave(fleet);
        Await.until("in mid-flight", TIMEOUT, () -> acknowledged.size() > before + WAVE / 4);
        Member carrying = fleet.members(Role.RELAY).stream()
                .filter(TwoOfEachTest::carries)
                .findFirst()
                .orElseThrow();
        Stream.of(
                        fleet.members(Role.SENDER).get(0),
                        fleet.members(Role.VERIFIER).get(0),
                        carrying,
                        fleet.members(Role.INGEST).get(0))
                .forEach(member -> member.process().kill9());
        wave(fleet);
        replies.forEach(reply -> reply.handle((ok, failure) -> null).join());
    }

    private void lastOnesSettleEverything(Fleet fleet, PostgresTables tables) {
        // A caller who got no answer asks again, at another instance, with the same key.
        UpstreamClient client = client(fleet, 0);
        Await.until("every key is acknowledged", TIMEOUT, () -> {
            for (int number = 0; number < submitted; number++) {
                if (!acknowledged.contains(key(number))) {
                    submit(client, number).join();
                }
            }
            return acknowledged.size() == submitted;
        });
        Await.until("all settled", TIMEOUT, tables::states, Map.of(Status.SUCCEEDED, submitted)::equals);
        assertThat(tables.keysIn(Status.SUCCEEDED)).isEqualTo(acknowledged);
        SimulatorJournal simulator = new SimulatorJournal(data);
        simulator.assertEachAppliedOnce(tables.idsByKey().values());
        simulator.assertNoAttemptPostedTwice();
        tables.assertSnapshotsAreTheFoldOfTheirEvents();
        Stream.of(Role.values())
                .flatMap(role -> fleet.members(role).stream())
                .forEach(member -> Await.until(member + " is well", TIMEOUT, member::ready));
    }

    private static void stopInOrder(Fleet fleet) {
        List<Member> alive = Stream.of(Role.values())
                .flatMap(role -> fleet.members(role).stream())
                .toList();
        assertThat(alive).hasSize(4);
        Fleet.stop(alive);
        for (Member member : alive) {
            assertThat(member.process().awaitExit(Duration.ZERO))
                    .as(member.name())
                    .isEqualTo(143);
            assertThat(member.process().output())
                    .as(member.name())
                    .contains("admin stopped in")
                    .doesNotContain("did not stop");
        }
    }

    private void wave(Fleet fleet) {
        submit(fleet, WAVE);
    }

    /** Goes to all instances in turn. */
    private void submit(Fleet fleet, int count) {
        List<UpstreamClient> clients = Stream.iterate(0, i -> i + 1)
                .limit(fleet.members(Role.INGEST).size())
                .map(i -> client(fleet, i))
                .toList();
        for (int i = 0; i < count; i++) {
            replies.add(submit(clients.get(i % clients.size()), submitted++));
        }
    }

    private CompletableFuture<?> submit(UpstreamClient client, int number) {
        CompletableFuture<UpstreamClient.Response> reply = number % 2 == 0
                ? client.submit("/payments", key(number), UpstreamClient.payment(number), "2000")
                : client.submit("/do/order", key(number), UpstreamClient.order(number), "2000");
        return reply.thenAccept(answer -> {
            if (answer.status() == 202 || answer.status() == 200) {
                acknowledged.add(key(number));
            }
        });
    }

    private static String key(int number) {
        return "fleet-" + number;
    }

    private static UpstreamClient client(Fleet fleet, int index) {
        return new UpstreamClient(fleet.members(Role.INGEST).get(index).url());
    }

    private static boolean carries(Member relay) {
        return relay.metric("relay_rows_published_total") > 0;
    }

    private static Mix slowAndForgetful() {
        Behaviour slow = Behaviour.delay(Delay.uniform(Duration.ofMillis(20), Duration.ofMillis(80)), Delay.NONE);
        return new Mix(
                11,
                List.of(new Mix.Share(0.95, slow), new Mix.Share(0.05, Behaviour.of(BehaviourType.DROP_AFTER))),
                List.of());
    }
}
