package dev.kakutei.schemas.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.kakutei.schemas.DurationText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One mapping of the file. Reads its entries, remembers which were asked for, and notes every mistake with its path. */
final class Section {
    /** The longest single value; bodies have bounds of their own. */
    private static final int MAX_TEXT = 2000;

    private static final int MAX_WORDS = 100;
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})(B|KiB|MiB)?");

    private final String path;
    private final JsonNode node;
    private final Diagnostics diagnostics;
    private final Set<String> known = new HashSet<>();
    private final Map<String, Section> sections = new HashMap<>();

    Section(String path, JsonNode node, Diagnostics diagnostics) {
        this.path = path;
        this.diagnostics = diagnostics;
        if (node.isObject() || node.isMissingNode() || node.isNull()) {
            this.node = node;
        } else {
            this.node = MissingNode.getInstance();
            diagnostics.mistake(path.isEmpty() ? "the file must be a mapping" : path + ": must be a mapping");
        }
    }

    Section section(String name) {
        // one for each name, so that it is complained of once
        return sections.computeIfAbsent(name, each -> new Section(at(each), node(each), diagnostics));
    }

    /** One mapping of a list. */
    Section element(String name, int index) {
        return new Section(at(name) + "[" + index + "]", node(name).path(index), diagnostics);
    }

    /** What stands there, as it is. */
    JsonNode node(String name) {
        known.add(name);
        return node.path(name);
    }

    boolean has(String name) {
        known.add(name);
        return node.hasNonNull(name);
    }

    /** Also where nothing is said but the name. */
    boolean names(String name) {
        known.add(name);
        return node.has(name);
    }

    List<String> names() {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        known.addAll(names);
        return names;
    }

    String text(String name, String fallback) {
        JsonNode value = node(name);
        if (value.isMissingNode() || value.isNull()) {
            return fallback;
        }
        if (!value.isValueNode()) {
            mistake(name, "must be a single value");
            return fallback;
        }
        String text = value.asText();
        if (text.length() > MAX_TEXT) {
            mistake(name, "must have at most " + MAX_TEXT + " characters, not " + text.length());
            return fallback;
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            mistake(name, "must have no control characters, such as a line break");
            return fallback;
        }
        return text;
    }

    String required(String name, String hint) {
        String text = text(name, null);
        if (text == null && !has(name)) {
            mistake(name, "is missing: " + hint);
        }
        return text;
    }

    Duration duration(String name, Duration fallback, Duration min, Duration max) {
        String text = text(name, null);
        if (text == null) {
            return fallback;
        }
        return between(name, text, fallback, min, max);
    }

    List<Duration> durations(String name, List<Duration> fallback, Duration min, Duration max) {
        JsonNode list = node(name);
        if (list.isMissingNode()) {
            return fallback;
        }
        if (!list.isArray() || list.isEmpty() || list.size() > 100) {
            mistake(name, "must be a list of 1 to 100 durations: [5m, 5m]");
            return fallback;
        }
        List<Duration> durations = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            durations.add(between(name + "[" + i + "]", list.get(i).asText(), fallback.get(0), min, max));
        }
        return durations;
    }

    int integer(String name, int fallback, int min, int max) {
        String text = text(name, null);
        if (text == null) {
            return fallback;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below, with the range
        }
        mistake(name, "must be a whole number from " + min + " to " + max + ", not \"" + text + "\"");
        return fallback;
    }

    boolean flag(String name, boolean fallback) {
        String text = text(name, Boolean.toString(fallback));
        if (!text.equals("true") && !text.equals("false")) {
            mistake(name, "must be true or false, not \"" + text + "\"");
            return fallback;
        }
        return text.equals("true");
    }

    Optional<BigDecimal> decimal(String name, String min, String max) {
        String text = text(name, null);
        if (text == null) {
            return Optional.empty();
        }
        try {
            BigDecimal number = new BigDecimal(text);
            if (number.compareTo(new BigDecimal(min)) >= 0 && number.compareTo(new BigDecimal(max)) <= 0) {
                return Optional.of(number);
            }
        } catch (NumberFormatException e) {
            // reported below, with the range
        }
        mistake(name, "must be a number from " + min + " to " + max + ", not \"" + text + "\"");
        return Optional.empty();
    }

    /** A number of bytes, or of KiB or MiB. */
    int size(String name, int fallback, int min, int max) {
        String text = text(name, null);
        if (text == null) {
            return fallback;
        }
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            mistake(name, "must be a size such as 65536, 64KiB or 1MiB, not \"" + text + "\"");
            return fallback;
        }
        String unit = matcher.group(2) == null ? "B" : matcher.group(2);
        long bytes =
                Long.parseLong(matcher.group(1)) * (unit.equals("B") ? 1 : unit.equals("KiB") ? 1024 : 1024 * 1024);
        if (bytes < min || bytes > max) {
            mistake(name, "must be from " + min / 1024 + "KiB to " + max / 1024 / 1024 + "MiB, not " + text);
            return fallback;
        }
        return (int) bytes;
    }

    <E extends Enum<E>> E word(String name, Class<E> type, E fallback) {
        String text = text(name, null);
        if (text == null) {
            return fallback;
        }
        for (E constant : type.getEnumConstants()) {
            if (spelling(constant).equals(text.toLowerCase(Locale.ROOT))) {
                return constant;
            }
        }
        mistake(name, "must be one of " + words(type) + ", not \"" + text + "\"");
        return fallback;
    }

    Set<String> texts(String name, Set<String> fallback) {
        JsonNode list = node(name);
        if (list.isMissingNode()) {
            return fallback;
        }
        if (!list.isArray()) {
            mistake(name, "must be a list of words");
            return fallback;
        }
        if (list.size() > MAX_WORDS) {
            mistake(name, "must have at most " + MAX_WORDS + " words, not " + list.size());
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

    /** Says whether there was something to refuse. */
    boolean refuseUnknown() {
        List<String> unknown = new ArrayList<>();
        node.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(known);
        for (String name : unknown) {
            mistake(
                    name,
                    "is not known here; "
                            + NearestName.of(name, known)
                                    .map(near -> "did you mean \"" + near + "\"?")
                                    .orElseGet(() -> "known are "
                                            + known.stream().sorted().collect(Collectors.joining(", "))));
        }
        return !unknown.isEmpty();
    }

    /** How many there are so far, in the whole file. */
    int mistakes() {
        return diagnostics.mistakes().size();
    }

    void mistake(String name, String message) {
        diagnostics.mistake(at(name) + ": " + message);
    }

    void warning(String name, String message) {
        diagnostics.warning(at(name) + ": " + message);
    }

    static String words(Class<? extends Enum<?>> type) {
        return Stream.of(type.getEnumConstants()).map(Section::spelling).collect(Collectors.joining(", "));
    }

    /** As the file has it. The names of algorithms are written with a hyphen everywhere else, so here, too. */
    private static String spelling(Enum<?> constant) {
        String word = constant.name().toLowerCase(Locale.ROOT);
        return constant instanceof Signature.Algorithm ? word.replace('_', '-') : word;
    }

    private Duration between(String name, String text, Duration fallback, Duration min, Duration max) {
        Duration duration = DurationText.parse(text).orElse(null);
        if (duration == null) {
            mistake(name, "must be a duration such as 200ms, 5s, 5m or 24h, not \"" + text + "\"");
            return fallback;
        }
        if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
            mistake(name, "must be from " + DurationText.of(min) + " to " + DurationText.of(max) + ", not " + text);
            return fallback;
        }
        return duration;
    }

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
