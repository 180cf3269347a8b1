package dev.kakutei.ingest.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.github.f4b6a3.uuid.UuidCreator;
import dev.kakutei.ingest.store.NewRequest;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.request.InvalidRequest;
import dev.kakutei.schemas.request.Submission;
import dev.kakutei.schemas.request.Violation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a request must have to be taken, and what it is taken as. */
final class Admission {
    static final String KEY_HEADER = "Idempotency-Key";

    private final Gateways gateways;
    private final DeadlineRule deadlines;

    Admission(Gateways gateways, DeadlineRule deadlines) {
        this.gateways = gateways;
        this.deadlines = deadlines;
    }

    /**
     * What comes beside the body.
     *
     * @param keys every value of the key's header
     * @param timeout the deadline's header; null for none
     * @param traceparent null for none
     */
    record Envelope(RequestKind kind, String client, List<String> keys, String timeout, String traceparent) {}

    /**
     * A request that is well-formed.
     *
     * @param objections why it cannot be taken as a new one, today and here. A request that was taken before is still
     *     answered for: it may have expired since, or its gateway may be gone.
     */
    record Admitted(NewRequest request, List<Violation> objections) {
        Admitted {
            objections = List.copyOf(objections);
        }
    }

    Admitted admit(Envelope envelope, JsonNode body, Instant now) throws Refused {
        Submission submission;
        try {
            submission = Submission.of(envelope.kind(), body);
        } catch (InvalidRequest e) {
            throw new Refused(Problem.invalid(e.violations()));
        }
        List<Violation> violations = new ArrayList<>();
        String key = key(envelope.keys(), submission.idempotencyKey(), violations);
        if (!violations.isEmpty()) {
            throw new Refused(Problem.invalid(violations));
        }
        String gateway = gateway(submission, violations);
        if (submission.expiresAt() != null && !submission.expiresAt().isAfter(now)) {
            violations.add(new Violation("/expires_at", "is in the past"));
        }
        Fact.Accepted fact = new Fact.Accepted(
                envelope.kind(),
                envelope.client(),
                key,
                submission.digest(),
                gateway,
                submission.amount(),
                submission.currency(),
                now.plus(deadlines.waiting(envelope.timeout())),
                submission.expiresAt(),
                TraceParent.of(envelope.traceparent()),
                normalised(submission));
        RequestId id = new RequestId(UuidCreator.getTimeOrderedEpoch(now));
        return new Admitted(NewRequest.of(id, now, fact, submission.canonical()), violations);
    }

    private static String key(List<String> headers, String inBody, List<Violation> violations) {
        List<String> different = headers.stream().map(String::strip).distinct().toList();
        if (different.isEmpty()) {
            if (inBody == null) {
                violations.add(new Violation(
                        "/idempotency_key", "is missing: give it in the header " + KEY_HEADER + " or in the body"));
            }
            return inBody;
        }
        String key = different.get(0);
        if (different.size() > 1) {
            violations.add(new Violation(KEY_HEADER, "is given more than once, with different values"));
        } else if (!Submission.isIdempotencyKey(key)) {
            violations.add(new Violation(
                    KEY_HEADER,
                    "must be 1 to " + Submission.MAX_KEY_LENGTH + " visible ASCII characters without spaces"));
        } else if (inBody != null && !inBody.equals(key)) {
            violations.add(new Violation("/idempotency_key", "differs from the header " + KEY_HEADER));
        }
        return key;
    }

    private String gateway(Submission submission, List<Violation> violations) {
        String name = submission.gateway() == null ? gateways.route(submission.kind()) : submission.gateway();
        Optional<Gateway> gateway = gateways.named(name);
        if (gateway.isEmpty()) {
            violations.add(new Violation("/gateway", "is not a gateway of this installation"));
        } else if (!gateway.get().paths().containsKey(submission.kind())) {
            violations.add(new Violation(
                    "/gateway",
                    "the gateway \"" + name + "\" takes no " + submission.kind().wire() + "s"));
        }
        return name;
    }

    /** The relay reads the document from its canonical spelling; the fact recorded here must equal the one made there. */
    private static JsonNode normalised(Submission submission) {
        try {
            return Json.MAPPER.readTree(submission.canonical());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("canonical JSON that is not JSON", e);
        }
    }
}
