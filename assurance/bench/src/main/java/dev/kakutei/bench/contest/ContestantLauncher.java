package dev.kakutei.bench.contest;

import dev.kakutei.bench.peer.PeerKind;
import dev.kakutei.bench.peer.PeerMain;
import dev.kakutei.bench.peer.PeerPlan;
import dev.kakutei.bench.pipeline.ThreadGroups;
import dev.kakutei.bench.process.FreePort;
import dev.kakutei.bench.process.ServiceJvm;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.embedded.RunningPostgres;
import dev.kakutei.standalone.Kakutei;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts contestants.
 *
 * @param folder empty, for their data
 * @param gatewayPort where the gateway listens
 * @param options of each one's JVM
 * @param settings of Kakutei, as key=value
 */
public record ContestantLauncher(Path folder, int gatewayPort, List<String> options, List<String> settings) {
    /** Asked of Postgres for everybody, and cheap: when a row was settled is then known to the microsecond. */
    private static final String COMMIT_TIMES = "track_commit_timestamp";

    private static final String GATEWAYS = """
            default: bench
            gateways:
              bench:
                class: idempotent
                url: http://127.0.0.1:%d
                network: {allow: [loopback]}
                paths: {order: /orders, payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 24h}
                call_timeout: 10s
                send_window: 15m
                concurrency: 64
                breaker: {enabled: false}
                retry: {first: 1s, cap: 10s}
                status_query: {paths: {order: "/orders/{request_id}"}, succeeded: [FILLED]}
                verification: {after: [1s, 2s, 4s, 16m, 1s], settling_time: 2s, misses: 2, not_found: fail}
                response_refused_criteria:
                  conditions: [{path: $.status, operation: eq, value: ERROR}]
            """;

    /**
     * What a person would be called for, or what three questions did not clear: with so long a window, "not found" is
     * believed only long after a round has ended.
     */
    private static final String IN_DOUBT =
            "(state = 'verification_failed' or (state = 'verifying' and verification_attempts = 3 and open_inquiry = 0))";

    private static final String SETTLED =
            "select idempotency_key, request_id::text, extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000000,"
                    + " case when state = 'succeeded' then 'SUCCEEDED' when " + IN_DOUBT
                    + " then 'IN_DOUBT' else 'FAILED' end"
                    + " from ledger where (settled_at is not null or " + IN_DOUBT + ") and client <> '"
                    + SettledHistory.CLIENT + "'";

    private static final String OPEN =
            "select exists (select from ledger_open join ledger using (request_id) where not " + IN_DOUBT + ")";

    public ContestantLauncher {
        options = List.copyOf(options);
        settings = List.copyOf(settings);
    }

    public RunningContestant start(Contestant contestant) throws IOException, SQLException {
        return contestant.peer().isPresent() ? peer(contestant.peer().get()) : kakutei();
    }

    private RunningContestant peer(PeerKind kind) throws IOException, SQLException {
        EmbeddedPostgres postgres = new EmbeddedPostgres(
                        EmbeddedPostgresConfig.in(folder.resolve("postgres")).withSettings(Map.of(COMMIT_TIMES, "on")))
                .start();
        PeerPlan plan = new PeerPlan(
                kind,
                postgres.jdbcUrl(),
                postgres.user(),
                postgres.password(),
                FreePort.any(),
                gatewayPort,
                kind.connections());
        ServiceJvm service = ServiceJvm.start(folder, kind.label(), options, PeerMain.class, plan.arguments());
        return new RunningContestant(
                new RunningContestant.ResultQueries(kind.openSql(), kind.settledSql()),
                service,
                postgres.process().orElseThrow(),
                postgres.connect("kakutei"),
                plan.port(),
                thread -> kind.label() + " " + PeerThreads.part(thread),
                new TopicBytes(folder.resolve("none")),
                Optional.of(postgres),
                Optional.empty());
    }

    private RunningContestant kakutei() throws IOException, SQLException {
        Path data = folder.resolve("data");
        keepCommitTimes(data.resolve("postgres"));
        Path file = Files.writeString(folder.resolve("gateways.yaml"), GATEWAYS.formatted(gatewayPort));
        int port = FreePort.any();
        List<String> args = new ArrayList<>(
                List.of("up", "--data", data.toString(), "--port", "" + port, "--gateways", file.toString()));
        settings.forEach(setting -> args.addAll(List.of("--set", setting)));
        ServiceJvm service = ServiceJvm.start(folder, "kakutei", options, Kakutei.class, args, ownJars());
        RunningPostgres running = RunningPostgres.in(data.resolve("postgres")).orElseThrow();
        return new RunningContestant(
                new RunningContestant.ResultQueries(OPEN, SETTLED),
                service,
                postmaster(data),
                DriverManager.getConnection(running.jdbcUrl(), running.user(), running.password()),
                port,
                thread -> "kakutei " + ThreadGroups.hop(thread),
                new TopicBytes(data.resolve("kafka")),
                Optional.empty(),
                Optional.of(new ProofCommand(folder, data, file, ownJars())));
    }

    /** Kakutei starts its own Postgres and knows no such setting; what ALTER SYSTEM says stays in the data folder. */
    private static void keepCommitTimes(Path data) throws SQLException {
        try (EmbeddedPostgres postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(data)).start();
                Connection connection = postgres.connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("alter system set " + COMMIT_TIMES + " = on");
        }
    }

    /** Without the libraries that only its peers need. */
    private static String ownJars() {
        String all = System.getProperty("java.class.path");
        return Arrays.stream(all.split(File.pathSeparator))
                .filter(entry -> entry.endsWith("kakutei.jar"))
                // Gradle lays one beside the peers, too; the last one is standalone's
                .reduce((before, last) -> last)
                .orElse(all);
    }

    private static ProcessHandle postmaster(Path data) throws IOException {
        try (var files = Files.walk(data.resolve("postgres"), 3)) {
            Path file = files.filter(path -> path.endsWith("postmaster.pid"))
                    .findFirst()
                    .orElseThrow();
            return ProcessHandle.of(Long.parseLong(Files.readAllLines(file).get(0)))
                    .orElseThrow();
        }
    }
}
