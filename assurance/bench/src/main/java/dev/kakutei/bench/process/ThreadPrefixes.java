package dev.kakutei.bench.process;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a thread works for, by the beginning of its name: of the name the kernel keeps fifteen characters. */
public final class ThreadPrefixes {
    private final Map<String, String> parts = new LinkedHashMap<>();

    /** The first one that fits counts. */
    public ThreadPrefixes with(String prefix, String part) {
        parts.put(prefix, part);
        return this;
    }

    public String part(String thread, String otherwise) {
        return parts.entrySet().stream()
                .filter(part -> thread.startsWith(part.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(otherwise);
    }
}
