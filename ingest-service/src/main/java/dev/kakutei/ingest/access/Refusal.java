package dev.kakutei.ingest.access;

import java.util.Locale;

/** Why somebody was not let in: for meters, the log and the audit. Callers are told less. */
enum Refusal {
    MISSING,
    UNREADABLE,
    UNKNOWN,
    WRONG_SECRET,
    REVOKED,
    EXPIRED,
    ROLE,
    RATE,
    /** Postgres could not be asked whether the key is good. */
    UNCHECKABLE;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
