package dev.kakutei.boot.renew;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that is read from files and reloaded when they change. The files are checked once a second at most, when the
 * value is needed, and read again when they have changed and then stayed the same from one check to the next: half a
 * file would do harm. A file that has become unreadable or unusable leaves the last good value in force.
 */
public final class ReloadingValue<T> {
    private static final Logger log = LoggerFactory.getLogger(ReloadingValue.class);
    static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    /** How the value is read. */
    @FunctionalInterface
    public interface Reader<T> {
        T read() throws UnusableValue;
    }

    private final String what;
    private final List<String> files;
    private final Reader<T> reader;
    private final LongSupplier nanoTime;
    private T value;
    private List<FileFingerprint> read;
    private List<FileFingerprint> seen;
    private long checkedAt;

    /** @param what the place in the gateway file, for log lines */
    public ReloadingValue(String what, List<String> files, Reader<T> reader, LongSupplier nanoTime)
            throws UnusableValue {
        this.what = what;
        this.files = List.copyOf(files);
        this.reader = reader;
        this.nanoTime = nanoTime;
        // the fingerprints come first: a later write is noticed by the next check
        this.read = fingerprints();
        this.seen = read;
        this.value = reader.read();
        this.checkedAt = nanoTime.getAsLong();
    }

    public synchronized T now() {
        long now = nanoTime.getAsLong();
        if (!files.isEmpty() && now - checkedAt >= CHECK_INTERVAL.toNanos()) {
            checkedAt = now;
            check();
        }
        return value;
    }

    private void check() {
        List<FileFingerprint> last = seen;
        seen = fingerprints();
        if (seen.equals(read) || !seen.equals(last)) {
            return;
        }
        read = seen;
        try {
            value = reader.read();
            log.info("{}: reloaded, because its file has changed", what);
        } catch (UnusableValue e) {
            log.error("{}: {}; the previous value stays in use", what, e.getMessage());
        }
    }

    private List<FileFingerprint> fingerprints() {
        return files.stream().map(FileFingerprint::of).toList();
    }

    /** Nothing of the value: it may be a secret. */
    @Override
    public String toString() {
        return what;
    }
}
