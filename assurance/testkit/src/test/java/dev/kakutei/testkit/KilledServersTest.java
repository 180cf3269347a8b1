package dev.kakutei.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.embedded.EmbeddedStartException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both embedded servers against real deaths of the process that runs them. */
class KilledServersTest {
    private static final Duration UP = Await.LIMIT;

    @TempDir
    Path folder;

    private final List<String> progress = new ArrayList<>();

    @Test
    void kafka_processKilled_keepsEveryAcknowledgedRecord() {
        try (ChildJvm child = ChildJvm.start(KafkaMain.class, folder.toString(), "200")) {
            child.awaitLine("all up", UP);
            child.kill9();
        }
        try (EmbeddedKafka kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder), progress::add).start();
                TopicReader reader =
                        new TopicReader(kafka.bootstrapServers(), TopicReader.Isolation.READ_COMMITTED, "words")) {
            assertThat(reader.toEnd(UP))
                    .extracting(ConsumerRecord::value)
                    .hasSize(200)
                    .endsWith("word-199");
        }
        progress.forEach(System.out::println);
    }

    @Test
    @Tag("proof")
    void kafka_processAskedToStop_endsInTimeAndSecondProcessSeesWhoHoldsTheFolder() {
        try (ChildJvm child = ChildJvm.start(KafkaMain.class, folder.toString(), "1")) {
            child.awaitLine("all up", UP);
            try (EmbeddedKafka second = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder))) {
                assertThatThrownBy(second::start)
                        .isInstanceOf(EmbeddedStartException.class)
                        .hasMessageContaining("in use by another process (pid " + child.pid() + ")");
            }
            child.sigterm();
            assertThat(child.awaitExit(Await.LIMIT)).isEqualTo(143);
            assertThat(child.output()).doesNotContain("did not stop within");
        }
    }

    @Test
    @Tag("proof")
    void postgres_processAndItsGuardKilled_orphanIsStoppedAndRowsAreThere() throws Exception {
        ProcessHandle orphan;
        try (ChildJvm child = startPostgres("first")) {
            orphan = handle(child, "server-pid=");
            handle(child, "guard-pid=").destroyForcibly();
            child.kill9();
        }
        assertThat(orphan.isAlive()).isTrue();
        try (EmbeddedPostgres postgres =
                        new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder), progress::add).start();
                Connection connection = postgres.connect("kakutei");
                ResultSet found = connection.createStatement().executeQuery("SELECT word FROM words")) {
            assertThat(found.next()).isTrue();
            assertThat(found.getString(1)).isEqualTo("first");
            // Its last act is to remove the pid file; the process itself is gone a moment later.
            Await.until("the orphan is gone", () -> !orphan.isAlive());
        }
        progress.forEach(System.out::println);
        assertThat(progress).anyMatch(line -> line.contains("left behind (pid " + orphan.pid() + ")"));
    }

    @Test
    void postgres_processKilled_serverEndsSoonAfter() {
        ProcessHandle server;
        try (ChildJvm child = startPostgres("first")) {
            server = handle(child, "server-pid=");
            assertThat(server.isAlive()).isTrue();
            child.kill9();
        }
        Await.until("the server of the killed process ends", () -> !server.isAlive());
    }

    @Test
    @Tag("proof")
    void postgres_killedAndStartedAgainAtOnce_neverLosesARow() throws Exception {
        for (int round = 0; round < 5; round++) {
            try (ChildJvm child = startPostgres("round-" + round)) {
                child.kill9();
            }
        }
        try (EmbeddedPostgres postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder)).start();
                Connection connection = postgres.connect("kakutei");
                ResultSet found = connection.createStatement().executeQuery("SELECT count(DISTINCT word) FROM words")) {
            assertThat(found.next()).isTrue();
            assertThat(found.getInt(1)).isEqualTo(5);
        }
    }

    @Test
    @Tag("proof")
    void postgres_twoProcessesUnpackAtOnce_bothStartFromOneCopy(@TempDir Path binaries) {
        try (ChildJvm one = start("one", folder.resolve("one"), binaries);
                ChildJvm two = start("two", folder.resolve("two"), binaries)) {
            one.awaitLine("all up", UP);
            two.awaitLine("all up", UP);
            assertThat(List.of(one.output(), two.output()))
                    .filteredOn(output -> output.contains("unpacking"))
                    .hasSize(1);
            one.sigterm();
            two.sigterm();
            one.awaitExit(UP);
            two.awaitExit(UP);
            System.out.println(one.output() + two.output());
        }
    }

    private ChildJvm startPostgres(String word) {
        ChildJvm child = start(word, folder, EmbeddedPostgresConfig.in(folder).binariesDirectory());
        child.awaitLine("all up", UP);
        return child;
    }

    private static ChildJvm start(String word, Path data, Path binaries) {
        return ChildJvm.start(PostgresMain.class, data.toString(), binaries.toString(), word);
    }

    private static ProcessHandle handle(ChildJvm child, String label) {
        String pid = child.awaitLine(label, UP);
        return ProcessHandle.of(Long.parseLong(pid.substring(label.length()))).orElseThrow();
    }
}
