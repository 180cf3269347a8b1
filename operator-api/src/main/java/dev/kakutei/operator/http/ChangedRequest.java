package dev.kakutei.operator.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.http.Refused;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.Resubmission;
import java.time.Instant;

/** A changed request for the place of one that was returned, and what its submitter says of it; null for nothing. */
public record ChangedRequest(Resubmission request, String note) {
    public ChangedRequest {
        requireNonNull(request, "request");
    }

    /** Reads one by the rules for new requests, which are not known here. */
    public interface Reader {
        /** As strictly as a new one; every fault is named by its place in {@code at}. */
        ChangedRequest read(RequestKind kind, String key, JsonNode body, String at, Instant now) throws Refused;
    }
}
