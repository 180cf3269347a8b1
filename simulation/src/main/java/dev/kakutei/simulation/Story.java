package dev.kakutei.simulation;

import java.util.ArrayList;
import java.util.List;

/** What happened in one schedule, line by line. Mostly it is not told: millions of schedules have no reader. */
final class Story {
    static final Story UNTOLD = new Story(null);

    private final List<String> lines;

    private Story(List<String> lines) {
        this.lines = lines;
    }

    static Story told() {
        return new Story(new ArrayList<>());
    }

    /** Ask before a sentence is put together: that costs more than the schedule. */
    boolean isTold() {
        return lines != null;
    }

    void tell(String line) {
        lines.add(line);
    }

    List<String> lines() {
        return lines == null ? List.of() : List.copyOf(lines);
    }
}
