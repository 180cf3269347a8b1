package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.Alert;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One cause at one gateway, however many requests raise it (SPEC F3): it is told at once, then counted, and told again
 * with the count while it goes on. After a long silence it is a new one.
 *
 * @param latest the alert that raised it last
 * @param raised how often it was raised
 * @param told how often it had been raised when somebody was last told
 */
public record Alarm(Alert latest, Instant since, Instant lastAt, long raised, Instant toldAt, long told) {
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
    }

    /** What an alarm is after something happened, and what somebody is told because of it. */
    public record Ringing(Alarm alarm, Optional<Alert> telling) {}

    /** Whether it is told together with its like. A low one answers somebody, and is told by itself. */
    public static boolean counts(Alert alert) {
        return alert.severity() != Alert.Severity.LOW;
    }

    /** What alerts have in common that are told as one. */
    public static String subject(Alert alert) {
        return alert.cause() + "/" + (alert.gateway() == null ? "" : alert.gateway());
    }

    /** @param before null where nothing of the kind was raised before */
    public static Ringing raised(Alarm before, Alert alert, Instant now) {
        boolean fresh = before == null || Duration.between(before.lastAt, now).compareTo(SILENCE) > 0;
        if (fresh) {
            return new Ringing(new Alarm(alert, now, now, 1, now, 1), Optional.of(alert));
        }
        return new Alarm(alert, before.since, now, before.raised + 1, before.toldAt, before.told).timePassed(now);
    }

    /** Tells how many more there were, when it is time to. */
    public Ringing timePassed(Instant now) {
        if (raised == told || Duration.between(toldAt, now).compareTo(REPEAT) < 0) {
            return new Ringing(this, Optional.empty());
        }
        Alert telling = new Alert(
                latest.id() + "/" + raised,
                latest.severity(),
                latest.cause(),
                latest.requestId(),
                latest.gateway(),
                (raised - told) + " more, " + raised + " since " + since + "; the latest: " + latest.summary(),
                now);
        return new Ringing(new Alarm(latest, since, lastAt, raised, now, raised), Optional.of(telling));
    }

    /** Nothing is left to tell, and it has been silent for long: it may be forgotten. */
    public boolean over(Instant now) {
        return raised == told && Duration.between(lastAt, now).compareTo(SILENCE) > 0;
    }
}
