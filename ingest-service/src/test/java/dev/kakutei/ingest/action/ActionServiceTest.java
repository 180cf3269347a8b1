package dev.kakutei.ingest.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.ingest.Requests;
import dev.kakutei.ingest.admit.DeadlineRule;
import dev.kakutei.ingest.meters.ActionMetrics;
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

/** The desk where Kafka is not there: bounded waiting, bounded places, an honest answer. */
class ActionServiceTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final CompletableFuture<Void> targets = new CompletableFuture<>();
    private final ActionService desk = new ActionService(
            new ActionConfig(new DeadlineRule(Duration.ofSeconds(10), Duration.ofSeconds(60)), 2),
            new KafkaConfig("127.0.0.1:1", new Topics("t.", 1), 1),
            (id, event) -> CompletableFuture.completedFuture(List.of()),
            resubmission -> targets,
            new ActionMetrics(registry));

    @AfterEach
    void close() {
        desk.close();
    }

    /** Who waits an hour is answered long before: Kafka has its own, shorter limit. */
    @Test
    void place_kafkaIsNotThere_isUnpublishedBeforeTheCallerGivesUpAndNoneBeyondTheRoomIsTaken() throws Exception {
        Duration hour = Duration.ofHours(1);
        CompletableFuture<Ending> one = desk.place(action("a"), hour);
        CompletableFuture<Ending> two = desk.place(action("b"), hour);

        assertThat(desk.place(action("c"), hour).getNow(null)).isInstanceOf(Ending.TurnedAway.class);
        assertThat(one.get(60, TimeUnit.SECONDS)).isInstanceOf(Ending.Unpublished.class);
        assertThat(two.get(60, TimeUnit.SECONDS)).isInstanceOf(Ending.Unpublished.class);
        assertThat(registry.get(ActionMetrics.ENDED)
                        .tag("ending", "unpublished")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(desk.anybody()).isFalse();
        CompletableFuture<Ending> free = desk.place(action("d"), hour);
        assertThat(free).isNotDone();
        desk.stopWaiting();
        assertThat(free.get(60, TimeUnit.SECONDS)).isInstanceOf(Ending.Unpublished.class);
        assertThat(desk.place(action("e"), hour).getNow(null)).isInstanceOf(Ending.TurnedAway.class);
    }

    @Test
    void place_callersTimeIsUp_isAnsweredThen() throws Exception {
        Ending ending = desk.place(action("a"), Duration.ofMillis(1)).get(60, TimeUnit.SECONDS);

        assertThat(ending).isInstanceOf(Ending.Unpublished.class);
    }

    @Test
    void comments_howeverMany_takeNoPlaceOfAnOrder() throws Exception {
        Duration longer = Duration.ofMinutes(1);
        assertThat(desk.place(action("a", OperatorAction.Type.COMMENT), longer)).isNotDone();
        assertThat(desk.place(action("b", OperatorAction.Type.COMMENT), longer).getNow(null))
                .isInstanceOf(Ending.TurnedAway.class);

        assertThat(desk.place(action("c"), longer)).isNotDone();
        assertThat(desk.place(action("d"), longer)).isNotDone();
        assertThat(registry.get(ActionMetrics.WAITING).gauge().value()).isEqualTo(3);
        assertThat(desk.place(action("e"), longer).getNow(null)).isInstanceOf(Ending.TurnedAway.class);
    }

    @Test
    void resubmission_itsTargetCannotBeStored_failsAndItsPlaceIsFree() {
        CompletableFuture<Ending> one = desk.place(resubmission("a"), Duration.ofHours(1));
        assertThat(one).isNotDone();

        targets.completeExceptionally(new StoreUnavailable(new SQLException("away")));

        assertThat(one).isCompletedExceptionally();
        assertThat(desk.anybody()).isFalse();
        assertThat(registry.get(ActionMetrics.WAITING).gauge().value()).isZero();
    }

    @Test
    void resubmission_itsTargetIsNotStoredInTime_isAnsweredThen() throws Exception {
        Ending ending = desk.place(resubmission("a"), Duration.ofMillis(1)).get(60, TimeUnit.SECONDS);

        assertThat(ending).isInstanceOf(Ending.Unpublished.class);
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
