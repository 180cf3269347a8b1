package dev.kakutei.standalone.doctor;

import static java.util.Objects.requireNonNull;

/**
 * The result of one check.
 *
 * @param subject what was checked: a setting, a topic, a role
 * @param what what was found, in a sentence
 * @param advice what to do about it; empty where there is nothing to do
 */
public record DoctorFinding(Level level, Server server, String subject, String what, String advice) {
    /** How bad it is. */
    public enum Level {
        /** As it should be. */
        GOOD,
        /** Works, and the operator should know. */
        NOTE,
        /** Works, until something goes wrong. */
        WARNING,
        /** Does not work, or breaks a promise. */
        MISTAKE
    }

    /** Where. */
    public enum Server {
        POSTGRES,
        KAFKA
    }

    public DoctorFinding {
        requireNonNull(level, "level");
        requireNonNull(server, "server");
        requireNonNull(subject, "subject");
        requireNonNull(what, "what");
        requireNonNull(advice, "advice");
    }
}
