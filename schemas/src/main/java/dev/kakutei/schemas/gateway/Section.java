package dev.kakutei.schemas.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.kakutei.schemas.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One mapping of the file. Reads its entries, remembers which were asked for, and notes every mistake with its path. */
final class Section {
    private final String path;
    private final JsonNode node;
    private final List<String> mistakes;
    private final Set<String> known = new HashSet<>();

    Section(String path, JsonNode node, List<String> mistakes) {
        this.path = path;
        this.mistakes = mistakes;
        if (node.isObject() || node.isMissingNode() || node.isNull()) {
            this.node = node;
        } else {
            this.node = MissingNode.getInstance();
            mistakes.add(path.isEmpty() ? "the file must be a mapping" : path + ": must be a mapping");
        }
    }

    Section section(String name) {
        known.add(name);
        return new Section(at(name), node.path(name), mistakes);
    }

    boolean has(String name) {
        known.add(name);
        return node.hasNonNull(name);
    }

    List<String> names() {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        known.addAll(names);
        return names;
    }

    String text(String name, String fallback) {
        known.add(name);
        JsonNode value = node.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return fallback;
        }
        if (!value.isValueNode()) {
            mistake(name, "must be a single value");
            return fallback;
        }
        return value.asText();
    }

    String required(String name, String hint) {
        String text = text(name, null);
        if (text == null) {
            mistake(name, "is missing: " + hint);
        }
        return text;
    }

    Duration duration(String name, Duration fallback, Duration least, Duration most) {
        String text = text(name, null);
        if (text == null) {
            return fallback;
        }
        return between(name, text, fallback, least, most);
    }

    List<Duration> durations(String name, List<Duration> fallback, Duration least, Duration most) {
        known.add(name);
        JsonNode list = node.path(name);
        if (list.isMissingNode()) {
            return fallback;
        }
        if (!list.isArray() || list.isEmpty() || list.size() > 100) {
            mistake(name, "must be a list of 1 to 100 durations: [5m, 5m]");
            return fallback;
        }
        List<Duration> durations = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            durations.add(between(name + "[" + i + "]", list.get(i).asText(), fallback.get(0), least, most));
        }
        return durations;
    }

    int integer(String name, int fallback, int least, int most) {
        String text = text(name, null);
        if (text == null) {
            return fallback;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below, with the range
        }
        mistake(name, "must be a whole number from " + least + " to " + most + ", not \"" + text + "\"");
        return fallback;
    }

    <E extends Enum<E>> E word(String name, Class<E> type, E fallback) {
        String text = text(name, null);
        if (text == null) {
            return fallback;
        }
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(text.toUpperCase(Locale.ROOT))) {
                return constant;
            }
        }
        mistake(name, "must be one of " + words(type) + ", not \"" + text + "\"");
        return fallback;
    }

    Set<String> texts(String name, Set<String> fallback) {
        known.add(name);
        JsonNode list = node.path(name);
        if (list.isMissingNode()) {
            return fallback;
        }
        if (!list.isArray()) {
            mistake(name, "must be a list of words");
            return fallback;
        }
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            if (!list.get(i).isValueNode() || list.get(i).isNull()) {
                mistake(name + "[" + i + "]", "must be a single word");
            }
            texts.add(list.get(i).asText());
        }
        return texts;
    }

    void refuseUnknown() {
        node.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                mistakes.add(at(name) + ": is not known here; known are "
                        + known.stream().sorted().collect(Collectors.joining(", ")));
            }
        });
    }

    void mistake(String name, String message) {
        mistakes.add(at(name) + ": " + message);
    }

    static String words(Class<? extends Enum<?>> type) {
        return Stream.of(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    private Duration between(String name, String text, Duration fallback, Duration least, Duration most) {
        Duration duration = DurationText.parse(text).orElse(null);
        if (duration == null) {
            mistake(name, "must be a duration such as 200ms, 5s, 5m or 24h, not \"" + text + "\"");
            return fallback;
        }
        if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
            mistake(name, "must be from " + DurationText.of(least) + " to " + DurationText.of(most) + ", not " + text);
            return fallback;
        }
        return duration;
    }

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
