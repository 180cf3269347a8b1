package dev.kakutei.standalone.sbom;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Where the artifacts come from, and under which license: a table that is kept with the sources. */
final class Origins {
    private record Origin(String group, String license) {}

    private static final Origin NOWHERE = new Origin("", "");

    private final Map<String, Origin> byArtifact = new HashMap<>();

    private Origins() {}

    static Origins shipped() {
        try (InputStream in = Origins.class.getResourceAsStream("shipped.txt")) {
            return read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Origins read(String table) {
        Origins origins = new Origins();
        table.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(line -> {
            String[] words = line.split(" ", 3);
            if (words.length < 3
                    || origins.byArtifact.put(words[1], new Origin(words[0], words[2].equals("-") ? "" : words[2]))
                            != null) {
                throw new IllegalArgumentException("not a group, an artifact of its own and a license: " + line);
            }
        });
        return origins;
    }

    String group(String artifact) {
        return of(artifact).group();
    }

    String license(String artifact) {
        return of(artifact).license();
    }

    private Origin of(String artifact) {
        Origin exact = byArtifact.get(artifact);
        return exact != null
                ? exact
                : byArtifact.entrySet().stream()
                        .filter(entry -> matches(entry.getKey(), artifact))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(NOWHERE);
    }

    /** A line that ends with a star is for all whose names begin so: a database comes for each kind of machine. */
    private static boolean matches(String line, String artifact) {
        return line.endsWith("*") ? artifact.startsWith(line.substring(0, line.length() - 1)) : line.equals(artifact);
    }
}
