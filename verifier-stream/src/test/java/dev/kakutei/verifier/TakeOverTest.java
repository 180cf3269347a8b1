package dev.kakutei.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.TopicReader;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One of two verifiers dies as in a loss of power: the other one has its state already, and goes on with its timers.
 */
@Tag("proof")
class TakeOverTest {
    private static final int REQUESTS = 60;
    private static final String[] WARM = {"verifier.standbys", "1", "verifier.threads", "1"};

    private static final Outcome BUSY = new Outcome.Retryable(
            new Answer(Category.CLIENT_ERROR, 429, "busy", null, 5, Map.of(), null, null), Outcome.Doubt.NONE);
    private static final Outcome DONE =
            new Outcome.Delivered(new Answer(Category.OK, 201, null, null, 5, Map.of(), "b-1", "{}"));

    @TempDir
    Path folder;

    @Test
    void timers_ofAVerifierThatDies_areGoneOnWithByItsStandby() {
        SimpleMeterRegistry metrics = new SimpleMeterRegistry();
        List<RequestId> ids = new ArrayList<>();
        try (VerifierRig rig = new VerifierRig(folder, "6s");
                ChildJvm dying = ChildJvm.start(VerifierMain.class, arguments(rig.settings("one", WARM)));
                VerifierStream other = new VerifierStream(rig.config("two", WARM), metrics);
                TopicReader commands = rig.reader(rig.topics().commands("bank"));
                TopicReader facts = rig.reader(rig.topics().ledger());
                TopicReader results = rig.reader(rig.topics().results(RequestKind.PAYMENT))) {
            dying.awaitLine("ready", VerifierRig.LIMIT);
            other.start();
            Await.until("the other one has a copy of every partition", VerifierRig.LIMIT, () -> copies(rig) == 2);
            acceptUntilBothDecide(rig, commands, metrics, ids);
            Stream.generate(VerifierRig::anyId).limit(REQUESTS).forEach(id -> accept(rig, id, ids));
            commands.untilCount(ids.size(), VerifierRig.LIMIT);

            ids.forEach(id -> rig.report(id, 1, BUSY));
            untilAllWait(rig, facts, ids.size());
            dying.kill9();
            long died = System.nanoTime();

            commands.untilCount(2 * ids.size(), VerifierRig.LIMIT);
            System.out.printf(
                    Locale.ROOT,
                    "all timers of the dead one fired %.1f s after its death%n",
                    (System.nanoTime() - died) / 1e9);
            ids.forEach(id -> rig.report(id, 2, DONE));
            results.untilCount(ids.size(), VerifierRig.LIMIT);

            assertThat(results.toEnd(VerifierRig.LIMIT)).hasSize(ids.size());
            assertThat(attempts(rig, commands))
                    .hasSize(ids.size())
                    .allSatisfy((id, attempts) ->
                            assertThat(attempts).as("posts of %s", id).containsExactly(1, 2));
            assertThat(seqs(rig, facts))
                    .hasSize(ids.size())
                    .allSatisfy(
                            (id, seqs) -> assertThat(seqs).as("facts of %s", id).containsExactly(1, 2, 3, 4, 5));
        }
    }

    /** When each has a partition is the group's affair: one request after another, until both have decided on some. */
    private static void acceptUntilBothDecide(
            VerifierRig rig, TopicReader commands, SimpleMeterRegistry metrics, List<RequestId> ids) {
        Await.until("both decide", VerifierRig.LIMIT, () -> {
            accept(rig, VerifierRig.anyId(), ids);
            commands.untilCount(ids.size(), VerifierRig.LIMIT);
            return accepted(metrics) > 0 && accepted(metrics) < ids.size();
        });
    }

    private static void accept(VerifierRig rig, RequestId id, List<RequestId> ids) {
        ids.add(id);
        rig.accept(id);
    }

    private static String[] arguments(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
    }

    /** Of how many partitions the surviving instance keeps the ledger's state on its disk. */
    private long copies(VerifierRig rig) {
        return IntStream.range(0, 2)
                .mapToObj(partition ->
                        folder.resolve("two").resolve(rig.applicationId()).resolve("0_" + partition))
                .filter(task -> Files.isDirectory(task.resolve("rocksdb").resolve("entries")))
                .count();
    }

    private static double accepted(SimpleMeterRegistry metrics) {
        Counter counter =
                metrics.find("ledger_facts_total").tag("fact", "Accepted").counter();
        return counter == null ? 0 : counter.count();
    }

    private static void untilAllWait(VerifierRig rig, TopicReader facts, int requests) {
        Topic<LedgerEvent> topic = rig.topics().ledger();
        facts.until(
                "every request waits for its next attempt",
                VerifierRig.LIMIT,
                records -> records.stream()
                                .map(record -> VerifierRig.decoded(topic, record.value())
                                        .fact())
                                .filter(Fact.AttemptDeferred.class::isInstance)
                                .count()
                        == requests);
    }

    private static Map<String, List<Integer>> attempts(VerifierRig rig, TopicReader commands) {
        Topic<Command> topic = rig.topics().commands("bank");
        return commands.toEnd(VerifierRig.LIMIT).stream()
                .collect(Collectors.groupingBy(
                        record -> record.key(),
                        Collectors.mapping(
                                record -> ((Command.Send) VerifierRig.decoded(topic, record.value())).attempt(),
                                Collectors.toList())));
    }

    private static Map<String, List<Integer>> seqs(VerifierRig rig, TopicReader facts) {
        Topic<LedgerEvent> topic = rig.topics().ledger();
        return facts.toEnd(VerifierRig.LIMIT).stream()
                .collect(Collectors.groupingBy(
                        record -> record.key(),
                        Collectors.mapping(
                                record -> VerifierRig.decoded(topic, record.value())
                                        .seq(),
                                Collectors.toList())));
    }
}
