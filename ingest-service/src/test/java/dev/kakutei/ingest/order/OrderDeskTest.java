package dev.kakutei.ingest.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.ingest.Requests;
import dev.kakutei.ingest.admit.DeadlineRule;
import dev.kakutei.ingest.meters.OrderMeters;
import dev.kakutei.ingest.store.StoreUnavailable;
import dev.kakutei.schemas.OperatorOrder;
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
class OrderDeskTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final CompletableFuture<Void> targets = new CompletableFuture<>();
    private final OrderDesk desk = new OrderDesk(
            new OrderConfig(new DeadlineRule(Duration.ofSeconds(10), Duration.ofSeconds(60)), 2),
            new KafkaConfig("127.0.0.1:1", new Topics("t.", 1), 1),
            (id, event) -> CompletableFuture.completedFuture(List.of()),
            resubmission -> targets,
            new OrderMeters(registry));

    @AfterEach
    void close() {
        desk.close();
    }

    /** Who waits an hour is answered long before: Kafka has its own, shorter limit. */
    @Test
    void place_kafkaIsNotThere_isUnpublishedBeforeTheCallerGivesUpAndNoneBeyondTheRoomIsTaken() throws Exception {
        Duration hour = Duration.ofHours(1);
        CompletableFuture<Ending> one = desk.place(order("a"), hour);
        CompletableFuture<Ending> two = desk.place(order("b"), hour);

        assertThat(desk.place(order("c"), hour).getNow(null)).isInstanceOf(Ending.TurnedAway.class);
        assertThat(one.get(60, TimeUnit.SECONDS)).isInstanceOf(Ending.Unpublished.class);
        assertThat(two.get(60, TimeUnit.SECONDS)).isInstanceOf(Ending.Unpublished.class);
        assertThat(registry.get(OrderMeters.ENDED)
                        .tag("ending", "unpublished")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(desk.anybody()).isFalse();
        CompletableFuture<Ending> free = desk.place(order("d"), hour);
        assertThat(free).isNotDone();
        desk.stopWaiting();
        assertThat(free.get(60, TimeUnit.SECONDS)).isInstanceOf(Ending.Unpublished.class);
        assertThat(desk.place(order("e"), hour).getNow(null)).isInstanceOf(Ending.TurnedAway.class);
    }

    @Test
    void place_callersTimeIsUp_isAnsweredThen() throws Exception {
        Ending ending = desk.place(order("a"), Duration.ofMillis(1)).get(60, TimeUnit.SECONDS);

        assertThat(ending).isInstanceOf(Ending.Unpublished.class);
    }

    @Test
    void comments_howeverMany_takeNoPlaceOfAnOrder() throws Exception {
        Duration longer = Duration.ofMinutes(1);
        assertThat(desk.place(order("a", OperatorOrder.Action.COMMENT), longer)).isNotDone();
        assertThat(desk.place(order("b", OperatorOrder.Action.COMMENT), longer).getNow(null))
                .isInstanceOf(Ending.TurnedAway.class);

        assertThat(desk.place(order("c"), longer)).isNotDone();
        assertThat(desk.place(order("d"), longer)).isNotDone();
        assertThat(registry.get(OrderMeters.WAITING).gauge().value()).isEqualTo(3);
        assertThat(desk.place(order("e"), longer).getNow(null)).isInstanceOf(Ending.TurnedAway.class);
    }

    @Test
    void resubmission_itsTargetCannotBeStored_failsAndItsPlaceIsFree() {
        CompletableFuture<Ending> one = desk.place(resubmission("a"), Duration.ofHours(1));
        assertThat(one).isNotDone();

        targets.completeExceptionally(new StoreUnavailable(new SQLException("away")));

        assertThat(one).isCompletedExceptionally();
        assertThat(desk.anybody()).isFalse();
        assertThat(registry.get(OrderMeters.WAITING).gauge().value()).isZero();
    }

    @Test
    void resubmission_itsTargetIsNotStoredInTime_isAnsweredThen() throws Exception {
        Ending ending = desk.place(resubmission("a"), Duration.ofMillis(1)).get(60, TimeUnit.SECONDS);

        assertThat(ending).isInstanceOf(Ending.Unpublished.class);
    }

    private static OperatorOrder resubmission(String id) {
        return new OperatorOrder(
                id,
                Requests.payment(id).id(),
                1,
                OperatorOrder.Action.RESUBMIT,
                "shop",
                OperatorOrder.Role.SUBMITTER,
                null,
                Requests.T0,
                new Resubmission("ef".repeat(32), "other", null, null, null, Json.MAPPER.createObjectNode()));
    }

    private static OperatorOrder order(String id) {
        return order(id, OperatorOrder.Action.HOLD);
    }

    private static OperatorOrder order(String id, OperatorOrder.Action action) {
        return new OperatorOrder(
                id, Requests.payment(id).id(), 1, action, "boss", OperatorOrder.Role.OPERATOR, "r", Requests.T0);
    }
}
