package dev.kakutei.sender.secret;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One secret as it is now. A file is looked at once a second at most, when the secret is needed, and read again when it
 * has changed and then stayed the same from one look to the next: half a secret would get requests refused. One that has
 * become unreadable or unusable leaves the last good one in force.
 */
final class KeptSecret {
    private static final Logger log = LoggerFactory.getLogger(KeptSecret.class);
    static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final SecretPlace place;
    private final LongSupplier nanoTime;
    private String text;
    private String before;
    private Optional<SecretPlace.Stamp> read;
    private Optional<SecretPlace.Stamp> seen;
    private long lookedAt;

    private KeptSecret(SecretPlace place, LongSupplier nanoTime) throws SecretPlace.Unusable {
        this.place = place;
        this.nanoTime = nanoTime;
        // the look comes first: what is written after it is noticed by the next one
        this.read = place.stamp();
        this.seen = read;
        this.text = place.read();
        this.lookedAt = nanoTime.getAsLong();
    }

    static KeptSecret in(SecretPlace place, LongSupplier nanoTime) throws SecretPlace.Unusable {
        return new KeptSecret(place, nanoTime);
    }

    /** For the one place that it is meant for. Let no local variable outlive the call. */
    synchronized String reveal() {
        long now = nanoTime.getAsLong();
        if (now - lookedAt >= LOOK_EVERY.toNanos()) {
            lookedAt = now;
            look();
        }
        return text;
    }

    /** All that it was, as far as it is remembered: a gateway may still echo the one before. */
    synchronized List<String> known() {
        return before == null ? List.of(text) : List.of(text, before);
    }

    private void look() {
        Optional<SecretPlace.Stamp> last = seen;
        seen = place.stamp();
        if (seen.equals(read) || !seen.equals(last)) {
            return;
        }
        read = seen;
        try {
            String fresh = place.read();
            if (!fresh.equals(text)) {
                before = text;
                text = fresh;
                log.info("{}: the secret was renewed", place.entry());
            }
        } catch (SecretPlace.Unusable e) {
            log.error("{}: {}; the last one stays in force", place.entry(), e.getMessage());
        }
    }

    @Override
    public String toString() {
        return "***";
    }
}
