package dev.kakutei.simulator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Reads a journal: of a running simulator, of a stopped one, or of one that was killed. The last line counts only with
 * its line end: without it the write was cut short, and no answer had left. Anything else that is not right (a line
 * that cannot be read, a number missing or twice) is no journal, and is refused.
 */
public final class JournalFile {
    public static final String NAME = "journal.ndjson";

    private JournalFile() {}

    /** All entries, in order. A file that is not there is an empty journal. */
    public static List<JournalEntry> read(Path file) {
        List<JournalEntry> entries = new ArrayList<>();
        scan(file, entry -> entries.add(entry));
        return entries;
    }

    /**
     * Hands over each entry in order until the reader returns false, without keeping any.
     *
     * @return the length in bytes of what was read; after a reading to the end, all that lies behind it is torn
     */
    public static long scan(Path file, Predicate<JournalEntry> reader) {
        try (InputStream in = Files.newInputStream(file)) {
            return scan(in, file, reader);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static long scan(InputStream in, Path file, Predicate<JournalEntry> reader) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(1024);
        byte[] chunk = new byte[1 << 16];
        long length = 0;
        long expected = 1;
        for (int filled = in.read(chunk); filled > 0; filled = in.read(chunk)) {
            int start = 0;
            for (int i = 0; i < filled; i++) {
                if (chunk[i] != '\n') {
                    continue;
                }
                line.write(chunk, start, i - start);
                start = i + 1;
                JournalEntry entry = parsed(line.toByteArray(), file, expected++);
                length += line.size() + 1;
                line.reset();
                if (!reader.test(entry)) {
                    return length;
                }
            }
            line.write(chunk, start, filled - start);
        }
        return length;
    }

    private static JournalEntry parsed(byte[] line, Path file, long expected) {
        JournalEntry entry;
        try {
            entry = SimulatorJson.ENTRIES.readValue(line);
        } catch (IOException e) {
            throw new IllegalStateException(file + " line " + expected + " is not a journal entry", e);
        }
        if (entry.seq() != expected) {
            throw new IllegalStateException(file + " line " + expected + " has seq " + entry.seq());
        }
        return entry;
    }
}
