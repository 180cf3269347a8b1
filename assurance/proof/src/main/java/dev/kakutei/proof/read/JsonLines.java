package dev.kakutei.proof.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import dev.kakutei.schemas.codec.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file with one JSON object a line, or one array of objects. Read as a stream. */
final class JsonLines {
    private JsonLines() {}

    /** Takes one object, and its number, from 1. */
    interface Reader {
        void read(JsonNode object, long number);
    }

    static void read(Path file, Reader reader) {
        try {
            if (isArray(file)) {
                array(file, reader);
            } else {
                lines(file, reader);
            }
        } catch (NoSuchFileException e) {
            throw new Unreadable("there is no file " + file, e);
        } catch (IOException e) {
            throw new Unreadable("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static boolean isArray(Path file) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            int first = in.read();
            while (first == 0xFEFF || (first >= 0 && Character.isWhitespace(first))) {
                first = in.read();
            }
            return first == '[';
        }
    }

    private static void array(Path file, Reader reader) throws IOException {
        try (MappingIterator<JsonNode> objects =
                Json.MAPPER.readerFor(JsonNode.class).readValues(file.toFile())) {
            long number = 0;
            while (objects.hasNextValue()) {
                reader.read(object(objects.nextValue(), file, ++number), number);
            }
        }
    }

    private static void lines(Path file, Reader reader) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            long number = 0;
            String line = in.readLine();
            while (line != null) {
                String next = in.readLine();
                number++;
                if (!line.isBlank()) {
                    JsonNode object;
                    try {
                        object = Json.MAPPER.readTree(line);
                    } catch (JsonProcessingException e) {
                        if (next == null && !endsWithLineEnd(file)) {
                            // Whoever wrote it was cut off in the middle of it.
                            return;
                        }
                        throw new Unreadable(file + " line " + number + " is not JSON: " + e.getOriginalMessage(), e);
                    }
                    reader.read(object(object, file, number), number);
                }
                line = next;
            }
        }
    }

    private static JsonNode object(JsonNode node, Path file, long number) {
        if (!node.isObject()) {
            throw new Unreadable(file + " line " + number + " is not a JSON object");
        }
        return node;
    }

    private static boolean endsWithLineEnd(Path file) throws IOException {
        try (var channel = Files.newByteChannel(file)) {
            if (channel.size() == 0) {
                return true;
            }
            channel.position(channel.size() - 1);
            var last = java.nio.ByteBuffer.allocate(1);
            channel.read(last);
            return last.array()[0] == '\n';
        }
    }
}
