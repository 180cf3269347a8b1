package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.Alert;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One cause at one gateway, however many requests raise it (SPEC F3): it is told at once, then counted, and told again
 * with the count while it goes on. When it is over, that is told as well: for a state, when the last request has left it;
 * for an event, after a long silence; for what can be seen to be over, when it is.
 *
 * @param latest the alert that raised it last
 * @param raised how often it was raised
 * @param told how often it had been raised when somebody was last told
 * @param cleared for how many of these there is no reason any more
 */
public record Alarm(Alert latest, Instant since, Instant lastAt, long raised, Instant toldAt, long told, long cleared) {
    static final Duration REPEAT = Duration.ofMinutes(5);
    static final Duration SILENCE = Duration.ofHours(1);

    public Alarm {
        requireNonNull(latest, "latest");
        requireNonNull(since, "since");
        requireNonNull(lastAt, "lastAt");
        requireNonNull(toldAt, "toldAt");
        if (told < 1 || raised < told) {
            throw new IllegalArgumentException("told of " + told + " out of " + raised);
        }
        if (cleared < 0 || cleared > raised) {
            throw new IllegalArgumentException("cleared " + cleared + " out of " + raised);
        }
    }

    /**
     * What an alarm is after something happened, and what somebody is told because of it.
     *
     * @param alarm null where there is none any more
     */
    public record Ringing(Alarm alarm, List<Alert> tellings) {
        public Ringing {
            tellings = List.copyOf(tellings);
        }
    }

    /** What alerts have in common that are told as one. */
    public static String subject(Alert alert) {
        return alert.cause() + "/" + (alert.gateway() == null ? "" : alert.gateway());
    }

    /**
     * A request raised an alert, or is no reason for one any more.
     *
     * @param before null where nothing of the kind goes on
     */
    public static Ringing heard(Alarm before, Alert alert, Instant now) {
        if (alert.resolvedAt() != null) {
            return before == null ? new Ringing(null, List.of()) : before.cleared(now);
        }
        List<Alert> tellings = new ArrayList<>();
        if (before == null || before.over(now)) {
            // Nobody may have looked since it ended: the old one is ended before the new one begins.
            if (before != null) {
                tellings.add(before.resolved(now));
            }
            Alarm fresh = new Alarm(alert, now, now, 1, now, 1, 0);
            tellings.add(fresh.telling(alert.id(), alert.summary(), alert.at(), null));
            return new Ringing(fresh, tellings);
        }
        return new Alarm(alert, before.since, now, before.raised + 1, before.toldAt, before.told, before.cleared)
                .timePassed(now);
    }

    /** Tells that it is over, or how many more there were, when it is time to. */
    public Ringing timePassed(Instant now) {
        if (over(now)) {
            return new Ringing(null, List.of(resolved(now)));
        }
        if (raised == told || Duration.between(toldAt, now).compareTo(REPEAT) < 0) {
            return new Ringing(this, List.of());
        }
        Alarm after = new Alarm(latest, since, lastAt, raised, now, raised, cleared);
        String summary = (raised - told) + " more, " + raised + " since " + since + "; the latest: " + latest.summary();
        return new Ringing(after, List.of(telling(latest.id() + "/" + raised, summary, now, null)));
    }

    private Ringing cleared(Instant now) {
        return new Alarm(latest, since, lastAt, raised, toldAt, told, Math.min(raised, cleared + 1)).timePassed(now);
    }

    private boolean over(Instant now) {
        boolean silent = Duration.between(lastAt, now).compareTo(SILENCE) > 0;
        return switch (ending(latest)) {
            case WHEN_CLEARED -> cleared == raised;
            case AFTER_SILENCE -> silent;
            case WHEN_SEEN_OVER -> cleared > 0 || silent;
        };
    }

    private Alert resolved(Instant now) {
        String summary = ending(latest) == Cause.Ending.WHEN_CLEARED
                ? "Over: none of " + raised + " since " + since + " waits any more"
                : "Over: not again since " + lastAt + ", " + raised + " in all since " + since + "; the latest: "
                        + latest.summary();
        return telling(name() + "/resolved", summary, now, now);
    }

    private String name() {
        return subject(latest) + "@" + since;
    }

    private Alert telling(String id, String summary, Instant at, Instant resolvedAt) {
        return new Alert(
                id,
                latest.severity(),
                latest.cause(),
                latest.requestId(),
                latest.gateway(),
                summary,
                at,
                name(),
                since,
                raised,
                resolvedAt);
    }

    /** A word that is not known here was raised by a newer version: it is an event until we know better. */
    private static Cause.Ending ending(Alert alert) {
        return Cause.ofWord(alert.cause()).map(Cause::ending).orElse(Cause.Ending.AFTER_SILENCE);
    }
}
