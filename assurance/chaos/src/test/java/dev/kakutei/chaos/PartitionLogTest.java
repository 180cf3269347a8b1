package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionLogTest {
    private static final String FIRST = "00000000000000000000";
    private static final String SECOND = "00000000000000000009";

    @TempDir
    private Path folder;

    private PartitionLog log;

    @BeforeEach
    void twoSegments() throws IOException {
        write(FIRST + ".log", batch(0, 70), batch(3, 50), batch(4, 61));
        write(SECOND + ".log", batch(9, 80), batch(12, 55));
        for (String other : new String[] {".index", ".timeindex", ".snapshot"}) {
            write(SECOND + other, new byte[8]);
        }
        write(FIRST + ".index", new byte[8]);
        write("leader-epoch-checkpoint", new byte[3]);
        log = new PartitionLog(folder);
    }

    @Test
    void batches_ofAllSegments_areWhereItCouldEnd() throws IOException {
        assertThat(log.batches()).containsExactly(0L, 3L, 4L, 9L, 12L);
    }

    @Test
    void batches_lastOneTorn_isNotAmongThem() throws IOException {
        byte[] torn = batch(14, 90);
        write(SECOND + ".log", batch(9, 80), Arrays.copyOf(torn, 40));
        assertThat(log.batches()).containsExactly(0L, 3L, 4L, 9L);
    }

    @Test
    void endAt_lastSegment_keepsWhatIsBefore() throws IOException {
        log.endAt(12);
        assertThat(log.batches()).containsExactly(0L, 3L, 4L, 9L);
        assertThat(folder.resolve(SECOND + ".log")).hasSize(80);
    }

    @Test
    void endAt_beginningOfASegment_leavesItEmpty() throws IOException {
        log.endAt(9);
        assertThat(log.batches()).containsExactly(0L, 3L, 4L);
        assertThat(folder.resolve(SECOND + ".log")).isEmptyFile();
    }

    @Test
    void endAt_earlierSegment_takesLaterOnesAwayWhole() throws IOException {
        log.endAt(4);
        assertThat(log.batches()).containsExactly(0L, 3L);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(FIRST + ".log", FIRST + ".index", "leader-epoch-checkpoint");
        }
    }

    @Test
    void endAt_behindItsEnd_changesNothing() throws IOException {
        log.endAt(40);
        assertThat(log.batches()).containsExactly(0L, 3L, 4L, 9L, 12L);
    }

    private void write(String name, byte[]... pieces) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(
                Stream.of(pieces).mapToInt(piece -> piece.length).sum());
        Stream.of(pieces).forEach(all::put);
        Files.write(folder.resolve(name), all.array());
    }

    private static byte[] batch(long offset, int size) {
        return ByteBuffer.allocate(size).putLong(offset).putInt(size - 12).array();
    }
}
