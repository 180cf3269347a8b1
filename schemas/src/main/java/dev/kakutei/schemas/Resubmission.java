package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A changed request under the key of an earlier one, read as strictly as a new one.
 *
 * @param digest SHA-256 of the canonical request, in lower-case hex
 * @param amount what is at stake, where the request says it; may be null
 * @param expiresAt after this it is never sent for the first time; null where it does not expire
 * @param request the caller's document, normalised
 */
public record Resubmission(
        String digest,
        String gateway,
        @JsonFormat(shape = JsonFormat.Shape.STRING) BigDecimal amount,
        String currency,
        Instant expiresAt,
        JsonNode request) {
    public Resubmission {
        requireNonNull(gateway, "gateway");
        requireNonNull(request, "request");
        expiresAt = expiresAt == null ? null : expiresAt.truncatedTo(ChronoUnit.MILLIS);
        if (digest == null || digest.length() != 64) {
            throw new IllegalArgumentException("not a SHA-256 in hex: " + digest);
        }
    }
}
