package dev.kakutei.standalone.doctor;

import java.util.ArrayList;
import java.util.List;

/** Gathers what one set of rules has to say about one server. */
final class DoctorFindings {
    private final DoctorFinding.Server server;
    private final List<DoctorFinding> all = new ArrayList<>();

    DoctorFindings(DoctorFinding.Server server) {
        this.server = server;
    }

    void good(String subject, String what) {
        add(DoctorFinding.Level.GOOD, subject, what, "");
    }

    void note(String subject, String what, String advice) {
        add(DoctorFinding.Level.NOTE, subject, what, advice);
    }

    void warning(String subject, String what, String advice) {
        add(DoctorFinding.Level.WARNING, subject, what, advice);
    }

    void mistake(String subject, String what, String advice) {
        add(DoctorFinding.Level.MISTAKE, subject, what, advice);
    }

    List<DoctorFinding> all() {
        return List.copyOf(all);
    }

    private void add(DoctorFinding.Level level, String subject, String what, String advice) {
        all.add(new DoctorFinding(level, server, subject, what, advice));
    }
}
