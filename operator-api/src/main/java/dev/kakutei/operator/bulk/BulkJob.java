package dev.kakutei.operator.bulk;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.SecondEffect;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * One action for many requests, and how far it has come.
 *
 * @param acceptSecondEffect with {@link OperatorAction.Type#SEND_AGAIN}: whoever started it accepts that gateways may act
 *     twice; null where not, and then requests for which they may are left out
 * @param filter which requests, as a search is spelt in an address
 * @param selected whether all of them are chosen; until then {@code total} grows
 * @param selectionCursor where choosing goes on
 * @param cut whether there were more than a job may have
 */
public record BulkJob(
        UUID id,
        Instant createdAt,
        Instant updatedAt,
        String by,
        OperatorAction.Type action,
        SecondEffect acceptSecondEffect,
        String reason,
        String filter,
        int ratePerSecond,
        State state,
        boolean selected,
        Optional<String> selectionCursor,
        boolean cut,
        int total,
        int done,
        int refused,
        int failed) {
    /** Where a job is. */
    public enum State {
        RUNNING,
        PAUSED,
        DONE,
        CANCELLED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State ofWord(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    public BulkJob {
        requireNonNull(id, "id");
        requireNonNull(action, "action");
        requireNonNull(state, "state");
        requireNonNull(selectionCursor, "selectionCursor");
    }

    public int left() {
        return total - done - refused - failed;
    }

    /** How long it will take at its own rate; empty where that is not known. */
    public OptionalLong secondsLeft() {
        return switch (state) {
            case RUNNING -> OptionalLong.of((left() + ratePerSecond - 1L) / ratePerSecond);
            case PAUSED -> OptionalLong.empty();
            case DONE, CANCELLED -> OptionalLong.of(0);
        };
    }

    /** The action for one of its requests: the same whenever and by whichever instance it is requested. */
    OperatorAction actionOn(RequestId request, int basedOn, Instant now) {
        return new OperatorAction(
                        "b-" + id + "-" + request,
                        request,
                        basedOn,
                        action,
                        by,
                        OperatorAction.Role.OPERATOR,
                        reason,
                        now)
                .with(acceptSecondEffect);
    }
}
