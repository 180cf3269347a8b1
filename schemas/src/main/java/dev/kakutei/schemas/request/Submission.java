package dev.kakutei.schemas.request;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.CanonicalJson;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Set;

/**
 * A request that is well-formed: what Kakutei itself needs to know of it, and the document as it will be sent.
 *
 * @param idempotencyKey from the body; null where the body has none
 * @param gateway null where the caller leaves the choice to the routing
 * @param amount what is at stake; null where the request does not say (a market order)
 * @param note what the caller says to whoever approves it; null for nothing
 * @param document the caller's document without its {@code idempotency_key}, its {@code note} and fields that are null:
 *     the same request is the same document whether its key came in a header or in the body, and whatever is said of it
 * @param canonical the document in its canonical spelling
 * @param digest SHA-256 of the canonical spelling. Texts count as they are spelled: an amount of "1.0" and one of "1.00"
 *     are two requests, because that is what the gateway would be sent
 */
public record Submission(
        RequestKind kind,
        String idempotencyKey,
        String gateway,
        BigDecimal amount,
        String currency,
        Instant expiresAt,
        String note,
        JsonNode document,
        String canonical,
        String digest) {
    /** Longer keys are refused; they would only bloat every index. */
    public static final int MAX_KEY_LENGTH = 255;

    /** What a key is. Every client tidies "." and ".." away from an address: no client could follow such a request. */
    public static final String KEY_RULE =
            "1 to " + MAX_KEY_LENGTH + " visible ASCII characters without spaces, and not . or ..";

    /** The fields of every kind that say something to Kakutei; no gateway is sent them. */
    public static final Set<String> FIELDS_FOR_KAKUTEI = Set.of("idempotency_key", "gateway", "expires_at", "note");

    /** The longest note. */
    public static final int MAX_NOTE = OperatorAction.MAX_REASON;

    public Submission {
        requireNonNull(kind, "kind");
        requireNonNull(document, "document");
        requireNonNull(canonical, "canonical");
        requireNonNull(digest, "digest");
    }

    /** Whether a key that came beside the body (a header) has the shape that is asked for. */
    public static boolean isIdempotencyKey(String text) {
        return Fields.isKey(text);
    }

    /** Reads a body strictly: unknown fields are refused by name, and all faults are reported at once. */
    public static Submission of(RequestKind kind, JsonNode body) throws InvalidRequest {
        Fields fields = new Fields(body);
        BigDecimal amount = switch (kind) {
            case ORDER -> OrderBody.check(fields);
            case PAYMENT -> PaymentBody.check(fields);
        };
        String currency = fields.optionalText("currency", Fields.CURRENCY, "a currency of three capital letters: JPY");
        String gateway = fields.optionalText("gateway", Fields.NAME, "a gateway's name");
        String key = fields.optionalKey("idempotency_key");
        Instant expiresAt = fields.optionalInstant("expires_at");
        String note = fields.optionalNote("note");
        fields.optionalMetadata("metadata");
        fields.refuseUnknown();
        fields.orThrow();
        ObjectNode document = ((ObjectNode) body).deepCopy();
        document.remove("idempotency_key");
        document.remove("note");
        // The same as not there, so the same request: a null has no part in the digest.
        document.properties().removeIf(field -> field.getValue().isNull());
        String canonical = CanonicalJson.of(document);
        return new Submission(
                kind,
                key,
                gateway,
                amount,
                currency,
                expiresAt,
                note,
                document,
                canonical,
                CanonicalJson.digest(canonical));
    }
}
