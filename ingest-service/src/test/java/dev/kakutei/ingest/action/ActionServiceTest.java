package dev.kakutei.ingest.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.ingest.Requests;
import dev.kakutei.ingest.admit.DeadlineRule;
import dev.kakutei.ingest.metrics.ActionMetrics;
import dev.kakutei.ingest.store.StoreUnavailable;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Resubmission;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The service while Kafka is not there: bounded waiting, bounded places, an honest answer. */
class ActionServiceTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final CompletableFuture<Void> stored = new CompletableFuture<>();
    private final ActionService actions = new ActionService(
            new ActionConfig(new DeadlineRule(Duration.ofSeconds(10), Duration.ofSeconds(60)), 2),
            new KafkaConfig("127.0.0.1:1", new Topics("t.", 1), 1),
            (id, event) -> CompletableFuture.completedFuture(List.of()),
            this::evidence,
            new ActionMetrics(registry));

    @AfterEach
    void close() {
        actions.close();
    }

    /** Who waits an hour is answered long before: Kafka has its own, shorter limit. */
    @Test
    void request_kafkaIsNotThere_isUnpublishedBeforeTheCallerGivesUpAndNoneBeyondTheRoomIsTaken() throws Exception {
        Duration hour = Duration.ofHours(1);
        CompletableFuture<ActionResult> one = actions.request(action("a"), hour);
        CompletableFuture<ActionResult> two = actions.request(action("b"), hour);

        assertThat(actions.request(action("c"), hour).getNow(null)).isInstanceOf(ActionResult.TurnedAway.class);
        assertThat(one.get(60, TimeUnit.SECONDS)).isInstanceOf(ActionResult.Unpublished.class);
        assertThat(two.get(60, TimeUnit.SECONDS)).isInstanceOf(ActionResult.Unpublished.class);
        assertThat(registry.get(ActionMetrics.ENDED)
                        .tag("result", "unpublished")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(actions.isActive()).isFalse();
        CompletableFuture<ActionResult> free = actions.request(action("d"), hour);
        assertThat(free).isNotDone();
        actions.stopWaiting();
        assertThat(free.get(60, TimeUnit.SECONDS)).isInstanceOf(ActionResult.Unpublished.class);
        assertThat(actions.request(action("e"), hour).getNow(null)).isInstanceOf(ActionResult.TurnedAway.class);
    }

    @Test
    void request_callersTimeIsUp_isAnsweredThen() throws Exception {
        ActionResult result = actions.request(action("a"), Duration.ofMillis(1)).get(60, TimeUnit.SECONDS);

        assertThat(result).isInstanceOf(ActionResult.Unpublished.class);
    }

    @Test
    void comments_howeverMany_takeNoPlaceOfAnAction() throws Exception {
        Duration longer = Duration.ofMinutes(1);
        assertThat(actions.request(action("a", OperatorAction.Type.COMMENT), longer))
                .isNotDone();
        assertThat(actions.request(action("b", OperatorAction.Type.COMMENT), longer)
                        .getNow(null))
                .isInstanceOf(ActionResult.TurnedAway.class);

        assertThat(actions.request(action("c"), longer)).isNotDone();
        assertThat(actions.request(action("d"), longer)).isNotDone();
        assertThat(registry.get(ActionMetrics.WAITING).gauge().value()).isEqualTo(3);
        assertThat(actions.request(action("e"), longer).getNow(null)).isInstanceOf(ActionResult.TurnedAway.class);
    }

    @Test
    void resubmission_itsTargetCannotBeStored_failsAndItsPlaceIsFree() {
        CompletableFuture<ActionResult> one = actions.request(resubmission("a"), Duration.ofHours(1));
        assertThat(one).isNotDone();

        stored.completeExceptionally(new StoreUnavailable(new SQLException("away")));

        assertThat(one).isCompletedExceptionally();
        assertThat(actions.isActive()).isFalse();
        assertThat(registry.get(ActionMetrics.WAITING).gauge().value()).isZero();
    }

    @Test
    void resubmission_itsTargetIsNotStoredInTime_isAnsweredThen() throws Exception {
        ActionResult result =
                actions.request(resubmission("a"), Duration.ofMillis(1)).get(60, TimeUnit.SECONDS);

        assertThat(result).isInstanceOf(ActionResult.Unpublished.class);
    }

    /** As in the service: resubmissions leave evidence, the other actions here leave none. */
    private CompletableFuture<Void> evidence(OperatorAction action) {
        return action.type() == OperatorAction.Type.RESUBMIT ? stored : CompletableFuture.completedFuture(null);
    }

    private static OperatorAction resubmission(String id) {
        return new OperatorAction(
                id,
                Requests.payment(id).id(),
                1,
                OperatorAction.Type.RESUBMIT,
                "shop",
                OperatorAction.Role.SUBMITTER,
                null,
                Requests.T0,
                new Resubmission("ef".repeat(32), "other", null, null, null, Json.MAPPER.createObjectNode()));
    }

    private static OperatorAction action(String id) {
        return action(id, OperatorAction.Type.HOLD);
    }

    private static OperatorAction action(String id, OperatorAction.Type action) {
        return new OperatorAction(
                id, Requests.payment(id).id(), 1, action, "boss", OperatorAction.Role.OPERATOR, "r", Requests.T0);
    }
}
