package dev.kakutei.chaos.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that keeps the records of runs in {@code runs/}, and the page and the plot that are printed from all of them.
 * Printing twice gives the same; a record that is taken out of the folder is out of the page the next time.
 */
public final class Archive {
    /** A run's record in its own folder. */
    public static final String RECORD = "chaos.json";

    private static final String PAGE = "runs.md";

    private final Path folder;

    public Archive(Path folder) {
        this.folder = folder;
    }

    /**
     * Takes these runs in, and prints the page again.
     *
     * @param runs folders of runs, or their records
     * @return what is kept now
     * @throws IllegalArgumentException naming the record that cannot be read
     */
    public List<RunRecord> take(List<Path> runs) throws IOException {
        List<RunRecord> taken = new ArrayList<>();
        for (Path run : runs) {
            taken.add(read(Files.isDirectory(run) ? run.resolve(RECORD) : run));
        }
        Path records = Files.createDirectories(folder.resolve("runs"));
        for (RunRecord run : taken) {
            Files.writeString(records.resolve(name(run)), run.json());
        }
        List<RunRecord> all = kept();
        if (all.isEmpty()) {
            throw new IllegalArgumentException("no run to summarize: none was given, and none is in " + records);
        }
        Path page = folder.resolve(PAGE);
        Files.writeString(page, RunsPage.into(Files.exists(page) ? Files.readString(page) : "", RunsPage.of(all)));
        Files.writeString(folder.resolve(RunPage.PLOT), RunsPage.plot(all));
        return all;
    }

    List<RunRecord> kept() throws IOException {
        List<RunRecord> all = new ArrayList<>();
        Path records = folder.resolve("runs");
        if (Files.isDirectory(records)) {
            try (Stream<Path> files = Files.list(records)) {
                for (Path file : files.filter(one -> one.toString().endsWith(".json"))
                        .sorted()
                        .toList()) {
                    all.add(read(file));
                }
            }
        }
        return all;
    }

    private static RunRecord read(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IllegalArgumentException(file + " is not there: a run writes it when it ends");
        }
        try {
            return RunRecord.read(Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    /** Of one run always the same. */
    private static String name(RunRecord run) {
        return "%s-%d-%d.json"
                .formatted(
                        LocalDate.ofInstant(run.began(), ZoneOffset.UTC),
                        run.began().getEpochSecond() % 86_400,
                        run.seed());
    }
}
