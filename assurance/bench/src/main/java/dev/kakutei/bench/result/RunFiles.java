package dev.kakutei.bench.result;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A folder of results, a file each. */
public final class RunFiles {
    private static final String ENDING = ".json";
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Path folder;

    public RunFiles(Path folder) {
        this.folder = folder;
    }

    public static String text(Run run) {
        try {
            return MAPPER.writeValueAsString(run) + "\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Run run(String text) throws IOException {
        return MAPPER.readValue(text, Run.class);
    }

    /** Takes the place of an earlier one of the same name. */
    public Path write(Run run) throws IOException {
        return Files.writeString(Files.createDirectories(folder).resolve(run.fileName() + ENDING), text(run));
    }

    /** All of them, by name; none where there is no such folder. */
    public List<Run> all() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Run> runs = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(ENDING))
                    .sorted()
                    .toList()) {
                try {
                    runs.add(run(Files.readString(file)));
                } catch (IOException | IllegalArgumentException e) {
                    throw new IOException(file + " is no result of a bench: " + e.getMessage(), e);
                }
            }
        }
        return runs;
    }
}
