package dev.kakutei.boot.secret;

import dev.kakutei.boot.renew.ReloadingValue;
import dev.kakutei.boot.renew.UnusableValue;
import java.util.List;
import java.util.function.LongSupplier;

/** One secret as it is now, and as it was before. */
final class RotatingSecret {
    private final ReloadingValue<String> text;
    private String last;
    private String before;

    RotatingSecret(SecretSource place, LongSupplier nanoTime) throws UnusableValue {
        this.text = new ReloadingValue<>(place.entry(), place.files(), place::read, nanoTime);
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
