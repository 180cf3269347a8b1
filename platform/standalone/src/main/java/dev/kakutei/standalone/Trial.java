package dev.kakutei.standalone;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.request.Submission;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One request, played through the ledger as the verifier would: the ledger says which command comes next, and what follows
 * from a report. Nothing is sent or published.
 */
final class Trial {
    /** The same every time, so that two trials can be compared. */
    static final RequestId ID = RequestId.of("00000000-0000-7000-8000-000000000001");

    /** What a gateway may have called it. */
    static final String REFERENCE = "gateway-reference-1";

    private static final Duration CALLER_WAITS = Duration.ofSeconds(30);
    private static final String BY = "trial";

    private final Ledger ledger;
    private final Gateway gateway;
    private final Submission submission;
    private Entry entry;
    private Instant now;

    Trial(Gateway gateway, Submission submission, Instant now) {
        this.ledger = Ledger.of(new Gateways(gateway.name(), Map.of(), Map.of(gateway.name(), gateway)));
        this.gateway = gateway;
        this.submission = submission;
        this.now = now;
    }

    /** The first attempt; empty where the ledger would not even begin, as with a request that has expired. */
    Optional<Command.Send> send() {
        LedgerEvent accepted = new LedgerEvent(
                ID,
                1,
                now,
                BY,
                new Fact.Accepted(
                        submission.kind(),
                        BY,
                        BY,
                        submission.digest(),
                        gateway.name(),
                        submission.amount(),
                        submission.currency(),
                        now.plus(CALLER_WAITS),
                        submission.expiresAt(),
                        null,
                        submission.document(),
                        null));
        return effect(decide(new Observation.Arrived(accepted, null)), Effect.Send.class)
                .map(send -> new Command.Send(
                        ID,
                        submission.kind(),
                        gateway.name(),
                        send.attempt(),
                        now,
                        send.notAfter(),
                        send.callTimeout().toMillis(),
                        null,
                        submission.document(),
                        null,
                        0));
    }

    /** The first question, after an attempt whose outcome is unknown; empty where the gateway would not be asked. */
    Optional<Command.Inquire> inquire() {
        apply(new Report.AttemptReport(ID, 1, gateway.name(), BY, now, new Outcome.Unknown(unknown())));
        if (entry.dueAt() == null) {
            return Optional.empty();
        }
        now = entry.dueAt();
        return effect(decide(new Observation.TimeCame()), Effect.Inquire.class)
                .map(inquire -> new Command.Inquire(
                        ID,
                        submission.kind(),
                        gateway.name(),
                        inquire.inquiry(),
                        now,
                        inquire.notAfter(),
                        inquire.callTimeout().toMillis(),
                        null,
                        submission.document(),
                        BY,
                        inquire.gatewayReference(),
                        entry.recovery()));
    }

    /** Where the gateway is asked by its own reference, it has taken the request and named one. */
    private Answer unknown() {
        boolean byItsReference =
                gateway.statusQuery() != null && gateway.statusQuery().asksByGatewayReference(submission.kind());
        return byItsReference
                ? new Answer(Category.UNKNOWN, 202, "accepted_pending", null, 0, Map.of(), REFERENCE, null)
                : Answer.none(Category.NO_ANSWER, "no_answer", "no answer came");
    }

    void apply(Report report) {
        decide(new Observation.Reported(report));
    }

    /** What follows from the last report, in words. */
    String consequence() {
        return switch (entry.status()) {
            case SUCCEEDED -> "the request succeeds";
            case FAILED -> "the request fails: " + entry.reason();
            case RETRYING ->
                "it is sent again in " + inWords() + ", as attempt "
                        + (entry.attempts().count() + 1) + " of "
                        + gateway.retry().attempts();
            case ABORTED -> "the request is given up: " + entry.reason();
            case VERIFYING ->
                "the gateway is asked in " + inWords() + ", as question "
                        + (entry.inquiries().count() + 1) + " of "
                        + gateway.verification().after().size();
            case VERIFICATION_FAILED -> "a person is called: " + entry.reason();
            case EXPIRED -> "the request has expired and is never sent";
            case ACCEPTED, SENDING, PENDING_APPROVAL, RETURNED, HELD, CANCELLED -> "it stays " + entry.status();
        };
    }

    private String inWords() {
        long millis = Duration.between(now, entry.dueAt()).toMillis();
        if (millis < 120_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
        }
        return String.format(Locale.ROOT, "%.1f min", millis / 60_000.0);
    }

    private Decision decide(Observation observation) {
        Decision decision = ledger.decide(entry, observation, now);
        entry = decision.entry();
        return decision;
    }

    private static <E extends Effect> Optional<E> effect(Decision decision, Class<E> type) {
        return decision.effects().stream()
                .flatMap(effect -> type.isInstance(effect) ? Stream.of(type.cast(effect)) : Stream.empty())
                .findFirst();
    }
}
