package dev.kakutei.simulation;

import java.util.ArrayList;
import java.util.List;

/** What happened in one schedule, line by line. Mostly it is not recorded: millions of schedules have no reader. */
final class Trace {
    static final Trace NONE = new Trace(null);

    private final List<String> lines;

    private Trace(List<String> lines) {
        this.lines = lines;
    }

    static Trace recording() {
        return new Trace(new ArrayList<>());
    }

    /** Ask before a sentence is put together: that costs more than the schedule. */
    boolean isRecorded() {
        return lines != null;
    }

    void add(String line) {
        lines.add(line);
    }

    List<String> lines() {
        return lines == null ? List.of() : List.copyOf(lines);
    }
}
