package dev.kakutei.ingest.admit;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.github.f4b6a3.uuid.UuidCreator;
import dev.kakutei.http.DeadlineRule;
import dev.kakutei.http.KeyHeader;
import dev.kakutei.http.Problem;
import dev.kakutei.http.Refused;
import dev.kakutei.operator.http.ChangedRequest;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.Resubmission;
import dev.kakutei.schemas.TraceContext;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.request.InvalidRequest;
import dev.kakutei.schemas.request.Submission;
import dev.kakutei.schemas.request.Violation;
import dev.kakutei.store.accept.NewRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Validates a request, and makes of it what is stored. */
public final class Admission {
    private final Supplier<Gateways> gateways;
    private final DeadlineRule deadlines;

    /** @param gateways read for each request: they change with their file */
    public Admission(Supplier<Gateways> gateways, DeadlineRule deadlines) {
        this.gateways = gateways;
        this.deadlines = deadlines;
    }

    /**
     * What comes beside the body.
     *
     * @param keys every value of the key's header
     * @param timeouts every value of the deadline's header
     * @param traceparent null for none
     */
    public record Envelope(
            RequestKind kind, String client, List<String> keys, List<String> timeouts, String traceparent) {
        public Envelope {
            requireNonNull(kind, "kind");
            requireNonNull(client, "client");
            keys = List.copyOf(keys);
            timeouts = List.copyOf(timeouts);
        }
    }

    /**
     * A request that is well-formed.
     *
     * @param objections why it cannot be accepted as a new one now. A request that was accepted before still gets its answer:
     *     it may have expired since, or its gateway may have been removed.
     */
    public record Admitted(NewRequest request, List<Violation> objections) {
        public Admitted {
            requireNonNull(request, "request");
            objections = List.copyOf(objections);
        }
    }

    public Admitted admit(Envelope envelope, JsonNode body, Instant now) throws Refused {
        Submission submission;
        try {
            submission = Submission.of(envelope.kind(), body);
        } catch (InvalidRequest e) {
            throw new Refused(Problem.invalid(e.violations()));
        }
        String key = key(envelope.keys(), submission.idempotencyKey());
        List<Violation> objections = new ArrayList<>();
        String gateway = gateway(submission, objections);
        if (submission.expiresAt() != null && !submission.expiresAt().isAfter(now)) {
            objections.add(new Violation("/expires_at", "is in the past"));
        }
        RequestId id = new RequestId(UuidCreator.getTimeOrderedEpoch(now));
        Fact.Accepted fact = new Fact.Accepted(
                envelope.kind(),
                envelope.client(),
                key,
                submission.digest(),
                gateway,
                submission.amount(),
                submission.currency(),
                now.plus(deadlines.waiting(envelope.timeouts())),
                submission.expiresAt(),
                trace(envelope.traceparent(), id).header(),
                normalised(submission),
                submission.note());
        return new Admitted(NewRequest.of(id, now, fact, submission.canonical()), objections);
    }

    /** Reads a changed request as strictly as a new one; every fault is named by its place in {@code at}. */
    public ChangedRequest change(RequestKind kind, String key, JsonNode body, String at, Instant now) throws Refused {
        List<Violation> violations = new ArrayList<>();
        try {
            Submission submission = Submission.of(kind, body);
            String gateway = gateway(submission, violations);
            if (submission.expiresAt() != null && !submission.expiresAt().isAfter(now)) {
                violations.add(new Violation("/expires_at", "is in the past"));
            }
            if (submission.idempotencyKey() != null
                    && !submission.idempotencyKey().equals(key)) {
                violations.add(new Violation("/idempotency_key", "is another request's; this one's key stays"));
            }
            if (violations.isEmpty()) {
                return new ChangedRequest(
                        new Resubmission(
                                submission.digest(),
                                gateway,
                                submission.amount(),
                                submission.currency(),
                                submission.expiresAt(),
                                normalised(submission)),
                        submission.note());
            }
        } catch (InvalidRequest e) {
            violations.addAll(e.violations());
        }
        throw new Refused(Problem.invalid(violations.stream()
                .map(violation -> new Violation(at + violation.field(), violation.message()))
                .toList()));
    }

    /** The key that a request names, where it can be read although the request is refused. */
    public static Optional<String> statedKey(List<String> headers, JsonNode body) {
        return headers.isEmpty()
                ? Optional.ofNullable(body.path("idempotency_key").textValue()).filter(Submission::isIdempotencyKey)
                : KeyHeader.key(headers.get(0));
    }

    /** The trace that a request names; one that is not valid is none. */
    public static Optional<String> statedTrace(String traceparent) {
        return TraceContext.parse(traceparent)
                .map(trace -> trace.child("reject").header());
    }

    /** Our place in the caller's trace; without one, or with one that is not valid, a trace begins here. */
    private static TraceContext trace(String traceparent, RequestId id) {
        return TraceContext.parse(traceparent)
                .map(trace -> trace.child("accept/" + id))
                .orElseGet(() -> TraceContext.root(id));
    }

    private static String key(List<String> headers, String inBody) throws Refused {
        Optional<String> inHeader = KeyHeader.only(headers);
        if (inHeader.isEmpty() && inBody == null) {
            throw new Refused(Problem.invalid(
                    "/idempotency_key", "is missing: give it in the header " + KeyHeader.NAME + " or in the body"));
        }
        if (inHeader.isPresent() && inBody != null && !inBody.equals(inHeader.get())) {
            throw new Refused(Problem.invalid("/idempotency_key", "differs from the header " + KeyHeader.NAME));
        }
        return inHeader.orElse(inBody);
    }

    private String gateway(Submission submission, List<Violation> objections) {
        Gateways now = gateways.get();
        String name = submission.gateway() == null ? now.route(submission.kind()) : submission.gateway();
        Optional<Gateway> gateway = now.named(name);
        if (gateway.isEmpty()) {
            objections.add(new Violation("/gateway", "is not a gateway of this installation"));
        } else if (!gateway.get().paths().containsKey(submission.kind())) {
            objections.add(new Violation(
                    "/gateway",
                    "the gateway \"" + name + "\" takes no " + submission.kind().plural()));
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
