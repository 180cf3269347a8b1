package dev.kakutei.verifier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.TopicReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC H3: a verifier decides while it is cleared, and only then. */
class HaltedVerifierTest {
    private static final Duration LIMIT = VerifierRig.LIMIT;

    @TempDir
    private Path folder;

    @Test
    void halted_decidesNothingAndLeavesItsGroup_untilItIsClearedAgain() {
        try (VerifierRig rig = new VerifierRig(folder, "1h");
                VerifierStream verifier = new VerifierStream(rig.config("one"), new SimpleMeterRegistry());
                TopicReader commands = rig.reader(rig.topics().commands("bank"))) {
            verifier.start();
            RequestId first = VerifierRig.anyId();
            rig.accept(first);
            assertThat(sent(commands, 1)).containsExactly(first);

            rig.clearing().halt("Kafka has lost records");
            Await.until(
                    "its health check reports it",
                    LIMIT,
                    () -> problems(verifier).contains("Kafka has lost records"));
            Await.until("it has left its group", LIMIT, () -> rig.members() == 0);
            RequestId second = VerifierRig.anyId();
            rig.accept(second);

            rig.clearing().clear(0);
            assertThat(sent(commands, 2)).containsExactly(first, second);
            Await.until("it is healthy again", LIMIT, () -> problems(verifier).isEmpty());
        }
    }

    /**
     * What an earlier state knew counts for nothing after a recovery: that is written again for the verifiers that
     * follow.
     */
    @Test
    void clearedAfterARecovery_worksOnTheStateOfThatRecovery() {
        try (VerifierRig rig = new VerifierRig(folder, "1h");
                VerifierStream verifier = new VerifierStream(rig.config("one"), new SimpleMeterRegistry());
                TopicReader commands = rig.reader(rig.topics().commands("bank"))) {
            verifier.start();
            rig.accept(VerifierRig.anyId());
            sent(commands, 1);

            rig.clearing().halt("Kafka has lost records");
            Await.until("it has left its group", LIMIT, () -> rig.members() == 0);
            rig.clearing().clear(1);

            Await.until("it works under the recovery", LIMIT, () -> rig.members("-r1") > 0);
            assertThat(rig.members()).isZero();
        }
    }

    @Test
    void haltedFromTheBeginning_startsAndDecidesNothing() {
        try (VerifierRig rig = new VerifierRig(folder, "1h")) {
            rig.clearing().halt("Kafka has lost records");
            try (VerifierStream verifier = new VerifierStream(rig.config("one"), new SimpleMeterRegistry())) {
                verifier.start();

                assertThat(problems(verifier)).contains("Kafka has lost records");
                assertThat(rig.members()).isZero();
            }
        }
    }

    /**
     * A changelog that alone lost its tail: what was sent would be taken for new when its acceptance is announced
     * again.
     */
    @Test
    void stateIsOlderThanTheLedgerTopic_decidesNothingAndReportsIt() throws Exception {
        try (VerifierRig rig = new VerifierRig(folder, "1h");
                TopicReader commands = rig.reader(rig.topics().commands("bank"));
                TopicReader requests = rig.reader(rig.topics().clearanceRequests())) {
            RequestId id = VerifierRig.anyId();
            try (VerifierStream verifier = new VerifierStream(rig.config("one"), new SimpleMeterRegistry())) {
                verifier.start();
                rig.accept(id);
                assertThat(sent(commands, 1)).containsExactly(id);
            }
            rig.loseChangelogs();

            try (VerifierStream verifier = new VerifierStream(rig.config("two"), new SimpleMeterRegistry())) {
                verifier.start();
                rig.accept(id);

                Await.until(
                        "its health check reports it",
                        LIMIT,
                        () -> problems(verifier).contains("does not know that request"));
                String reported = requests.until("it is reported", LIMIT, HaltedVerifierTest::hasLoss).stream()
                        .map(ConsumerRecord::value)
                        .filter(value -> value.contains("\"loss\""))
                        .findFirst()
                        .orElseThrow();
                assertThat(VerifierRig.decoded(rig.topics().clearanceRequests(), reported)
                                .loss()
                                .reason())
                        .contains("Kafka has lost records", id.toString());
                assertThat(sent(commands, 1)).as("not sent a second time").containsExactly(id);
            }
        }
    }

    private static boolean hasLoss(List<ConsumerRecord<String, String>> requests) {
        return requests.stream().anyMatch(request -> request.value().contains("\"loss\""));
    }

    private static List<RequestId> sent(TopicReader commands, int count) {
        return commands.untilCount(count, LIMIT).stream()
                .map(record -> Codecs.COMMAND.decode(record.value().getBytes(UTF_8)))
                .filter(Command.Send.class::isInstance)
                .map(Command::requestId)
                .toList();
    }

    private static String problems(VerifierStream verifier) {
        return verifier.checks().stream()
                .filter(check -> check.name().equals("verifier.clearance"))
                .map(HealthCheck::problem)
                .flatMap(problem -> problem.get().stream())
                .findFirst()
                .orElse("");
    }
}
