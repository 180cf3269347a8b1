package dev.kakutei.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real files; the stores' data is a file in each of the folders inside. */
class StoreHistoryTest {
    @TempDir
    Path folder;

    private Path postgres;
    private Path kafka;
    private Optional<String> boot = Optional.of("first boot");
    private Instant now = Instant.parse("2026-11-18T08:00:00Z");

    @BeforeEach
    void names() {
        postgres = folder.resolve("postgres");
        kafka = folder.resolve("kafka");
    }

    @Test
    void began_newFolders_isFineAndMarksBothWithTheSameId() throws IOException {
        try (StoreHistory history = history()) {
            assertThat(history.began()).isEmpty();
        }
        assertThat(marker(postgres).state()).isEqualTo(RunMarker.State.RUNNING);
        assertThat(marker(postgres).id()).isEqualTo(marker(kafka).id());
        assertThat(marker(kafka).boot()).isEqualTo(boot);
        assertThat(marker(kafka).identity().isThatOf(FolderIdentity.of(kafka, kafka.resolve(MarkedFolder.MARKER))))
                .isTrue();
    }

    @Test
    void began_dataOfAnEarlierVersion_isFineAndMarked() throws IOException {
        write(postgres, "data", "old");
        write(kafka, "log", "old");
        runAndKill();
        assertThat(marker(kafka).state()).isEqualTo(RunMarker.State.RUNNING);
    }

    @Test
    void began_afterKills_isFine() throws IOException {
        runAndKill();
        runAndKill();
        runAndKill();
    }

    @Test
    void began_afterCleanStopAndBoot_isFine() throws IOException {
        runAndStop();
        boot = Optional.of("second boot");
        runAndKill();
    }

    @Test
    void began_bootAfterKill_isSuspicious() throws IOException {
        runAndKill();
        boot = Optional.of("second boot");
        assertThat(start())
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains("the machine went down", "2026-11-18T08:00:00Z"));
    }

    @Test
    void began_kafkaRestoredFromCopyOfTheSameRun_isSuspicious() throws IOException {
        runAndKill();
        copy(kafka, folder.resolve("backup"));
        Folders.delete(kafka);
        copy(folder.resolve("backup"), kafka);
        assertThat(start()).hasValueSatisfying(reason -> assertThat(reason).contains(kafka + " was in use", "a copy"));
    }

    @Test
    void began_kafkaRestoredFromEarlierStop_isSuspicious() throws IOException {
        runAndStop();
        copy(kafka, folder.resolve("backup"));
        now = now.plusSeconds(3600);
        runAndStop();
        Folders.delete(kafka);
        copy(folder.resolve("backup"), kafka);
        assertThat(start())
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains(kafka + " looks older", "2026-11-18T08:00:00Z", "2026-11-18T09:00:00Z"));
    }

    @Test
    void began_kafkaRestoredFromEarlierStopAfterKill_isSuspicious() throws IOException {
        runAndStop();
        copy(kafka, folder.resolve("backup"));
        now = now.plusSeconds(3600);
        runAndKill();
        Folders.delete(kafka);
        copy(folder.resolve("backup"), kafka);
        assertThat(start()).hasValueSatisfying(reason -> assertThat(reason).contains(kafka + " looks older"));
    }

    @Test
    void began_onlyTheLogRestoredFromEarlierStop_isSuspicious() throws IOException {
        runAndStop();
        copy(kafka.resolve("log"), folder.resolve("backup"));
        runAndStop();
        Folders.delete(kafka.resolve("log"));
        copy(folder.resolve("backup"), kafka.resolve("log"));
        assertThat(start()).hasValueSatisfying(reason -> assertThat(reason).contains("was replaced since"));
    }

    @Test
    void began_bothCopiedAfterCleanStop_isFine() throws IOException {
        runAndStop();
        copy(postgres, folder.resolve("elsewhere/postgres"));
        copy(kafka, folder.resolve("elsewhere/kafka"));
        postgres = folder.resolve("elsewhere/postgres");
        kafka = folder.resolve("elsewhere/kafka");
        boot = Optional.of("another machine");
        assertThat(start()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgres", "kafka"})
    void began_oneFolderGone_isSuspicious(String lost) throws IOException {
        runAndStop();
        Folders.delete(folder.resolve(lost));
        assertThat(start())
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains(folder.resolve(lost) + " is missing or empty"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "garbage", "form=1\nstate=running\n", "form=2\n", "form=1\nstate=\\u00zz\n"})
    void began_markerCorrupt_namesTheFile(String text) throws IOException {
        runAndStop();
        Files.writeString(kafka.resolve(MarkedFolder.MARKER), text);
        assertThat(start())
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains(kafka.resolve(MarkedFolder.MARKER) + " cannot be read"));
    }

    @Test
    void began_markerOfBytesThatAreNoText_namesTheFile() throws IOException {
        runAndStop();
        Files.write(kafka.resolve(MarkedFolder.MARKER), new byte[] {(byte) 0xff, 0, (byte) 0xc3});
        assertThat(start())
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains(kafka.resolve(MarkedFolder.MARKER) + " cannot be read"));
    }

    @Test
    void suspicion_withoutRecovery_staysOverKillsAndCleanStops() throws IOException {
        runAndStop();
        Folders.delete(kafka);
        String first = start().orElseThrow();
        assertThat(start()).contains(first);
        try (StoreHistory history = history()) {
            assertThat(history.began()).contains(first);
            assertThat(history.endedCleanly()).isEmpty();
        }
        assertThat(start()).contains(first);
        assertThat(StoreHistory.suspected(List.of(postgres, kafka))).contains(first);
    }

    @Test
    void suspicion_oneFolderLostAfterwards_stays() throws IOException {
        runAndStop();
        Folders.delete(kafka);
        String first = start().orElseThrow();
        Folders.delete(postgres);
        assertThat(start())
                .hasValueSatisfying(reason -> assertThat(reason).contains(first, postgres + " is missing or empty"));
    }

    @Test
    void suspicion_newReasonAtEachStart_isBounded() throws IOException {
        for (int start = 0; start < 30; start++) {
            boot = Optional.of("boot " + start);
            now = now.plusSeconds(60);
            start();
        }
        assertThat(Files.readAllLines(kafka.resolve(MarkedFolder.SUSPICION))).hasSize(10);
    }

    @Test
    void recovered_whileStopped_takesTheSuspicionBack() throws IOException {
        suspectAndKill();
        StoreHistory.recovered(List.of(postgres, kafka));
        assertThat(StoreHistory.suspected(List.of(postgres, kafka))).isEmpty();
        assertThat(start()).isEmpty();
    }

    @Test
    void recovered_inOneFolderOnly_isNoRecovery() throws IOException {
        suspectAndKill();
        StoreHistory.recovered(List.of(kafka));
        assertThat(start()).isPresent();
    }

    @Test
    void recovered_withoutSuspicionOrFolders_doesNothing() {
        StoreHistory.recovered(List.of(postgres, kafka));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void recovered_fromAnotherProcessWhileRunning_isNotBroughtBackByTheStop() throws Exception {
        suspectAndKill();
        try (StoreHistory history = history()) {
            assertThat(history.began()).isPresent();
            child("recovered").waitFor(60, TimeUnit.SECONDS);
            assertThat(StoreHistory.suspected(List.of(postgres, kafka))).isEmpty();
            assertThat(history.endedCleanly()).isEmpty();
        }
        assertThat(marker(kafka).state()).isEqualTo(RunMarker.State.STOPPED);
        assertThat(start()).isEmpty();
    }

    @Test
    void began_otherProcessRunsOnTheFolders_isRefusedAndMarksNothing() throws Exception {
        try (StoreHistory history = history()) {
            assertThat(history.began()).isEmpty();
            String before = marker(kafka).id();
            Process other = child("began");
            assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(new String(other.getInputStream().readAllBytes()))
                    .contains("is in use by another process (pid "
                            + ProcessHandle.current().pid() + ")");
            assertThat(marker(kafka).id()).isEqualTo(before);
            assertThatThrownBy(() -> history().began()).isInstanceOf(EmbeddedStartException.class);
            assertThatThrownBy(history::began).isInstanceOf(IllegalStateException.class);
            // The refusals in this process have not given the lock up.
            Process again = child("began");
            assertThat(again.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(new String(again.getInputStream().readAllBytes())).contains("is in use by another process");
        }
    }

    @Test
    void began_otherProcessWasKilled_isFine() throws Exception {
        assumeTrue(BootId.current().isPresent());
        Process other = child("run");
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("Optional.empty");
        } finally {
            other.destroyForcibly();
        }
        assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
        try (StoreHistory history = StoreHistory.of(List.of(postgres, kafka))) {
            assertThat(history.began()).isEmpty();
        }
    }

    @Test
    void began_markerCannotBeWritten_saysWhichFileAndLeavesTheOldMarkers() throws IOException {
        runAndStop();
        String before = marker(postgres).id();
        Path blocked = kafka.resolve(MarkedFolder.PREPARED);
        Files.createDirectories(blocked.resolve("in the way"));
        assertThatThrownBy(this::start)
                .isInstanceOf(EmbeddedStartException.class)
                .hasMessageContaining("cannot write " + blocked);
        assertThat(marker(postgres).id()).isEqualTo(before);
        Folders.delete(blocked);
        assertThat(start()).isEmpty();
    }

    @Test
    void endedCleanly_kafkaWasNotStopped_leavesTheFoldersInUse() throws IOException {
        try (StoreHistory history = history()) {
            assertThat(history.began()).isEmpty();
            write(kafka, "log/__cluster_metadata-0", "records");
            assertThat(history.endedCleanly())
                    .hasValueSatisfying(reason -> assertThat(reason).contains("Kafka was not stopped"));
        }
        assertThat(marker(postgres).state()).isEqualTo(RunMarker.State.RUNNING);
        assertThat(marker(kafka).state()).isEqualTo(RunMarker.State.RUNNING);
    }

    @Test
    void endedCleanly_cannotBeWritten_leavesTheFoldersInUse() throws IOException {
        try (StoreHistory history = history()) {
            assertThat(history.began()).isEmpty();
            Files.createDirectories(kafka.resolve(MarkedFolder.PREPARED).resolve("in the way"));
            assertThat(history.endedCleanly()).isPresent();
        }
        assertThat(marker(postgres).state()).isEqualTo(RunMarker.State.RUNNING);
        Folders.delete(kafka.resolve(MarkedFolder.PREPARED));
        assertThat(start()).isEmpty();
    }

    @Test
    void endedCleanly_beforeAnyStart_marksNothing() {
        assertThat(history().endedCleanly()).isPresent();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void bootId_onLinuxAndMac_isKnownAndStays() {
        String system = System.getProperty("os.name");
        assumeTrue(system.startsWith("Linux") || system.startsWith("Mac"));
        assertThat(BootId.current()).isPresent().isEqualTo(BootId.current());
    }

    /** The other process: {@code began|run|recovered POSTGRES KAFKA}. */
    public static void main(String[] args) throws Exception {
        List<Path> folders = List.of(Path.of(args[1]), Path.of(args[2]));
        if (args[0].equals("recovered")) {
            StoreHistory.recovered(folders);
            return;
        }
        try {
            System.out.println(StoreHistory.of(folders).began());
        } catch (EmbeddedStartException e) {
            System.out.println(e.getMessage());
        }
        if (args[0].equals("run")) {
            Thread.currentThread().join();
        }
    }

    private Process child(String action) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StoreHistoryTest.class.getName(),
                        action,
                        postgres.toString(),
                        kafka.toString())
                .redirectErrorStream(true)
                .start();
    }

    private StoreHistory history() {
        return new StoreHistory(List.of(postgres, kafka), () -> boot, () -> now);
    }

    /** A start whose process is killed at once. */
    private Optional<String> start() {
        try (StoreHistory history = history()) {
            return history.began();
        }
    }

    private void runAndKill() throws IOException {
        assertThat(start()).isEmpty();
        work();
    }

    private void runAndStop() throws IOException {
        try (StoreHistory history = history()) {
            assertThat(history.began()).isEmpty();
            work();
            assertThat(history.endedCleanly()).isEmpty();
        }
    }

    private void suspectAndKill() throws IOException {
        runAndStop();
        Folders.delete(kafka);
        assertThat(start()).isPresent();
    }

    private void work() throws IOException {
        write(postgres, "data", "rows");
        write(kafka, "log", "records");
    }

    private static void write(Path store, String inside, String text) throws IOException {
        Path data = Files.createDirectories(store.resolve(inside));
        Files.writeString(data.resolve("file"), text);
    }

    private static RunMarker marker(Path store) throws IOException {
        return RunMarker.parse(Files.readString(store.resolve(MarkedFolder.MARKER)));
    }

    /** As {@code cp -a} does. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file : all.toList()) {
                Path copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
