package dev.kakutei.boot.renew;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that was read from files, as it is now. The files are looked at once a second at most, when the value is
 * needed, and read again when they have changed and then stayed the same from one look to the next: half a file would do
 * harm. What has become unreadable or unusable leaves the last good value in force.
 */
public final class Renewed<T> {
    private static final Logger log = LoggerFactory.getLogger(Renewed.class);
    static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    /** How the value is read. */
    @FunctionalInterface
    public interface Reading<T> {
        T read() throws Unusable;
    }

    private final String what;
    private final List<String> files;
    private final Reading<T> reading;
    private final LongSupplier nanoTime;
    private T value;
    private List<FileStamp> read;
    private List<FileStamp> seen;
    private long lookedAt;

    /** @param what the place in the gateway file, for the log */
    public Renewed(String what, List<String> files, Reading<T> reading, LongSupplier nanoTime) throws Unusable {
        this.what = what;
        this.files = List.copyOf(files);
        this.reading = reading;
        this.nanoTime = nanoTime;
        // the look comes first: what is written after it is noticed by the next one
        this.read = stamps();
        this.seen = read;
        this.value = reading.read();
        this.lookedAt = nanoTime.getAsLong();
    }

    public synchronized T now() {
        long now = nanoTime.getAsLong();
        if (!files.isEmpty() && now - lookedAt >= LOOK_EVERY.toNanos()) {
            lookedAt = now;
            look();
        }
        return value;
    }

    private void look() {
        List<FileStamp> last = seen;
        seen = stamps();
        if (seen.equals(read) || !seen.equals(last)) {
            return;
        }
        read = seen;
        try {
            value = reading.read();
            log.info("{}: read again, because it has changed", what);
        } catch (Unusable e) {
            log.error("{}: {}; what was read before stays in force", what, e.getMessage());
        }
    }

    private List<FileStamp> stamps() {
        return files.stream().map(FileStamp::of).toList();
    }

    /** Nothing of the value: it may be a secret. */
    @Override
    public String toString() {
        return what;
    }
}
