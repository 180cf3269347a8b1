package dev.kakutei.proof;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import java.util.Optional;

/** What a caller asks for, in the current version: the one accepted, or the last one that replaced it. */
public record RequestVersion(JsonNode document, String digest, String gateway) {
    public RequestVersion {
        requireNonNull(document, "document");
        requireNonNull(digest, "digest");
        requireNonNull(gateway, "gateway");
    }

    /** The version that this fact brings; empty where it brings none. */
    static Optional<RequestVersion> by(Fact fact) {
        if (fact instanceof Fact.Accepted accepted) {
            return Optional.of(new RequestVersion(accepted.request(), accepted.digest(), accepted.gateway()));
        }
        return fact instanceof ApprovalFact.Resubmitted again
                ? Optional.of(new RequestVersion(again.request(), again.digest(), again.gateway()))
                : Optional.empty();
    }
}
