package dev.kakutei.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** The frozen messages of version 1: what older services wrote, and every later one must read. */
public final class GoldenFiles {
    private static final Path FOLDER = Path.of("src/test/resources/golden/v1");

    private GoldenFiles() {}

    public static Set<String> names() {
        return JsonFolder.names(FOLDER);
    }

    public static byte[] bytes(String name) {
        try {
            return Files.readAllBytes(FOLDER.resolve(name + ".json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ObjectNode tree(String name) {
        try {
            return (ObjectNode) Json.MAPPER.readTree(bytes(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the file of a new sample; one that is there is never touched. */
    static void writeIfNew(String name, byte[] message) {
        Path file = FOLDER.resolve(name + ".json");
        if (Files.exists(file)) {
            return;
        }
        try {
            JsonNode tree = Json.MAPPER.readTree(message);
            String pretty = Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n";
            Files.write(file, pretty.getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
