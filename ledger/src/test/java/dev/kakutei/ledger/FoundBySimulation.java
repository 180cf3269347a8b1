package dev.kakutei.ledger;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayClass;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** One request that is led by hand along a way that a simulated schedule went. */
final class FoundBySimulation {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final Answer ANSWER = Answer.none(Category.OK, "ok", null);

    private final RequestId id = RequestId.of("00000000-0000-0000-0000-000000000001");
    private final Ledger ledger;
    private Decision last;

    FoundBySimulation(GatewayPolicy policy) {
        ledger = new Ledger(Map.of("gateway", policy));
        Fact.Accepted accepted = new Fact.Accepted(
                RequestKind.PAYMENT,
                "client",
                "key",
                "0".repeat(64),
                "gateway",
                null,
                null,
                START.plusSeconds(1),
                null,
                null,
                NullNode.getInstance(),
                null);
        last = ledger.decide(
                null, new Observation.Arrived(new LedgerEvent(id, 1, START, "ingest", accepted), null), START);
    }

    /** Windows of 10 s, calls of 1 s, a settling time of 20 s, retries after 1 s, an inquiry after 30 s. */
    static GatewayPolicy policy(GatewayClass type, GatewayPolicy.Asking asking, Duration keyMemory) {
        return new GatewayPolicy(
                type,
                asking,
                keyMemory,
                Duration.ofSeconds(10),
                Duration.ofSeconds(1),
                new RetrySchedule(5, Duration.ofSeconds(1), Duration.ofSeconds(1), Gateway.Jitter.NONE),
                new Gateway.Verification(
                        List.of(Duration.ofSeconds(30)), Duration.ofSeconds(20), 1, Gateway.NotFound.FAIL));
    }

    Decision reported(int attempt, Outcome outcome, Instant now) {
        Report report = new Report.AttemptReport(id, attempt, "gateway", "sender", now, outcome);
        return observed(new Observation.Reported(report), now);
    }

    Decision found(Finding finding, Instant now) {
        Report report = new Report.InquiryReport(
                id, last.entry().inquiries().open(), "gateway", "sender", now, finding, ANSWER);
        return observed(new Observation.Reported(report), now);
    }

    Decision verifyNow(Instant now) {
        OperatorAction.Type action = OperatorAction.Type.VERIFY_NOW;
        return observed(
                new Observation.ActionRequested(new OperatorAction(
                        "action",
                        id,
                        last.entry().seq(),
                        action,
                        "operator",
                        OperatorAction.Role.OPERATOR,
                        "a reason",
                        now)),
                now);
    }

    Decision timeCame() {
        return timeCame(last.entry().dueAt());
    }

    Decision timeCame(Instant now) {
        return observed(new Observation.TimeCame(), now);
    }

    private Decision observed(Observation observation, Instant now) {
        last = ledger.decide(last.entry(), observation, now);
        return last;
    }
}
