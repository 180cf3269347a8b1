package dev.kakutei.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JournalWriterTest {
    @TempDir
    Path data;

    private static JournalEntry entry(long seq) {
        Post post = new Post(new Subject(Kind.ORDER, "r"), null, null, null, null, null, null, null, "d", null);
        return new Line(JournalEntry.Type.RECEIVED, post, seq, 1).stamped(seq, Instant.EPOCH, seq);
    }

    private FileChannel channel() throws IOException {
        return FileChannel.open(file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private Path file() {
        return data.resolve(JournalFile.NAME);
    }

    @ParameterizedTest
    @EnumSource(Fsync.class)
    void put_anyFsync_isInTheFileWhenConfirmed(Fsync fsync) throws IOException {
        AtomicInteger inFileWhenConfirmed = new AtomicInteger();
        try (JournalWriter writer = new JournalWriter(channel(), fsync, 4, Runnable::run, () -> {})) {
            for (long seq = 1; seq <= 99; seq++) {
                writer.put(entry(seq), null);
            }
            writer.put(
                    entry(100),
                    () -> inFileWhenConfirmed.set(JournalFile.read(file()).size()));
            writer.awaitWritten();
            assertThat(inFileWhenConfirmed).hasValue(100);
        }
        assertThat(JournalFile.read(file()))
                .isEqualTo(IntStream.rangeClosed(1, 100)
                        .mapToObj(JournalWriterTest::entry)
                        .toList());
    }

    @Test
    void put_whenTheFileCannotBeWritten_confirmsNothingAndBlocksNoThread() throws IOException {
        AtomicInteger confirmed = new AtomicInteger();
        AtomicInteger failures = new AtomicInteger();
        FileChannel broken = channel();
        broken.close();
        try (JournalWriter writer =
                new JournalWriter(broken, Fsync.NEVER, 4, Runnable::run, failures::incrementAndGet)) {
            for (long seq = 1; seq <= 50; seq++) {
                writer.put(entry(seq), confirmed::incrementAndGet);
            }
            SimulatorAwait.until("failed", () -> !writer.isOpen());
            writer.awaitWritten();
        }
        assertThat(confirmed).hasValue(0);
        assertThat(failures).hasValue(1);
        assertThat(JournalFile.read(file())).isEqualTo(List.of());
    }
}
