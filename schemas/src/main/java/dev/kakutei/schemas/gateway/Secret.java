package dev.kakutei.schemas.gateway;

import static java.util.Objects.requireNonNull;

/**
 * Where a secret is found. It is never in the file itself, and what is found is never printed.
 *
 * @param name of the variable, or the path of the file
 */
public record Secret(Source source, String name) {
    public Secret {
        requireNonNull(source, "source");
        requireNonNull(name, "name");
    }

    /** The places a secret may come from. */
    public enum Source {
        /** A variable of the environment. */
        ENV,
        /** A file that holds nothing else; white space around it does not count. */
        FILE
    }
}
