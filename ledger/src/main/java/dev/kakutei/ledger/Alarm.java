package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.Alert;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One cause at one gateway, however many requests raise it (SPEC F3): an alert is published at once, then the cause is
 * counted, and published again with the count while it goes on. When it is over, that is published as well: for a
 * state, when the last request has left it; for an event, after a long silence; for what can be seen to be over, when
 * it is.
 *
 * @param latest the alert that raised it last
 * @param raised how often it was raised
 * @param notified how often it had been raised when an alert was last published
 * @param cleared for how many of these there is no reason any more
 */
public record Alarm(
        Alert latest, Instant since, Instant lastAt, long raised, Instant notifiedAt, long notified, long cleared) {
    static final Duration REPEAT = Duration.ofMinutes(5);
    static final Duration SILENCE = Duration.ofHours(1);

    public Alarm {
        requireNonNull(latest, "latest");
        requireNonNull(since, "since");
        requireNonNull(lastAt, "lastAt");
        requireNonNull(notifiedAt, "notifiedAt");
        if (notified < 1 || raised < notified) {
            throw new IllegalArgumentException("notified of " + notified + " out of " + raised);
        }
        if (cleared < 0 || cleared > raised) {
            throw new IllegalArgumentException("cleared " + cleared + " out of " + raised);
        }
    }

    /**
     * An alarm after something happened, and the alerts that are published because of it.
     *
     * @param alarm null where there is none any more
     */
    public record Update(Alarm alarm, List<Alert> alerts) {
        public Update {
            alerts = List.copyOf(alerts);
        }
    }

    /** What alerts have in common that are published as one. */
    public static String subject(Alert alert) {
        return alert.cause() + "/" + (alert.gateway() == null ? "" : alert.gateway());
    }

    /**
     * A request raised an alert, or is no reason for one any more.
     *
     * @param before null where nothing of the kind goes on
     */
    public static Update raisedOrCleared(Alarm before, Alert alert, Instant now) {
        if (alert.resolvedAt() != null) {
            return before == null ? new Update(null, List.of()) : before.cleared(now);
        }
        List<Alert> alerts = new ArrayList<>();
        if (before == null || before.over(now)) {
            // The timer may not have run since it ended: the old one is ended before the new one begins.
            if (before != null) {
                alerts.add(before.resolved(now));
            }
            Alarm fresh = new Alarm(alert, now, now, 1, now, 1, 0);
            alerts.add(fresh.message(alert.id(), alert.summary(), alert.at(), null));
            return new Update(fresh, alerts);
        }
        return new Alarm(
                        alert, before.since, now, before.raised + 1, before.notifiedAt, before.notified, before.cleared)
                .timePassed(now);
    }

    /** Publishes that it is over, or how many more there were, when it is time to. */
    public Update timePassed(Instant now) {
        if (over(now)) {
            return new Update(null, List.of(resolved(now)));
        }
        if (raised == notified || Duration.between(notifiedAt, now).compareTo(REPEAT) < 0) {
            return new Update(this, List.of());
        }
        Alarm after = new Alarm(latest, since, lastAt, raised, now, raised, cleared);
        String summary =
                (raised - notified) + " more, " + raised + " since " + since + "; the latest: " + latest.summary();
        return new Update(after, List.of(message(latest.id() + "/" + raised, summary, now, null)));
    }

    private Update cleared(Instant now) {
        return new Alarm(latest, since, lastAt, raised, notifiedAt, notified, Math.min(raised, cleared + 1))
                .timePassed(now);
    }

    private boolean over(Instant now) {
        boolean silent = Duration.between(lastAt, now).compareTo(SILENCE) > 0;
        return switch (resolution(latest)) {
            case WHEN_CLEARED -> cleared == raised;
            case AFTER_SILENCE -> silent;
            case WHEN_SEEN_OVER -> cleared > 0 || silent;
        };
    }

    private Alert resolved(Instant now) {
        String summary = resolution(latest) == Cause.Resolution.WHEN_CLEARED
                ? "Resolved: none of " + raised + " since " + since + " waits any more"
                : "Resolved: not raised again since " + lastAt + ", " + raised + " in all since " + since
                        + "; the latest: " + latest.summary();
        return message(name() + "/resolved", summary, now, now);
    }

    private String name() {
        return subject(latest) + "@" + since;
    }

    private Alert message(String id, String summary, Instant at, Instant resolvedAt) {
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
    private static Cause.Resolution resolution(Alert alert) {
        return Cause.ofWord(alert.cause()).map(Cause::resolution).orElse(Cause.Resolution.AFTER_SILENCE);
    }
}
