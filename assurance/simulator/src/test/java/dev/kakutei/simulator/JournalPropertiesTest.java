package dev.kakutei.simulator;

import static dev.kakutei.simulator.JournalEntry.Type.APPLIED;
import static dev.kakutei.simulator.JournalEntry.Type.DECLINED;
import static dev.kakutei.simulator.JournalEntry.Type.DROPPED;
import static dev.kakutei.simulator.JournalEntry.Type.RECEIVED;
import static dev.kakutei.simulator.JournalEntry.Type.REPLIED;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every journal, whatever the weather, with several clients at once and a restart in between. */
class JournalPropertiesTest {
    private static final Duration SHORT = Duration.ofMillis(30);
    private static final int CLIENTS = 8;
    private static final int REQUESTS_EACH = 60;

    @TempDir
    Path data;

    private static Mix storm(long seed) {
        List<Mix.Share> posts = new ArrayList<>();
        for (Behaviour behaviour : List.of(
                Behaviour.of(BehaviourType.DECLINE),
                Behaviour.error(503),
                Behaviour.of(BehaviourType.ERROR_AFTER),
                Behaviour.of(BehaviourType.DROP_BEFORE),
                Behaviour.of(BehaviourType.DROP_AFTER),
                Behaviour.hang(BehaviourType.HANG_AFTER, SHORT, Behaviour.Then.CLOSE),
                Behaviour.delay(Delay.uniform(Duration.ZERO, SHORT), Delay.uniform(Duration.ZERO, SHORT)),
                Behaviour.applyLater(SHORT, Duration.ZERO),
                Behaviour.pending(SHORT, null),
                Behaviour.pending(SHORT, GatewayStatus.DECLINED))) {
            posts.add(new Mix.Share(0.08, behaviour));
        }
        return new Mix(seed, posts, List.of(new Mix.Share(0.1, Behaviour.of(BehaviourType.DROP_BEFORE))));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void journal_ofAnyRun_agreesWithTheEffectsAndKeepsItsLaws(long seed) throws Exception {
        SimulatorConfig config = SimulatorConfig.in(data).withMix(storm(seed));
        List<RawClient.Reply> replies = new ArrayList<>();
        for (int start = 0; start < 2; start++) {
            try (Simulator simulator = Simulator.start(config)) {
                replies.addAll(crowd(simulator, seed + 100 * start));
                List<Tally> live = quietEffects(simulator);
                assertThat(live).containsExactlyInAnyOrderElementsOf(folded(simulator.journalFile()));
                assertThat(appliedByReference(live)).isEqualTo(recounted(simulator.journal()));
            }
        }
        List<JournalEntry> journal = JournalFile.read(config.journalFile());
        assertStagesInOrder(journal);
        assertEachKeyDecidedOnce(journal);
        assertSuccessesAreBackedByEffects(replies, journal);
    }

    private static List<RawClient.Reply> crowd(Simulator simulator, long seed) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<List<RawClient.Reply>>> clients = new ArrayList<>();
            for (int c = 0; c < CLIENTS; c++) {
                Random random = new Random(seed * 31 + c);
                clients.add(threads.submit(() -> oneClient(new RawClient(simulator.port()), random)));
            }
            List<RawClient.Reply> all = new ArrayList<>();
            for (Future<List<RawClient.Reply>> replies : clients) {
                all.addAll(replies.get());
            }
            return all;
        } finally {
            threads.shutdownNow();
        }
    }

    /** Few references, so that clients meet at the same ones; half of the posts carry the reference's key. */
    private static List<RawClient.Reply> oneClient(RawClient client, Random random) {
        List<RawClient.Reply> posts = new ArrayList<>();
        for (int i = 0; i < REQUESTS_EACH; i++) {
            String reference = "r" + random.nextInt(60);
            if (random.nextInt(5) == 0) {
                client.get("/payments/" + reference);
            } else {
                posts.add(client.pay(reference, random.nextBoolean() ? "k-" + reference : null));
            }
        }
        return posts;
    }

    /** The effects once nothing more is to come: what is applied later has been, what is pending has settled. */
    private static List<Tally> quietEffects(Simulator simulator) {
        SimulatorAwait.until("quiet", () -> {
            GatewayState state = stateOf(simulator.journalFile());
            return state.pending().isEmpty()
                    && state.deferred().isEmpty()
                    && simulator.health().inProgress() == 0;
        });
        return simulator.effects();
    }

    private static GatewayState stateOf(Path file) {
        GatewayState state = new GatewayState(Duration.ofHours(24));
        JournalFile.read(file).forEach(state::apply);
        return state;
    }

    private static List<Tally> folded(Path file) {
        return stateOf(file).tallies();
    }

    private static Map<String, Integer> appliedByReference(List<Tally> tallies) {
        Map<String, Integer> applied = new HashMap<>();
        tallies.stream().filter(t -> t.applied() > 0).forEach(t -> applied.put(t.reference(), t.applied()));
        return applied;
    }

    /** Counted again from the lines alone, by none of the simulator's own code. */
    private static Map<String, Integer> recounted(List<JournalEntry> journal) {
        Map<String, Integer> applied = new HashMap<>();
        journal.stream().filter(e -> e.type() == APPLIED).forEach(e -> applied.merge(e.reference(), 1, Integer::sum));
        return applied;
    }

    private static void assertStagesInOrder(List<JournalEntry> journal) {
        Map<Long, List<JournalEntry.Type>> byPost = new HashMap<>();
        for (JournalEntry entry : journal) {
            if (entry.post() != 0) {
                byPost.computeIfAbsent(entry.post(), p -> new ArrayList<>()).add(entry.type());
            }
        }
        byPost.forEach((post, types) -> {
            assertThat(types.get(0)).isEqualTo(RECEIVED);
            assertThat(types).doesNotHaveDuplicates();
            assertThat(types.stream().filter(t -> t == REPLIED || t == DROPPED)).hasSize(1);
            assertThat(types.stream().filter(t -> t == APPLIED || t == DECLINED))
                    .hasSizeLessThanOrEqualTo(1);
        });
    }

    private static void assertEachKeyDecidedOnce(List<JournalEntry> journal) {
        assertThat(journal.stream()
                        .filter(e -> e.key() != null && (e.type() == APPLIED || e.type() == DECLINED))
                        .map(JournalEntry::key))
                .isNotEmpty()
                .doesNotHaveDuplicates();
    }

    private static void assertSuccessesAreBackedByEffects(List<RawClient.Reply> replies, List<JournalEntry> journal) {
        List<String> applied = journal.stream()
                .filter(e -> e.type() == APPLIED)
                .map(JournalEntry::id)
                .toList();
        assertThat(applied).doesNotHaveDuplicates();
        List<String> replied = replies.stream()
                .filter(r -> r.http() == 201 || r.http() == 202)
                .map(r -> r.body().replaceAll(".*\"id\":\"(sim_\\d+)\".*", "$1"))
                .distinct()
                .toList();
        assertThat(replied).isNotEmpty();
        assertThat(applied).containsAll(replied);
    }
}
