package dev.kakutei.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Both languages say the same things, and all that the pages say is in them. */
class ConsoleMessagesTest {
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)[|}]");
    private static final Pattern USED = Pattern.compile("\\b(?:t|figure)\\('([\\w.-]+)'");
    private static final Pattern FAMILY = Pattern.compile("\\bt\\(`([\\w.]+)\\.\\$\\{");
    private final Map<String, String> english = catalogue("en");
    private final Map<String, String> japanese = catalogue("ja");

    @Test
    void catalogues_keys_areTheSame() {
        assertThat(japanese.keySet()).containsExactlyElementsOf(english.keySet());
    }

    @Test
    void catalogues_everyText_isThereWithTheSamePlaces() {
        english.forEach((key, text) -> {
            assertThat(text).as(key).isNotBlank();
            assertThat(japanese.get(key)).as(key).isNotBlank();
            assertThat(places(text)).as(key).containsAll(places(japanese.get(key)));
        });
        assertThat(japanese.values().stream().filter(text -> text.codePoints().anyMatch(Character::isIdeographic)))
                .hasSizeGreaterThan(english.size() / 2);
    }

    @Test
    void pages_everyKeyTheyName_isInTheCatalogues() {
        Set<String> missing = new TreeSet<>();
        Sources.ending(".js").forEach((path, source) -> {
            Matcher used = USED.matcher(source);
            while (used.find()) {
                if (!english.containsKey(used.group(1))) {
                    missing.add(path + ": " + used.group(1));
                }
            }
            Matcher family = FAMILY.matcher(source);
            while (family.find()) {
                if (english.keySet().stream().noneMatch(key -> key.startsWith(family.group(1) + "."))) {
                    missing.add(path + ": " + family.group(1) + ".…");
                }
            }
        });
        assertThat(missing).isEmpty();
    }

    private static Set<String> places(String text) {
        Set<String> places = new TreeSet<>();
        Matcher matcher = PLACE.matcher(text);
        while (matcher.find()) {
            places.add(matcher.group(1));
        }
        return places;
    }

    private static Map<String, String> catalogue(String language) {
        try {
            return new ObjectMapper()
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                    .readValue(
                            Sources.ending(".json").get("messages/" + language + ".json"),
                            new TypeReference<TreeMap<String, String>>() {});
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError("messages/" + language + ".json", e);
        }
    }
}
