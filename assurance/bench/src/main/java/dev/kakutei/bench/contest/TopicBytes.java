package dev.kakutei.bench.contest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What lies in a broker's folder, by topic. Segments that it has deleted are no longer in it. */
record TopicBytes(Path folder) {
    Map<String, Long> now() {
        Map<String, Long> all = new TreeMap<>();
        if (!Files.isDirectory(folder)) {
            return all;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".log"))
                    .forEach(file -> all.merge(topic(file), size(file), Long::sum));
        } catch (IOException | UncheckedIOException e) {
            // a segment was deleted while we looked: the next look counts
            return all;
        }
        return all;
    }

    private static String topic(Path segment) {
        return "topic " + segment.getParent().getFileName().toString().replaceAll("-[0-9]+$", "");
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }
}
