package dev.kakutei.testkit.fleet;

import java.util.Locale;

/** What a process of a fleet does. */
public enum Role {
    INGEST,
    RELAY,
    VERIFIER,
    SENDER;

    /** The word on the command line. */
    public String command() {
        return name().toLowerCase(Locale.ROOT);
    }
}
