package dev.kakutei.proof;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import java.util.Optional;

/** What a caller asks for, in the version that stands: the one accepted, or the last one that took its place. */
public record Wanted(JsonNode document, String digest, String gateway) {
    public Wanted {
        requireNonNull(document, "document");
        requireNonNull(digest, "digest");
        requireNonNull(gateway, "gateway");
    }

    /** The version that this fact brings; empty where it brings none. */
    static Optional<Wanted> by(Fact fact) {
        if (fact instanceof Fact.Accepted accepted) {
            return Optional.of(new Wanted(accepted.request(), accepted.digest(), accepted.gateway()));
        }
        return fact instanceof ApprovalFact.Resubmitted again
                ? Optional.of(new Wanted(again.request(), again.digest(), again.gateway()))
                : Optional.empty();
    }
}
