package dev.kakutei.chaos;

import dev.kakutei.boot.position.RecoveryNames;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.testkit.fleet.Member;
import dev.kakutei.testkit.fleet.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All brokers lose power at once, and the same records with it; then an operator recovers. The topic of requests keeps what it
 * has: until a request is in Postgres, Kafka alone answers for it. So does Kafka's own metadata, which it forces to the disk.
 *
 * <p>Where changelogs alone lose records, Postgres misses nothing. The machines of the verifiers are gone as well then, with their
 * copies of the state: those that come after them read it from the changelogs, and must notice by themselves.
 */
final class TailLoss {
    private static final Pattern LOSES = Pattern.compile(
            Pattern.quote(Topics.DEFAULT_PREFIX)
                    + "(commands\\..*|ledger|accepted|outcomes|.*-changelog)-\\d+|__consumer_offsets-\\d+|__transaction_state-\\d+");
    /** Whose processes go down with the brokers: one role in four times each. */
    private static final int ONE_IN = 4;
    /** One time in so many, changelogs alone are cut. */
    private static final int CHANGELOGS_ALONE = 3;
    /** At the beginning of a run there is nothing yet whose loss could be noticed. */
    private static final Duration FIRST_PROJECTED = Duration.ofSeconds(60);

    private final ChaosCluster cluster;
    private final Consumer<String> progress;

    TailLoss(ChaosCluster cluster, Consumer<String> progress) {
        this.cluster = cluster;
        this.progress = progress;
    }

    void inject(ChaosFault fault) {
        Random draw = new Random(fault.draw());
        boolean changelogsAlone = draw.nextInt(CHANGELOGS_ALONE) == 0;
        RecoveryView view = new RecoveryView(cluster.postgres());
        String ledger = cluster.kafka().topics().ledger().name();
        RecoveryRun.reached(() -> !view.read(ledger).isEmpty(), FIRST_PROJECTED);
        List<KafkaNode> brokers = cluster.brokers();
        brokers.forEach(broker -> broker.process().sigstop());
        brokers.forEach(broker -> broker.process().kill9());
        List<Role> killed = Stream.of(Role.values())
                .filter(role -> draw.nextInt(ONE_IN) == 0 || (changelogsAlone && role == Role.VERIFIER))
                .toList();
        List<Member> gone = killed.stream()
                .flatMap(role -> cluster.fleet().members(role).stream())
                .toList();
        gone.forEach(member -> member.process().kill9());
        Map<String, Long> read = view.read(ledger);
        Map<String, Long> cuts = cut(batches -> changelogsAlone
                ? TailCuts.drawnOfChangelogs(draw, batches, compared(batches), changelogs(batches))
                : TailCuts.drawn(draw, batches, read));
        long noticed = view.noticedByVerifiers();
        progress.accept("Kafka's tail lost" + (changelogsAlone ? " (changelogs alone), " : ", ")
                + (gone.isEmpty() ? "no service" : killed) + " killed; ends: " + cuts);
        Nemesis.rest(fault.length());
        brokers.forEach(KafkaNode::launch);
        brokers.forEach(KafkaNode::awaitReady);
        List<Member> others =
                gone.stream().map(member -> cluster.launch(member.role())).toList();
        if (!cuts.isEmpty()) {
            new RecoveryRun(cluster, view, progress).recover();
        }
        others.forEach(Member::awaitReady);
        if (changelogsAlone && !cuts.isEmpty() && view.noticedByVerifiers() == noticed) {
            throw new IllegalStateException("no verifier noticed that its state was older than the ledger topic");
        }
    }

    /** The partitions in which verifiers that start now look for the last event. */
    private Set<String> compared(Map<String, List<Long>> batches) {
        String verifiers = RecoveryNames.verifierGroup(cluster.kafka().topics().prefix(), cluster.recoveries());
        String changelog = verifiers + "-entries-changelog-";
        return batches.keySet().stream()
                .filter(partition -> partition.startsWith(changelog))
                .collect(Collectors.toSet());
    }

    private static Set<String> changelogs(Map<String, List<Long>> batches) {
        return batches.keySet().stream()
                .filter(partition -> partition.contains("-changelog-"))
                .collect(Collectors.toSet());
    }

    /** @param drawn by the offsets at which each partition could end, where each ends */
    private Map<String, Long> cut(Function<Map<String, List<Long>>, Map<String, Long>> drawn) {
        try {
            Map<String, List<Long>> batches = new TreeMap<>();
            for (KafkaNode broker : cluster.brokers()) {
                for (Path folder : partitions(broker)) {
                    List<Long> here = new PartitionLog(folder).batches();
                    batches.merge(folder.getFileName().toString(), here, TailLoss::inBoth);
                }
            }
            Map<String, Long> cuts = drawn.apply(batches);
            for (KafkaNode broker : cluster.brokers()) {
                for (Path folder : partitions(broker)) {
                    Long end = cuts.get(folder.getFileName().toString());
                    if (end != null) {
                        new PartitionLog(folder).endAt(end);
                    }
                }
            }
            return cuts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Long> inBoth(List<Long> one, List<Long> other) {
        List<Long> both = new ArrayList<>(one);
        both.retainAll(new HashSet<>(other));
        return both;
    }

    private static List<Path> partitions(KafkaNode broker) throws IOException {
        try (Stream<Path> folders = Files.list(broker.log())) {
            return folders.filter(folder ->
                            LOSES.matcher(folder.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
    }
}
