package dev.kakutei.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/**
 * What the file in a store's folder says of the last run on it.
 *
 * @param id drawn at random for each start and each stop, and the same in all folders that took part
 * @param at for the reader of a message only: clocks may be wrong, so no verdict depends on it
 * @param boot which boot of the machine wrote it, where the system has a name for that
 * @param identity the folder it was written into
 */
record RunMarker(State state, String id, Instant at, Optional<String> boot, FolderIdentity identity) {
    enum State {
        RUNNING,
        STOPPED
    }

    private static final String FORM = "1";

    RunMarker {
        requireNonNull(state, "state");
        requireNonNull(at, "at");
        requireNonNull(boot, "boot");
        requireNonNull(identity, "identity");
        if (id.isBlank()) {
            throw new IllegalArgumentException("id is blank");
        }
    }

    RunMarker withIdentity(FolderIdentity other) {
        return new RunMarker(state, id, at, boot, other);
    }

    boolean isOfSameMomentAs(RunMarker other) {
        return state == other.state && id.equals(other.id);
    }

    String text() {
        Properties all = new Properties();
        all.setProperty("form", FORM);
        all.setProperty("state", state.name().toLowerCase(Locale.ROOT));
        all.setProperty("id", id);
        all.setProperty("at", at.toString());
        all.setProperty("boot", boot.orElse(""));
        identity.writeTo(all);
        StringWriter text = new StringWriter();
        try {
            all.store(text, "Written by Kakutei at each start and stop, to notice a lost or restored folder. Keep it.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** @throws IllegalArgumentException when the text is not what {@link #text} writes */
    static RunMarker parse(String text) {
        Properties all = new Properties();
        try {
            all.load(new StringReader(text));
            if (!FORM.equals(all.getProperty("form"))) {
                throw new IllegalArgumentException("form " + all.getProperty("form") + " instead of " + FORM);
            }
            return new RunMarker(
                    State.valueOf(required(all, "state").toUpperCase(Locale.ROOT)),
                    required(all, "id"),
                    Instant.parse(required(all, "at")),
                    Optional.of(required(all, "boot")).filter(boot -> !boot.isEmpty()),
                    FolderIdentity.readFrom(all));
        } catch (IOException | DateTimeException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    static String required(Properties all, String key) {
        String value = all.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException(key + " is missing");
        }
        return value;
    }
}
