package dev.kakutei.standalone.doctor;

import java.util.ArrayList;
import java.util.List;

/** Gathers what one set of rules has to say about one server. */
final class Findings {
    private final Finding.Server server;
    private final List<Finding> all = new ArrayList<>();

    Findings(Finding.Server server) {
        this.server = server;
    }

    void good(String subject, String what) {
        add(Finding.Level.GOOD, subject, what, "");
    }

    void note(String subject, String what, String advice) {
        add(Finding.Level.NOTE, subject, what, advice);
    }

    void warning(String subject, String what, String advice) {
        add(Finding.Level.WARNING, subject, what, advice);
    }

    void mistake(String subject, String what, String advice) {
        add(Finding.Level.MISTAKE, subject, what, advice);
    }

    List<Finding> all() {
        return List.copyOf(all);
    }

    private void add(Finding.Level level, String subject, String what, String advice) {
        all.add(new Finding(level, server, subject, what, advice));
    }
}
