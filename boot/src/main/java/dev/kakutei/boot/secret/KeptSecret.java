package dev.kakutei.boot.secret;

import dev.kakutei.boot.renew.Renewed;
import dev.kakutei.boot.renew.Unusable;
import java.util.List;
import java.util.function.LongSupplier;

/** One secret as it is now, and as it was before. */
final class KeptSecret {
    private final Renewed<String> text;
    private String last;
    private String before;

    KeptSecret(SecretPlace place, LongSupplier nanoTime) throws Unusable {
        this.text = new Renewed<>(place.entry(), place.files(), place::read, nanoTime);
        this.last = text.now();
    }

    /** For the one place that it is meant for. */
    synchronized String reveal() {
        String now = text.now();
        if (!now.equals(last)) {
            before = last;
            last = now;
        }
        return now;
    }

    /** All that it was, as far as it is remembered: a gateway may still echo the one before. */
    synchronized List<String> known() {
        return before == null ? List.of(last) : List.of(last, before);
    }

    @Override
    public String toString() {
        return "***";
    }
}
