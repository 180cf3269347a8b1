package dev.kakutei.operator.bulk;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.RequestId;
import java.util.Locale;

/** One request of a job on which the action is still to be carried out. */
record BulkItem(RequestId request, int basedOn, int tries) {
    /** What became of one. */
    enum Fate {
        /** Not this time; it is tried again. */
        WAITING,
        DONE,
        REFUSED,
        FAILED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @param note why, in words; null where it was done */
    record Ended(BulkItem item, Fate fate, String note) {
        Ended {
            requireNonNull(item, "item");
            requireNonNull(fate, "fate");
        }
    }
}
