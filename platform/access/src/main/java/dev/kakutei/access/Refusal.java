package dev.kakutei.access;

import java.util.Locale;

/** Why a call was refused: for metrics, the log and the audit. Callers get less detail. */
enum Refusal {
    MISSING,
    UNREADABLE,
    UNKNOWN,
    WRONG_SECRET,
    REVOKED,
    EXPIRED,
    ROLE,
    RATE,
    /** Postgres did not answer whether the key is valid. */
    UNCHECKABLE;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
