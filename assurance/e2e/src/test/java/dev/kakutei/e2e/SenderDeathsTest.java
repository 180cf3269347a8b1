package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.embedded.KafkaCredentials;
import dev.kakutei.ledger.Status;
import dev.kakutei.sender.SenderMain;
import dev.kakutei.simulator.Behaviour;
import dev.kakutei.simulator.BehaviourType;
import dev.kakutei.simulator.Delay;
import dev.kakutei.simulator.Mix;
import dev.kakutei.standalone.Standalone;
import dev.kakutei.standalone.StandaloneConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.ReservedPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SPEC D6, with everything else at work: of two senders, one is killed, and the next one frozen for longer than every
 * time-out there is (a call and its window 2 s each, the verifier's margin 5 s, the group's session 10 s). No attempt is
 * posted twice, and every request settles.
 */
class SenderDeathsTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(4);
    private static final Duration FROZEN = Duration.ofSeconds(15);
    private static final int WAVE = 400;
    private static final String GROUP = "kakutei.sender.simulator";

    @TempDir
    private Path data;

    private final List<CompletableFuture<UpstreamClient.Response>> replies = new ArrayList<>();

    @Test
    @Tag("proof")
    void senders_killedAndFrozenUnderLoad_postNothingTwiceAndEveryRequestSettles() throws Exception {
        int port = ReservedPort.next();
        Path gateways = RunningKakutei.shortTimeoutGateways(data, port);
        try (Standalone kakutei = Standalone.started(
                        StandaloneConfig.in(data).withSimulatorPort(port).withGateways(gateways));
                Admin admin = Admin.create(kakutei.kafkaClient())) {
            kakutei.simulator().mix(slowAndForgetful());
            UpstreamClient client = new UpstreamClient(kakutei.url());

            try (ChildJvm killed = sender(kakutei, gateways, "killed")) {
                Await.until("two senders share the work", TIMEOUT, () -> members(admin) == 2);
                wave(client);
                killed.kill9();
            }
            try (ChildJvm frozen = sender(kakutei, gateways, "frozen")) {
                Await.until("two senders share the work again", TIMEOUT, () -> members(admin) == 2);
                wave(client);
                frozen.sigstop();
                long since = System.nanoTime();
                Await.until("its part was given to the other one", TIMEOUT, () -> members(admin) == 1);
                Await.until("long enough", TIMEOUT, () -> System.nanoTime() - since > FROZEN.toNanos());
                frozen.sigcont();
                Await.until("it is back", TIMEOUT, () -> members(admin) == 2);
                wave(client);

                replies.forEach(reply -> assertThat(reply.join().status()).isEqualTo(202));
                PostgresTables tables = new PostgresTables(
                        kakutei.postgres().jdbcUrl(),
                        kakutei.postgres().user(),
                        kakutei.postgres().password());
                Await.until("all settled", TIMEOUT, tables::states, Map.of(Status.SUCCEEDED, replies.size())::equals);
                SimulatorJournal simulator = new SimulatorJournal(data);
                simulator.assertNoAttemptPostedTwice();
                simulator.assertEachAppliedOnce(tables.idsByKey().values());
                tables.assertSnapshotsAreTheFoldOfTheirEvents();
            }
        }
    }

    private static Mix slowAndForgetful() {
        Behaviour slow = Behaviour.delay(Delay.uniform(Duration.ofMillis(20), Duration.ofMillis(80)), Delay.NONE);
        return new Mix(
                7,
                List.of(new Mix.Share(0.95, slow), new Mix.Share(0.05, Behaviour.of(BehaviourType.DROP_AFTER))),
                List.of());
    }

    private ChildJvm sender(Standalone kakutei, Path gateways, String name) {
        ChildJvm child = ChildJvm.start(
                SenderMain.class,
                "kafka.bootstrap=" + kakutei.kafkaBootstrap(),
                "kafka.security-file="
                        + KafkaCredentials.file(data.resolve("kafka")).orElseThrow(),
                "gateways.file=" + gateways,
                "sender.name=" + name,
                "admin.port=0");
        child.awaitLine("broker-sender ready", TIMEOUT);
        return child;
    }

    /** Returns in the middle of it: some were posted, and more are on their way. */
    private void wave(UpstreamClient client) {
        int before = new SimulatorJournal(data).posts().size();
        for (int i = 0; i < WAVE; i++) {
            int number = replies.size();
            replies.add(client.submit("/payments", "death-" + number, UpstreamClient.payment(number), "2000"));
        }
        Await.until(
                "under load", TIMEOUT, () -> new SimulatorJournal(data).posts().size() > before + WAVE / 10);
    }

    private static long members(Admin admin) throws Exception {
        return admin.describeConsumerGroups(List.of(GROUP)).describedGroups().get(GROUP).get().members().stream()
                .filter(member -> !member.assignment().topicPartitions().isEmpty())
                .count();
    }
}
