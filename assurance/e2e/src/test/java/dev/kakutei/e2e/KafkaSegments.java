package dev.kakutei.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of a broker that is down, as a power cut leaves them: some end earlier than they were written. */
final class KafkaSegments {
    private static final Pattern CUT = Pattern.compile(
            "kakutei\\.(commands\\..*|ledger|accepted|outcomes|.*-changelog)-\\d+|__consumer_offsets-\\d+|__transaction_state-\\d+");
    private static final int MAX_CUT = 12;

    private KafkaSegments() {}

    /** Cuts some partitions' last segments at a random byte, and says which. */
    static List<String> cut(Path log, Random random) {
        try (Stream<Path> folders = Files.list(log)) {
            List<Path> segments = new ArrayList<>();
            for (Path folder : folders.filter(
                            path -> CUT.matcher(path.getFileName().toString()).matches())
                    .sorted()
                    .toList()) {
                try (Stream<Path> files = Files.list(folder)) {
                    files.filter(file -> file.toString().endsWith(".log"))
                            .filter(file -> file.toFile().length() > 0)
                            .max(Path::compareTo)
                            .ifPresent(segments::add);
                }
            }
            Collections.shuffle(segments, random);
            List<String> cuts = new ArrayList<>();
            for (Path segment : segments.subList(0, Math.min(segments.size(), 1 + random.nextInt(MAX_CUT)))) {
                long length = Files.size(segment);
                // Mostly the tail, as a power cut does; sometimes anywhere.
                long lost = random.nextInt(4) == 0
                        ? 1 + (long) (random.nextDouble() * length)
                        : 1 + random.nextInt((int) Math.min(length, 4_000));
                try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
                    channel.truncate(Math.max(0, length - lost));
                }
                cuts.add(segment.getParent().getFileName() + " -" + lost + "/" + length);
            }
            return cuts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The machine went down since then: the marks of the last run name another boot. */
    static void anotherBoot(Path data) {
        for (String store : List.of("postgres", "kafka")) {
            Path marker = data.resolve(store).resolve("kakutei-run.properties");
            try {
                String text = Files.readString(marker).replaceAll("(?m)^boot=.*$", "boot=another");
                Files.writeString(marker, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
