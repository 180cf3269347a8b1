package dev.kakutei.http.tls;

import static java.util.Objects.requireNonNull;

/** A certificate or key that cannot be used, and which of the two files is to blame. Says nothing of what is in it. */
public final class InvalidPem extends Exception {
    private static final long serialVersionUID = 1L;

    /** Which file. */
    public enum File {
        CERTIFICATE,
        KEY
    }

    private final File file;

    InvalidPem(File file, String message) {
        super(message, null, false, false);
        this.file = requireNonNull(file, "file");
    }

    public File file() {
        return file;
    }
}
