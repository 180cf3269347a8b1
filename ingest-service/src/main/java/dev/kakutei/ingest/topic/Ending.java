package dev.kakutei.ingest.topic;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ingest.admit.Problem;

/**
 * What became of one record.
 *
 * @param problem why it was rejected; null where it was not
 * @param waitsFor what must come back before anything can be said; null where there is nothing
 */
record Ending(Word word, Problem problem, String waitsFor) {
    enum Word {
        /** It is durable, and it is new. */
        ACCEPTED,
        /** The same request was there before; nothing was stored. */
        SAME,
        REJECTED,
        /** It must come again. */
        WAITS
    }

    static final Ending ACCEPTED = new Ending(Word.ACCEPTED, null, null);
    static final Ending SAME = new Ending(Word.SAME, null, null);

    Ending {
        requireNonNull(word, "word");
        if ((word == Word.REJECTED) != (problem != null) || (word == Word.WAITS) != (waitsFor != null)) {
            throw new IllegalArgumentException(word + " with " + problem + ", " + waitsFor);
        }
    }

    static Ending rejected(Problem problem) {
        return new Ending(Word.REJECTED, problem, null);
    }

    static Ending waits(String reason) {
        return new Ending(Word.WAITS, null, reason);
    }
}
