package dev.kakutei.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.embedded.FolderState.Contents;
import dev.kakutei.embedded.FolderState.Found;
import dev.kakutei.embedded.RunMarker.State;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StoreVerdictTest {
    private static final Path POSTGRES = Path.of("/data/postgres");
    private static final Path KAFKA = Path.of("/data/kafka");
    private static final Optional<String> BOOT = Optional.of("boot-7");
    private static final Optional<String> NEXT_BOOT = Optional.of("boot-8");
    private static final Optional<String> NO_BOOT = Optional.empty();
    private static final Instant MONDAY = Instant.parse("2026-11-16T08:00:00Z");
    private static final Instant TUESDAY = Instant.parse("2026-11-17T08:00:00Z");
    private static final FolderIdentity ORIGINAL = identity("marker-1", "folder-1", Map.of("log", "log-1"));
    private static final FolderIdentity COPY = identity("marker-2", "folder-2", Map.of("log", "log-2"));
    private static final FolderIdentity MARKER_COPIED = identity("marker-2", "folder-1", Map.of("log", "log-1"));
    private static final FolderIdentity FOLDER_COPIED = identity("marker-1", "folder-2", Map.of("log", "log-1"));
    private static final FolderIdentity LOG_COPIED = identity("marker-1", "folder-1", Map.of("log", "log-2"));
    private static final FolderIdentity LOG_GONE = identity("marker-1", "folder-1", Map.of());
    private static final FolderIdentity GROWN =
            identity("marker-1", "folder-1", Map.of("log", "log-1", "new", "new-1"));

    private static final Side NEW = new Side(Contents.NOTHING);
    private static final Side EARLIER_VERSION = new Side(Contents.DATA);

    static Stream<Arguments> fine() {
        return Stream.of(
                row("both new", NEW, NEW, BOOT),
                row("both written by an earlier version", EARLIER_VERSION, EARLIER_VERSION, BOOT),
                row("one written by an earlier version, the other new", EARLIER_VERSION, NEW, BOOT),
                row("stopped together", stopped("s1"), stopped("s1"), BOOT),
                row("stopped together, after a boot", stopped("s1"), stopped("s1"), NEXT_BOOT),
                row("stopped together, boot unknown", stopped("s1"), stopped("s1"), NO_BOOT),
                row("stopped together, one copied", stopped("s1"), stopped("s1").now(COPY), BOOT),
                row(
                        "stopped together, both copied",
                        stopped("s1").now(COPY),
                        stopped("s1").now(COPY),
                        NEXT_BOOT),
                row(
                        "stopped together, a folder added",
                        stopped("s1"),
                        stopped("s1").now(GROWN),
                        BOOT),
                row("killed", running("r1"), running("r1"), BOOT),
                row(
                        "killed in the first run, which made the folders inside",
                        running("r1").now(GROWN),
                        running("r1"),
                        BOOT),
                row("killed while preparing a start", stopped("s1").prepared(running("r2")), stopped("s1"), BOOT),
                row(
                        "killed with a start prepared in both",
                        stopped("s1").prepared(running("r2")),
                        stopped("s1").prepared(running("r2")),
                        NEXT_BOOT),
                row("killed while marking a start", running("r2"), stopped("s1").prepared(running("r2")), BOOT),
                row("killed while marking the first start", running("r1"), NEW.prepared(running("r1")), BOOT),
                row("killed while marking a stop", running("r1").prepared(stopped("s2")), stopped("s2"), NEXT_BOOT),
                row(
                        "an old preparation beside stopped",
                        stopped("s1"),
                        stopped("s1").prepared(running("r0")),
                        BOOT));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void fine(String row, Side postgres, Side kafka, Optional<String> boot) {
        assertThat(verdict(postgres, kafka, boot)).isEmpty();
        assertThat(verdict(kafka, postgres, boot)).as("the other way round").isEmpty();
    }

    static Stream<Arguments> suspicious() {
        return Stream.of(
                row("Kafka lost", stopped("s1"), NEW, BOOT, "/data/kafka is missing or empty"),
                row("Kafka lost while running", running("r1"), NEW, BOOT, "/data/kafka is missing or empty"),
                row("Postgres lost", NEW, stopped("s1"), BOOT, "/data/postgres is missing or empty"),
                row("Kafka without marker", stopped("s1"), EARLIER_VERSION, BOOT, "/data/kafka does not say when"),
                row(
                        "Postgres without marker",
                        EARLIER_VERSION,
                        running("r1"),
                        BOOT,
                        "/data/postgres does not say when"),
                row("Kafka stopped earlier", stopped("s2").at(TUESDAY), stopped("s1"), BOOT, "/data/kafka looks older"),
                row(
                        "Postgres stopped earlier",
                        stopped("s1"),
                        stopped("s2").at(TUESDAY),
                        BOOT,
                        "/data/postgres looks older"),
                row(
                        "Kafka stopped, Postgres ran on",
                        running("r1").at(TUESDAY),
                        stopped("s1"),
                        BOOT,
                        "/data/kafka looks older"),
                row(
                        "Kafka ran on, Postgres stopped",
                        stopped("s1"),
                        running("r1").at(TUESDAY),
                        BOOT,
                        "/data/postgres looks older"),
                row("the same id, but one not stopped", stopped("x"), running("x"), BOOT, "looks older"),
                row("different runs", running("r2").at(TUESDAY), running("r1"), BOOT, "/data/kafka looks older"),
                row("different runs at one time", running("r2"), running("r1"), BOOT, "looks older"),
                row("machine went down", running("r1"), running("r1"), NEXT_BOOT, "the machine went down"),
                row("boot unknown now", running("r1"), running("r1"), NO_BOOT, "does not show whether the machine"),
                row(
                        "boot unknown then",
                        running("r1").boot(NO_BOOT),
                        running("r1").boot(NO_BOOT),
                        BOOT,
                        "does not show whether the machine"),
                row(
                        "boot unknown always",
                        running("r1").boot(NO_BOOT),
                        running("r1").boot(NO_BOOT),
                        NO_BOOT,
                        "does not show whether the machine"),
                row(
                        "Kafka copied while running",
                        running("r1"),
                        running("r1").now(COPY),
                        BOOT,
                        "/data/kafka was in use since 2026-11-16T08:00:00Z and not stopped, and is now a copy"),
                row(
                        "Postgres copied while running",
                        running("r1").now(COPY),
                        running("r1"),
                        BOOT,
                        "/data/postgres was in use"),
                row(
                        "both copied to another machine",
                        running("r1").now(COPY),
                        running("r1").now(COPY),
                        NEXT_BOOT,
                        "is now a copy"),
                row(
                        "only the marker's key differs",
                        running("r1"),
                        running("r1").now(MARKER_COPIED),
                        BOOT,
                        "is now a copy"),
                row(
                        "only the folder's key differs",
                        running("r1"),
                        running("r1").now(FOLDER_COPIED),
                        BOOT,
                        "is now a copy"),
                row(
                        "only the log folder's key differs",
                        running("r1"),
                        running("r1").now(LOG_COPIED),
                        BOOT,
                        "is now a copy"),
                row("the log folder is gone", running("r1"), running("r1").now(LOG_GONE), BOOT, "is now a copy"),
                row(
                        "keys unknown",
                        running("r1"),
                        running("r1").written(FolderIdentity.UNKNOWN).now(FolderIdentity.UNKNOWN),
                        BOOT,
                        "does not show whether it is a copy"),
                row(
                        "stopped, then the log folder replaced",
                        stopped("s1"),
                        stopped("s1").now(LOG_COPIED),
                        BOOT,
                        "was replaced since"),
                row(
                        "stopped, then the log folder removed",
                        stopped("s1"),
                        stopped("s1").now(LOG_GONE),
                        BOOT,
                        "was replaced since"),
                row(
                        "marking of another start left behind",
                        running("r2").at(TUESDAY),
                        stopped("s1").prepared(running("r1")),
                        BOOT,
                        "/data/kafka looks older"),
                row(
                        "machine went down while marking a start",
                        running("r2"),
                        stopped("s1").prepared(running("r2")),
                        NEXT_BOOT,
                        "the machine went down"),
                row(
                        "copied while marking a start",
                        running("r2"),
                        stopped("s1").prepared(running("r2").now(COPY)),
                        BOOT,
                        "is now a copy"),
                row(
                        "only a preparation of the same run is left",
                        running("r1"),
                        NEW.prepared(running("r0")),
                        BOOT,
                        "/data/kafka is missing or empty"),
                row(
                        "marker unreadable",
                        stopped("s1"),
                        EARLIER_VERSION.unreadable("/data/kafka/m cannot be read"),
                        BOOT,
                        "/data/kafka/m cannot be read"),
                row(
                        "marker unreadable, the other new",
                        NEW,
                        EARLIER_VERSION.unreadable("/data/kafka/m cannot be read"),
                        BOOT,
                        "/data/kafka/m cannot be read"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void suspicious(String row, Side postgres, Side kafka, Optional<String> boot, String reason) {
        assertThat(verdict(postgres, kafka, boot))
                .hasValueSatisfying(text -> assertThat(text).contains(reason));
    }

    private static Optional<String> verdict(Side postgres, Side kafka, Optional<String> boot) {
        return StoreVerdict.of(List.of(postgres.state(POSTGRES), kafka.state(KAFKA)), boot);
    }

    private static Arguments row(Object... all) {
        return Arguments.of(all);
    }

    private static Side stopped(String id) {
        return new Side(Contents.DATA).marked(new RunMarker(State.STOPPED, id, MONDAY, BOOT, ORIGINAL));
    }

    private static Side running(String id) {
        return new Side(Contents.DATA).marked(new RunMarker(State.RUNNING, id, MONDAY, BOOT, ORIGINAL));
    }

    private static FolderIdentity identity(String marker, String folder, Map<String, String> inside) {
        return new FolderIdentity(Optional.of(marker), Optional.of(folder), inside);
    }

    /** One folder of a row. */
    private record Side(
            Contents contents, Optional<Found> marker, Optional<Found> prepared, Optional<String> unreadable) {
        Side(Contents contents) {
            this(contents, Optional.empty(), Optional.empty(), Optional.empty());
        }

        FolderState state(Path folder) {
            return new FolderState(folder, contents, marker, prepared, unreadable);
        }

        Side marked(RunMarker marker) {
            return found(new Found(marker, ORIGINAL));
        }

        Side at(Instant at) {
            RunMarker old = marker.orElseThrow().marker();
            return found(new Found(new RunMarker(old.state(), old.id(), at, old.boot(), old.identity()), now()));
        }

        Side boot(Optional<String> boot) {
            RunMarker old = marker.orElseThrow().marker();
            return found(new Found(new RunMarker(old.state(), old.id(), old.at(), boot, old.identity()), now()));
        }

        Side written(FolderIdentity identity) {
            return found(new Found(marker.orElseThrow().marker().withIdentity(identity), now()));
        }

        Side now(FolderIdentity identity) {
            return found(new Found(marker.orElseThrow().marker(), identity));
        }

        Side prepared(Side other) {
            return new Side(contents, marker, other.marker, unreadable);
        }

        Side unreadable(String reason) {
            return new Side(contents, marker, prepared, Optional.of(reason));
        }

        private FolderIdentity now() {
            return marker.orElseThrow().now();
        }

        private Side found(Found found) {
            return new Side(contents, Optional.of(found), prepared, unreadable);
        }

        @Override
        public String toString() {
            return contents + marker.map(found -> " " + found.marker().state()).orElse("");
        }
    }
}
