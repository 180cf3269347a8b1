package dev.kakutei.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.codec.CanonicalJson;
import java.time.Instant;

/**
 * The chain that holds a request's stored events together: each carries a SHA-256 over itself and the hash of the one
 * before. Whoever changes, removes or inserts an event must change every later hash as well (ADR 19).
 *
 * <p>What is hashed are the texts as they are stored, not as a program of today would write them: anyone can compute it
 * again, in SQL, years later. It is no signature: it does not say who wrote, and whoever may write to the table can
 * make a whole new chain. The same facts on the ledger topic are what that is held against.
 */
public final class AuditChain {
    /** What the first event is chained to. */
    public static final String BEGINNING = "0".repeat(64);

    private AuditChain() {}

    /**
     * @param previous the hash of the event before; null for a request's first event
     * @param at counts to the millisecond, as events do
     * @param fact the JSON text as it is stored, byte for byte
     * @return in lower-case hex
     */
    public static String next(String previous, RequestId id, int seq, Instant at, String by, String fact) {
        requireNonNull(by, "by");
        requireNonNull(fact, "fact");
        // The length says where the name ends, whatever characters it has.
        String text = (previous == null ? BEGINNING : previous)
                + '\n'
                + id
                + '\n'
                + seq
                + '\n'
                + at.toEpochMilli()
                + '\n'
                + by.codePointCount(0, by.length())
                + '\n'
                + by
                + '\n'
                + fact;
        return CanonicalJson.digest(text.getBytes(UTF_8));
    }
}
