package dev.kakutei.chaos;

import dev.kakutei.chaos.report.RunRecord;
import dev.kakutei.schemas.gateway.Gateway;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Consumer;

/** Waits until every caller is answered, and nothing is open that time alone settles. */
record AwaitRest(ChaosCluster cluster, LoadGenerator load, Probes probes, Consumer<String> progress) {
    /** Before the keys of requests that came after the healing. They, too, must be settled before anything is proved. */
    static final String AFTER_HEALING = "after-";

    static final Duration LIMIT = Duration.ofMinutes(6);
    private static final Duration LOOK = Duration.ofMillis(500);
    /** Long enough to see how the last fault was got over. */
    private static final Duration PROBED = Duration.ofSeconds(6);
    /** How many looks for a line of progress. */
    private static final int REPORTED_EVERY = 4;

    /** @param look what else is to be done at each look */
    RunRecord.TimeToRest awaited(long healedNanos, Runnable look) {
        long answered = -1;
        long settled = -1;
        for (int looks = 1; ; looks++) {
            Nemesis.rest(LOOK);
            look.run();
            long passed = (System.nanoTime() - healedNanos) / 1_000_000;
            boolean probed = passed >= PROBED.toMillis();
            if (probed) {
                probes.stopSending();
            }
            Open open = count(cluster);
            if (answered < 0 && load.acknowledged() == load.submitted()) {
                answered = passed;
            }
            if (answered < 0 || open.before() != 0) {
                settled = -1;
            } else if (settled < 0) {
                settled = passed;
            }
            boolean rest = probed && settled >= 0 && open.after() == 0;
            if (rest || looks % REPORTED_EVERY == 0) {
                progress.accept("coming to rest: %d of %d acknowledged, %d open from before the healing, %d after it"
                        .formatted(load.acknowledged(), load.submitted(), open.before(), open.after()));
            }
            if (rest || passed > LIMIT.toMillis()) {
                probes.end();
                return new RunRecord.TimeToRest(
                        rest,
                        answered < 0 ? passed : answered,
                        settled < 0 ? passed : settled,
                        settlingTime().toMillis());
            }
        }
    }

    /** Of the gateways that are asked; the others' is never waited for. */
    private Duration settlingTime() {
        return ChaosProof.gateways(cluster.gateways()).byName().values().stream()
                .filter(gateway -> gateway.statusQuery() != null)
                .map(Gateway::verification)
                .map(Gateway.Verification::settlingTime)
                .max(Duration::compareTo)
                .orElseThrow();
    }

    /** Requests that are neither settled nor waiting for a person, by when they came; -1 where Postgres does not say. */
    private record Open(long before, long after) {}

    /** Both together; -1 where Postgres does not say. */
    static long open(ChaosCluster cluster) {
        Open open = count(cluster);
        return open.before() < 0 ? -1 : open.before() + open.after();
    }

    private static Open count(ChaosCluster cluster) {
        try (Connection connection = cluster.postgres().connect("kakutei");
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("select count(*), count(*) filter (where l.idempotency_key like '"
                                + AFTER_HEALING + "%') from ledger_open o join ledger l using (request_id)"
                                + " where l.state <> 'verification_failed'")) {
            row.next();
            long after = row.getLong(2);
            return new Open(row.getLong(1) - after, after);
        } catch (SQLException e) {
            return new Open(-1, -1);
        }
    }
}
