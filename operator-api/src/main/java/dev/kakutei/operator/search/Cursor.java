package dev.kakutei.operator.search;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.RequestId;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the list of all requests, newest first; a page begins behind it. It is a place and nothing else: it stays
 * good when requests come or change, and may be used with another search.
 */
public record Cursor(Instant acceptedAt, RequestId requestId) {
    private static final Pattern FORM = Pattern.compile(
            "1\\.(0|[1-9][0-9]{0,17})\\." + "([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})");
    private static final int LONGEST = 100;

    public Cursor {
        requireNonNull(requestId, "requestId");
        acceptedAt = requireNonNull(acceptedAt, "acceptedAt").truncatedTo(ChronoUnit.MICROS);
    }

    static Cursor of(Entry entry) {
        return new Cursor(entry.acceptedAt(), entry.id());
    }

    /** For the wire: one word without meaning to its bearer. */
    public String text() {
        String plain = "1." + ChronoUnit.MICROS.between(Instant.EPOCH, acceptedAt) + "." + requestId;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(US_ASCII));
    }

    /** Empty for what {@link #text} never wrote. */
    public static Optional<Cursor> parse(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            Matcher plain = FORM.matcher(new String(Base64.getUrlDecoder().decode(text), US_ASCII));
            if (!plain.matches()) {
                return Optional.empty();
            }
            Instant at = Instant.EPOCH.plus(Long.parseLong(plain.group(1)), ChronoUnit.MICROS);
            Cursor cursor = new Cursor(at, new RequestId(UUID.fromString(plain.group(2))));
            return at.isBefore(Search.END_OF_TIME) && cursor.text().equals(text)
                    ? Optional.of(cursor)
                    : Optional.empty();
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
