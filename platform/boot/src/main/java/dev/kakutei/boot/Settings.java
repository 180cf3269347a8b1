package dev.kakutei.boot;

import dev.kakutei.schemas.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The settings of one process, by dotted key: {@code ingest.http.port}. A command-line override goes before an
 * environment variable ({@code KAKUTEI_INGEST_HTTP_PORT}), and that before the file.
 *
 * <p>Reading never throws for a bad value: it notes the mistake and goes on with the default, and {@link #check}
 * reports all of them together. Asking for a setting also describes it.
 */
public final class Settings {
    private static final String VARIABLE_PREFIX = "KAKUTEI_";
    /** Read by the start script and by logback.xml, and so not settings of any service. */
    static final Set<String> NOT_SETTINGS =
            Set.of("KAKUTEI_API_KEY", "KAKUTEI_JAVA_OPTS", "KAKUTEI_LOG_FORMAT", "KAKUTEI_LOG_LEVEL", "KAKUTEI_URL");

    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, String> environment;
    private final Map<String, String> overrides;
    private final Map<String, Setting> described = new TreeMap<>();
    private final List<String> mistakes = new ArrayList<>();

    private Settings(Map<String, String> file, Map<String, String> environment, Map<String, String> overrides) {
        values.putAll(file);
        this.environment = environment.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(VARIABLE_PREFIX))
                .filter(entry -> !NOT_SETTINGS.contains(entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        this.overrides = Map.copyOf(overrides);
    }

    /** Settings that are given as they are: for tests and embedding. */
    public static Settings of(Map<String, String> values) {
        return new Settings(Map.of(), Map.of(), values);
    }

    /** @param file a YAML file, or null for none */
    public static Settings load(Path file, Map<String, String> environment, Map<String, String> overrides) {
        return new Settings(file == null ? Map.of() : SettingsFile.read(file), environment, overrides);
    }

    public String text(String key, String fallback, String meaning) {
        return ask(key, "text", fallback, meaning);
    }

    /** A setting without a default: it must be given. */
    public String requiredText(String key, String meaning) {
        String value = ask(key, "text", null, meaning);
        if (value == null || value.isBlank()) {
            mistakes.add(key + ": is missing; set it in the file or as " + variable(key) + " (" + meaning + ")");
            return "";
        }
        return value;
    }

    public int integer(String key, int fallback, int min, int max, String meaning) {
        String value = ask(key, "whole number, " + min + " to " + max, Integer.toString(fallback), meaning);
        try {
            int number = Integer.parseInt(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below, with the range
        }
        mistakes.add(key + ": must be a whole number from " + min + " to " + max + ", not \"" + value + "\"");
        return fallback;
    }

    public Duration duration(String key, Duration fallback, Duration min, Duration max, String meaning) {
        String range = DurationText.of(min) + " to " + DurationText.of(max);
        String value = ask(key, "duration, " + range, DurationText.of(fallback), meaning);
        Duration duration = DurationText.parse(value).orElse(null);
        if (duration == null || duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
            mistakes.add(key + ": must be a duration from " + range + " (200ms, 5s, 5m, 24h), not \"" + value + "\"");
            return fallback;
        }
        return duration;
    }

    public <E extends Enum<E>> E word(String key, Class<E> type, E fallback, String meaning) {
        String words = List.of(type.getEnumConstants()).stream()
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        String value = ask(key, "one of " + words, fallback.name().toLowerCase(Locale.ROOT), meaning);
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(value)) {
                return constant;
            }
        }
        mistakes.add(key + ": must be one of " + words + ", not \"" + value + "\"");
        return fallback;
    }

    /** For a mistake that only the reader of a setting can see. */
    public void mistake(String key, String message) {
        mistakes.add(key + ": " + message);
    }

    /** Call when everything was read: throws if there was any mistake, unknown keys among them. */
    public void check() {
        checkBeside(Set.of());
    }

    /**
     * As {@link #check}, for a process that shares its file and environment with others.
     *
     * @param others keys that those ask for
     */
    public void checkBeside(Set<String> others) {
        // two parts of a process may ask for the same setting; its mistake is one
        Set<String> all = new LinkedHashSet<>(mistakes);
        Set<String> keys = new HashSet<>(described.keySet());
        keys.addAll(others);
        for (Map<String, String> source : List.of(values, overrides)) {
            source.keySet().stream()
                    .filter(key -> !keys.contains(key))
                    .forEach(key -> all.add(key + ": is not a setting of this process"));
        }
        List<String> variables = keys.stream().map(Settings::variable).toList();
        environment.keySet().stream()
                .filter(variable -> !variables.contains(variable))
                .sorted()
                .forEach(variable -> all.add(variable + ": sets nothing in this process"));
        if (!all.isEmpty()) {
            throw new InvalidSettings(List.copyOf(all));
        }
    }

    /**
     * As {@link #check}, for a command that needs a few settings out of a file and an environment that are meant for
     * services: what it does not read may be anything.
     */
    public void checkWhatWasRead() {
        if (!mistakes.isEmpty()) {
            throw new InvalidSettings(List.copyOf(new LinkedHashSet<>(mistakes)));
        }
    }

    /** Everything that was asked for, by key. */
    public List<Setting> described() {
        return List.copyOf(described.values());
    }

    static String variable(String key) {
        return VARIABLE_PREFIX + key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private String ask(String key, String form, String fallback, String meaning) {
        described.put(key, new Setting(key, form, fallback == null ? "" : fallback, meaning));
        if (overrides.containsKey(key)) {
            return overrides.get(key);
        }
        String variable = environment.get(variable(key));
        if (variable != null) {
            return variable;
        }
        return values.getOrDefault(key, fallback);
    }
}
