package dev.kakutei.boot;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A YAML file as dotted keys. Values are taken as they are written: a password {@code 0123} is not a number, and a
 * version {@code 1.10} is not 1.1.
 */
final class SettingsFile {
    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<String> mistakes = new ArrayList<>();

    private SettingsFile() {}

    static Map<String, String> read(Path file) {
        SettingsFile settings = new SettingsFile();
        try (JsonParser parser = new YAMLFactory()
                .createParser(Files.readString(file))
                .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)) {
            JsonToken first = parser.nextToken();
            if (first == JsonToken.START_OBJECT) {
                settings.mapping("", parser);
            } else if (first != null && first != JsonToken.VALUE_NULL) {
                settings.mistakes.add("must be a mapping");
            }
            if (first != null && parser.nextToken() != null) {
                settings.mistakes.add("has a second document; one is read");
            }
        } catch (NoSuchFileException e) {
            settings.mistakes.add("there is no such file");
        } catch (JsonProcessingException e) {
            settings.mistakes.add("line " + e.getLocation().getLineNr() + ": " + e.getOriginalMessage());
        } catch (IOException e) {
            settings.mistakes.add("cannot be read: " + e);
        }
        if (!settings.mistakes.isEmpty()) {
            throw new InvalidSettings(settings.mistakes.stream()
                    .map(mistake -> file + ": " + mistake)
                    .toList());
        }
        return settings.values;
    }

    private void mapping(String path, JsonParser parser) throws IOException {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = path.isEmpty() ? parser.currentName() : path + "." + parser.currentName();
            switch (parser.nextToken()) {
                case START_OBJECT -> mapping(key, parser);
                case START_ARRAY -> {
                    mistakes.add(key + " is a list; a setting is a single value");
                    parser.skipChildren();
                }
                case VALUE_NULL -> {
                    // a heading with nothing under it sets nothing
                }
                default -> {
                    if (values.put(key, parser.getText()) != null) {
                        mistakes.add(key + " is set twice, in two spellings");
                    }
                }
            }
        }
    }
}
