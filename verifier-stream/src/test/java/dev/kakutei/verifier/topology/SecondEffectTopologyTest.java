package dev.kakutei.verifier.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.SecondEffect;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sending again to a gateway that neither recognises a repetition nor can be asked, over topics. */
class SecondEffectTopologyTest {
    private static final String GATEWAYS = """
            gateways:
              bank:
                class: neither
                url: http://127.0.0.1:1
                paths: {payment: /payments, order: /orders}
            """;

    private final LedgerOnTopics topics = new LedgerOnTopics(GATEWAYS);
    private final RequestId id = new RequestId(UUID.randomUUID());

    @AfterEach
    void close() {
        topics.close();
    }

    @Test
    void sendAgain_unaccepted_isRefusedAndNothingIsSent() {
        withPerson();

        topics.action(sendAgain());

        assertThat(topics.commands()).isEmpty();
        assertThat(topics.events()).isEmpty();
        assertThat(topics.actionRefusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.reason()).contains("accept_second_effect"));
        assertThat(topics.entry(id).status()).isEqualTo(Status.VERIFICATION_FAILED);
    }

    @Test
    void sendAgain_accepted_isSentOnceAsAFactWithAnAlert() {
        withPerson();
        OperatorAction action = sendAgain().with(SecondEffect.ACCEPTED);

        topics.action(action);
        topics.action(action);

        assertThat(topics.commands()).singleElement().isInstanceOf(Command.Send.class);
        assertThat(topics.events())
                .first()
                .satisfies(event -> assertThat(((Fact.OperatorActed) event.fact()).secondEffectAccepted())
                        .isEqualTo(SecondEffect.ACCEPTED));
        List<Alert> alerts = topics.alerts().stream()
                .filter(alert -> alert.cause().equals("perhaps_twice"))
                .toList();
        assertThat(alerts).singleElement().satisfies(alert -> {
            assertThat(alert.severity()).isEqualTo(Alert.Severity.HIGH);
            assertThat(alert.requestId()).isEqualTo(id);
            assertThat(alert.summary()).contains(id.toString(), "\"bank\"", "attempt 2");
        });
        assertThat(topics.entry(id).attempts().risky()).isEqualTo(2);
        assertThat(topics.entry(id).inDoubt()).isTrue();
    }

    private void withPerson() {
        topics.accept(LedgerOnTopics.payment(id));
        topics.report(id, 1, new Outcome.Unknown(Answer.none(Category.NO_ANSWER, "timeout", "no answer")));
        topics.commands();
        topics.events();
        topics.alerts();
    }

    private OperatorAction sendAgain() {
        return new OperatorAction(
                "action-1",
                id,
                topics.entry(id).seq(),
                OperatorAction.Type.SEND_AGAIN,
                "client-1",
                OperatorAction.Role.OPERATOR,
                "the customer waits",
                topics.now());
    }
}
