package dev.kakutei.proof.check;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ledger.Entry;
import dev.kakutei.proof.CaseFile;
import dev.kakutei.proof.FactHistory;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.GatewayLine;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.ProofContext;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One case file, with the context to judge it in and the findings to add to. */
public record CaseCheck(CaseFile file, ProofContext context, Findings findings) {
    static final String IN_MOTION = "moved while it was read";

    public CaseCheck {
        requireNonNull(file, "file");
        requireNonNull(context, "terms");
        requireNonNull(findings, "findings");
    }

    /** Runs all checks on one case. */
    public static void of(CaseFile file, ProofContext context, Findings findings) {
        CaseCheck check = new CaseCheck(file, context, findings);
        RecordChecks.examine(check);
        EffectChecks.examine(check);
        EvidenceChecks.examine(check);
        PostChecks.examine(check);
        ArrivalChecks.examine(check);
        CommandChecks.examine(check);
        RuleChecks.examine(check);
        DoubtChecks.examine(check);
        AlertChecks.examine(check);
    }

    FactHistory history() {
        return file.history();
    }

    Optional<Gateway> gateway() {
        return history().now().flatMap(entry -> context.gateway(entry.gateway()));
    }

    /** What arrived at the gateways, from the journals that have all of it. */
    List<GatewayLine> posts() {
        return file.lines(GatewayLine.Type.RECEIVED).stream()
                .filter(line -> context.journalsWithPosts().contains(line.journal()))
                .toList();
    }

    /** How the attempts ended, in the order in which the ledger received the reports. */
    List<Report.AttemptReport> attemptReports() {
        return file.reports().stream()
                .filter(Report.AttemptReport.class::isInstance)
                .map(Report.AttemptReport.class::cast)
                .toList();
    }

    /**
     * How long after its beginning a call may still arrive: it lasts as long as its caller would wait, where that is longer
     * than the gateway's own limit, and may lie before the gateway for the settling time.
     */
    Duration onItsWay(Entry entry, Gateway gateway) {
        return longestCall(entry, gateway)
                .plus(gateway.verification().settlingTime())
                .plus(context.skew());
    }

    static Duration longestCall(Entry entry, Gateway gateway) {
        Duration waited = Duration.between(entry.acceptedAt(), entry.deadline());
        return waited.compareTo(gateway.callTimeout()) > 0 ? waited : gateway.callTimeout();
    }

    /** Whether all that this promise needs was read, however much of it is kept. */
    boolean hasAllOf(Promise promise) {
        return promise.needs().stream().allMatch(context::has);
    }

    /** Whether everything is at hand that this promise needs; what is missing for this case alone is noted. */
    boolean canJudge(Promise promise) {
        Instant acceptedAt = acceptedAt();
        for (Promise.Source source : promise.needs()) {
            if (!context.has(source)) {
                return false;
            }
            if (acceptedAt != null && !context.isComplete(source, acceptedAt)) {
                findings.skipped(promise, "older than what is kept of the " + source.word());
                return false;
            }
        }
        return true;
    }

    /** The same for a promise that compares sources, which were not read at one moment. */
    boolean canCompare(Promise promise) {
        if (!canJudge(promise)) {
            return false;
        }
        if (file.movedAfter(context.cut())) {
            findings.skipped(promise, IN_MOTION);
            return false;
        }
        return true;
    }

    /** The same for a promise that depends on the gateway's settings, which must be in the gateway file. */
    Optional<Gateway> canJudgeByGateway(Promise promise) {
        if (!canJudge(promise) || history().steps().isEmpty()) {
            return Optional.empty();
        }
        Optional<Gateway> gateway = gateway();
        if (gateway.isEmpty()) {
            skip(promise, "its gateway is not in the gateway file");
        }
        return gateway;
    }

    /** Whether Kafka may have lost some of what was written about it; that is noted. */
    boolean mayHaveLost(Promise promise) {
        Instant acceptedAt = acceptedAt();
        if (acceptedAt == null || !context.mayHaveLost(acceptedAt)) {
            return false;
        }
        findings.skipped(promise, "from before Kafka lost records");
        return true;
    }

    void count(Promise promise) {
        findings.examined(promise);
    }

    void skip(Promise promise, String why) {
        findings.skipped(promise, why);
    }

    void violate(Promise promise, String sentence) {
        findings.violated(promise, file.id(), sentence);
    }

    private Instant acceptedAt() {
        return history()
                .now()
                .map(Entry::acceptedAt)
                .orElseGet(() ->
                        file.events().isEmpty() ? null : file.events().get(0).at());
    }
}
