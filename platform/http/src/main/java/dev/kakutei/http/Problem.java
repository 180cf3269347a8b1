package dev.kakutei.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.access.Caller;
import dev.kakutei.access.ClientRole;
import dev.kakutei.schemas.WireText;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.request.Violation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An error as callers see it (RFC 9457).
 *
 * @param type a word for machines; the part of the URN after {@code urn:kakutei:problem:}
 * @param headers that belong to this answer
 */
public record Problem(
        int status, String type, String title, String detail, List<Violation> errors, Map<String, String> headers) {
    public static final String MEDIA_TYPE = "application/problem+json";
    /** A hostile body can be wrong in ten thousand places; the answer lists the first ones and says how many there are. */
    public static final int MAX_ERRORS = 50;

    private static final int MAX_SHOWN_HEADER = 100;
    private static final String RETRY_AFTER = "Retry-After";
    private static final String AUTHENTICATE = "WWW-Authenticate";

    public Problem {
        requireNonNull(type, "type");
        requireNonNull(title, "title");
        errors = List.copyOf(errors.size() > MAX_ERRORS ? errors.subList(0, MAX_ERRORS) : errors);
        headers = Map.copyOf(headers);
    }

    public static Problem of(int status, String type, String title, String detail) {
        return new Problem(status, type, title, detail, List.of(), Map.of());
    }

    public static Problem invalid(List<Violation> errors) {
        return new Problem(
                400,
                "invalid-request",
                "The request is not valid",
                errors.size() == 1 ? "One field is at fault." : errors.size() + " fields are at fault.",
                errors,
                Map.of());
    }

    public static Problem invalid(String field, String message) {
        return invalid(List.of(new Violation(field, message)));
    }

    public static Problem invalidParameters(List<Violation> errors) {
        return new Problem(
                400,
                "invalid-parameters",
                "The parameters are not valid",
                errors.size() == 1 ? "One parameter is at fault." : errors.size() + " parameters are at fault.",
                errors,
                Map.of());
    }

    public static Problem malformed(String detail) {
        return of(400, "malformed-body", "The body cannot be read", detail);
    }

    public static Problem conflict() {
        return new Problem(
                409,
                "idempotency-conflict",
                "The key belongs to another request",
                "An earlier request with this idempotency key differs from this one. Use a new key for a new request.",
                List.of(new Violation("/idempotency_key", "was used for another request")),
                Map.of());
    }

    public static Problem keyMissing() {
        return new Problem(
                401,
                "key-missing",
                "A key is needed",
                "Send it as Authorization: Bearer kk_…, or as X-Api-Key: kk_….",
                List.of(),
                Map.of(AUTHENTICATE, "Bearer realm=\"kakutei\""));
    }

    public static Problem keyInvalid() {
        return new Problem(
                401,
                "key-invalid",
                "The key is not valid",
                "Send one key that was made for this installation, has not expired and was not revoked.",
                List.of(),
                Map.of(AUTHENTICATE, "Bearer realm=\"kakutei\", error=\"invalid_token\""));
    }

    public static Problem roleMissing(Caller caller, Set<ClientRole> anyOf) {
        return new Problem(
                403,
                "role-missing",
                "The key's roles are not enough",
                "This needs the role "
                        + anyOf.stream().sorted().map(ClientRole::word).collect(Collectors.joining(" or "))
                        + "; the client \"" + caller.client() + "\" has: " + ClientRole.words(caller.roles()) + ".",
                List.of(),
                Map.of());
    }

    public static Problem otherClient(Caller caller) {
        return new Problem(
                403,
                "role-missing",
                "The key's roles are not enough",
                "To see the requests of a client other than \"" + caller.client()
                        + "\" needs the role approver or operator or viewer.",
                List.of(new Violation("client", "is another client")),
                Map.of());
    }

    /** @param host as the header says it */
    public static Problem foreignHost(String host) {
        return of(
                403,
                "foreign-host",
                "Host header not allowed",
                "Host header not allowed: " + WireText.sound(host, MAX_SHOWN_HEADER)
                        + ". While access is open, the service accepts only the names of this machine (127.0.0.1,"
                        + " localhost, [::1]) and the name in ingest.http.host. Use one of them, or set"
                        + " ingest.access=keys.");
    }

    public static Problem forwarded(String header) {
        return of(
                403,
                "forwarded-call",
                "Call from a proxy not allowed",
                "The header " + header
                        + " says that a proxy has forwarded this call. While access is open, the service accepts"
                        + " calls from this machine alone, and a proxy would let in others. Set ingest.access=keys.");
    }

    public static Problem foreignOrigin() {
        return of(
                403,
                "foreign-origin",
                "Origin header not allowed",
                "While access is open, only pages that the service itself serves may change anything: the Origin header"
                        + " must match the Host header. Set ingest.access=keys to accept calls from other pages.");
    }

    public static Problem tooFast(Duration wait) {
        return new Problem(
                429,
                "too-many-requests",
                "The client exceeds its rate limit",
                "Nothing was stored. Send the same request again, under the same key, after a pause.",
                List.of(),
                Map.of(
                        RETRY_AFTER,
                        Long.toString(Math.max(1, wait.plusMillis(999).toSeconds()))));
    }

    public static Problem notFound() {
        return of(404, "not-found", "Resource not found", "No resource has this path.");
    }

    public static Problem unknownRequest() {
        return of(404, "unknown-request", "There is no such request", "No request has this idempotency key.");
    }

    public static Problem notAllowed(String allow) {
        return new Problem(
                405,
                "method-not-allowed",
                "Method not allowed",
                "This path supports: " + allow + ".",
                List.of(),
                Map.of("Allow", allow));
    }

    public static Problem tooLarge(int limit) {
        return of(413, "body-too-large", "The body is too large", "At most " + limit + " bytes are read.");
    }

    public static Problem unsupported(String detail) {
        return of(415, "unsupported-media-type", "The body's type is not supported", detail);
    }

    public static Problem unstorable() {
        return of(422, "unstorable", "The request cannot be stored", "The store refused what is in it.");
    }

    public static Problem overloaded() {
        return new Problem(
                503,
                "overloaded",
                "Too many requests are waiting",
                "Nothing was stored. Send the same request again, under the same key, after a pause.",
                List.of(),
                Map.of(RETRY_AFTER, "1"));
    }

    public static Problem backlogged() {
        return new Problem(
                503,
                "backlogged",
                "Too many stored requests wait to be processed",
                "Nothing was stored. Send the same request again, under the same key, after a pause.",
                List.of(),
                Map.of(RETRY_AFTER, "10"));
    }

    public static Problem unavailable() {
        return new Problem(
                503,
                "store-unavailable",
                "The store cannot be reached",
                "Whether the request was stored is not known. Sending it again under the same key is safe, and its answer says so.",
                List.of(),
                Map.of(RETRY_AFTER, "2"));
    }

    public static Problem unreadable() {
        return new Problem(
                503,
                "store-unavailable",
                "The store cannot be reached",
                "Send the call again after a pause.",
                List.of(),
                Map.of(RETRY_AFTER, "2"));
    }

    public static Problem tooManyStreams() {
        return new Problem(
                503,
                "too-many-streams",
                "Too many streams are open",
                "Connect again after a pause, or poll the request itself.",
                List.of(),
                Map.of(RETRY_AFTER, "10"));
    }

    public static Problem searchTooCostly() {
        return new Problem(
                503,
                "search-too-costly",
                "The search took too long",
                "It was cancelled. Search a shorter time (from, to) or set a smaller limit, or retry after a pause.",
                List.of(),
                Map.of(RETRY_AFTER, "5"));
    }

    public static Problem internal() {
        return of(500, "internal", "Internal error", "It has been logged. Sending again is safe.");
    }

    /** The type as it goes over the wire. */
    public String urn() {
        return "urn:kakutei:problem:" + type;
    }

    public byte[] json() {
        ObjectNode node = Json.MAPPER.createObjectNode();
        node.put("type", urn());
        node.put("title", title);
        node.put("status", status);
        node.put("detail", detail);
        ArrayNode list = node.putArray("errors");
        for (Violation violation : errors) {
            list.addObject().put("field", violation.field()).put("message", violation.message());
        }
        try {
            return Json.MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a problem that cannot be written", e);
        }
    }
}
