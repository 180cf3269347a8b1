package dev.kakutei.verifier.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.codec.Undecodable;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.testkit.SamplePayment;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ObservationDecoderTest {
    private static final Topics TOPICS = new Topics("t.", 3);
    private static final Instant NOW = Instant.parse("2026-03-02T01:02:03Z");
    private static final Instant REMOVED = NOW.minusSeconds(86_400);

    private final ObservationDecoder decoder = new ObservationDecoder(TOPICS);
    private final RequestId id = RequestId.of(UUID.randomUUID().toString());

    static Stream<Topic<?>> inputs() {
        return Stream.of(TOPICS.accepted(), TOPICS.actions(), TOPICS.outcomes());
    }

    @Test
    void decode_acceptance_isAnArrivalThatKnowsWhatMayHaveBeenRemoved() {
        LedgerEvent event = LedgerEvent.first(id, NOW, accepted());

        assertThat(decode(TOPICS.accepted(), event)).isEqualTo(new Observation.Arrived(event, REMOVED));
    }

    @Test
    void decode_action_isARequestedAction() {
        OperatorAction action = action();

        assertThat(decode(TOPICS.actions(), action)).isEqualTo(new Observation.ActionRequested(action));
    }

    @Test
    void decode_report_isAReport() {
        Report report = report();

        assertThat(decode(TOPICS.outcomes(), report)).isEqualTo(new Observation.Reported(report));
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void decode_noMessage_isUndecodable(Topic<?> topic) {
        for (byte[] value : new byte[][] {null, {}, "{}".getBytes(UTF_8), "no JSON".getBytes(UTF_8)}) {
            assertThatThrownBy(() -> decoder.decode(topic.name(), id.toString(), value, REMOVED))
                    .isInstanceOf(Undecodable.class);
        }
    }

    @Test
    void decode_underAnotherKey_isRefused() {
        byte[] acceptance = TOPICS.accepted().codec().encode(LedgerEvent.first(id, NOW, accepted()));
        byte[] action = TOPICS.actions().codec().encode(action());
        byte[] report = TOPICS.outcomes().codec().encode(report());
        for (String key : new String[] {null, "", UUID.randomUUID().toString()}) {
            assertRefused(TOPICS.accepted(), key, acceptance);
            assertRefused(TOPICS.actions(), key, action);
            assertRefused(TOPICS.outcomes(), key, report);
        }
    }

    private void assertRefused(Topic<?> topic, String key, byte[] value) {
        assertThatThrownBy(() -> decoder.decode(topic.name(), key, value, REMOVED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the key is " + key + ", the request is " + id);
    }

    private <T> Observation decode(Topic<T> topic, T message) {
        return decoder.decode(topic.name(), id.toString(), topic.codec().encode(message), REMOVED);
    }

    private static Fact.Accepted accepted() {
        JsonNode document = Json.MAPPER.createObjectNode().put("amount", "12.50");
        return SamplePayment.accepted("default", "key-1", "bank", document, NOW.plusSeconds(30));
    }

    private OperatorAction action() {
        return new OperatorAction(
                "o-1",
                id,
                2,
                OperatorAction.Type.APPROVE,
                "boss",
                OperatorAction.Role.APPROVER,
                "because",
                NOW,
                null,
                null,
                null);
    }

    private Report report() {
        Outcome outcome = new Outcome.Unknown(Answer.none(Category.NO_ANSWER, "timeout", "no answer in time"));
        return new Report.AttemptReport(id, 1, "bank", "sender-1", NOW, outcome);
    }
}
