package dev.kakutei.verifier.topology;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.RequestStatus;
import dev.kakutei.schemas.Resubmission;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.StatusChange;
import dev.kakutei.schemas.codec.CanonicalJson;
import dev.kakutei.schemas.codec.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Holding for approval on topics, in virtual time (SPEC C9). */
class ApprovalTopologyTest {
    private final LedgerOnTopics topics = new LedgerOnTopics(
            LedgerOnTopics.GATEWAYS + "approvals: [{name: large, at_least: {JPY: 10}, within: 1h, then: alert}]\n");
    private final RequestId id = new RequestId(UUID.randomUUID());

    @AfterEach
    void close() {
        topics.close();
    }

    @Test
    void held_untilApproved_publishesItsStatusAndSendsNothing() {
        topics.accept(LedgerOnTopics.payment(id));
        topics.pass(Duration.ofMinutes(59));

        assertThat(topics.commands()).isEmpty();
        assertThat(topics.alerts()).isEmpty();
        assertThat(topics.statuses())
                .extracting(StatusChange::status, StatusChange::eventType)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(RequestStatus.PENDING_APPROVAL, "PaymentPendingApproval"));

        topics.action(action(OperatorAction.Type.APPROVE, OperatorAction.Role.APPROVER, "boss", 2, null));

        assertThat(topics.commands()).hasSize(1).first().isInstanceOf(Command.Send.class);
        assertThat(topics.statuses()).extracting(StatusChange::state).containsExactly("sending");
        topics.pass(Duration.ofMinutes(2));
        assertThat(topics.alerts()).noneMatch(alert -> alert.cause().equals("approval_overdue"));
    }

    @Test
    void heldForTooLong_raisesOneAlertThatIsResolvedByTheApproval() {
        topics.accept(LedgerOnTopics.payment(id));
        topics.pass(Duration.ofHours(1).plusSeconds(1));
        topics.pass(Duration.ofHours(30));

        assertThat(topics.alerts()).singleElement().satisfies(alert -> {
            assertThat(alert.cause()).isEqualTo("approval_overdue");
            assertThat(alert.requestId()).isEqualTo(id);
            assertThat(alert.resolvedAt()).isNull();
        });
        assertThat(topics.entry(id).status()).isEqualTo(Status.PENDING_APPROVAL);

        topics.action(action(OperatorAction.Type.APPROVE, OperatorAction.Role.APPROVER, "boss", 3, null));
        topics.pass(Duration.ofSeconds(10));

        assertThat(topics.alerts()).singleElement().satisfies(alert -> {
            assertThat(alert.cause()).isEqualTo("approval_overdue");
            assertThat(alert.resolvedAt()).isNotNull();
        });
    }

    @Test
    void resubmitted_andApproved_isSentAsItIsThenAndTheDocumentGoesWithTheEnd() {
        topics.accept(LedgerOnTopics.payment(id));
        topics.action(action(OperatorAction.Type.RETURN, OperatorAction.Role.APPROVER, "boss", 2, null));
        JsonNode document = Json.MAPPER.createObjectNode().put("amount", "7.00");
        Resubmission changed = new Resubmission(
                CanonicalJson.digest(CanonicalJson.of(document)),
                "bank",
                new BigDecimal("7.00"),
                "JPY",
                null,
                document);
        topics.action(action(OperatorAction.Type.RESUBMIT, OperatorAction.Role.SUBMITTER, "default", 3, changed));
        assertThat(topics.commands()).isEmpty();
        assertThat(topics.documents()).containsExactly(document);

        // announced again by the reconciler: the first version comes back to nothing
        topics.accept(LedgerOnTopics.payment(id));
        topics.action(action(OperatorAction.Type.APPROVE, OperatorAction.Role.APPROVER, "boss", 5, null));

        List<Command> commands = topics.commands();
        assertThat(commands).hasSize(1);
        assertThat(commands.get(0).request()).isEqualTo(document);
        topics.report(id, 1, new Outcome.Delivered(new Answer(Category.OK, 201, null, null, 1, Map.of(), null, null)));
        List<Result> results = topics.results(RequestKind.PAYMENT);
        assertThat(results).hasSize(1);
        assertThat(results.get(0).amount()).isEqualByComparingTo("7.00");
        assertThat(topics.documents()).isEmpty();
    }

    private OperatorAction action(
            OperatorAction.Type action, OperatorAction.Role role, String person, int basedOn, Resubmission changed) {
        return new OperatorAction(
                "o-" + basedOn, id, basedOn, action, person, role, "because", topics.now(), changed, null, null);
    }
}
