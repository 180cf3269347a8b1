package dev.kakutei.verifier.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Settled requests leave the store after a week, and are not begun again whatever is announced (ADR 9). */
class RemovedRequestsTest {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration TICK = Duration.ofMillis(100);
    private static final Outcome DELIVERED =
            new Outcome.Delivered(new Answer(Category.OK, 201, null, null, 5, Map.of(), "b-1", "{}"));
    private static final Outcome BUSY = new Outcome.Retryable(
            new Answer(Category.CLIENT_ERROR, 429, "busy", null, 5, Map.of(), null, null), Outcome.Doubt.NONE);
    private static final Outcome REFUSED =
            new Outcome.Refused(new Answer(Category.CLIENT_ERROR, 402, "declined", null, 5, Map.of(), null, null));

    private final LedgerOnTopics topics = new LedgerOnTopics(LedgerOnTopics.GATEWAYS, WEEK);

    @AfterEach
    void close() {
        topics.close();
    }

    @Test
    void settled_aWeekAgo_isRemovedWhenANewerRequestHasArrived() {
        RequestId id = settled(DELIVERED);
        topics.pass(WEEK.plus(TICK));
        assertThat(topics.entry(id)).as("nothing has arrived since").isNotNull();

        arrival();
        topics.pass(TICK);

        assertThat(topics.entry(id)).isNull();
        assertThat(topics.remembered()).isZero();
        assertThat(topics.counted("verifier_removed_total")).isEqualTo(1);
    }

    @Test
    void settled_lessThanAWeekAgo_isKept() {
        RequestId id = settled(DELIVERED);
        topics.pass(WEEK.minus(TICK));
        arrival();
        topics.pass(TICK.dividedBy(2));

        assertThat(topics.entry(id)).isNotNull();
        assertThat(topics.remembered()).isEqualTo(1);
    }

    @Test
    void removed_announcedAgain_isNotSentAndRaisesAnAlert() {
        RequestId id = removed();
        topics.commands();
        topics.events();

        topics.accept(LedgerOnTopics.payment(id));
        topics.accept(LedgerOnTopics.payment(id));
        topics.pass(Duration.ofHours(1));

        assertThat(topics.entry(id)).isNull();
        assertThat(topics.commands()).noneMatch(command -> command.requestId().equals(id));
        assertThat(topics.events()).noneMatch(event -> event.requestId().equals(id));
        assertThat(topics.alerts())
                .filteredOn(alert -> alert.cause().equals("too_old_to_be_new"))
                .isNotEmpty()
                .allMatch(alert -> alert.severity() == Alert.Severity.HIGH)
                .anyMatch(alert -> alert.summary().contains(id.toString()));
    }

    @Test
    void removed_reportedOnVeryLate_raisesAnAlertAndIsNotDropped() {
        RequestId id = removed();
        topics.report(id, 1, DELIVERED);

        assertThat(topics.alerts())
                .anyMatch(alert -> alert.cause().equals("report_without_command")
                        && alert.summary().contains("attempt 1 (Delivered) of request " + id));
        assertThat(topics.entry(id)).isNull();
    }

    @Test
    void contradicted_needsAPerson_isNeverRemoved() {
        RequestId id = settled(REFUSED);
        topics.report(id, 1, DELIVERED);
        assertThat(topics.entry(id).contradicted()).isTrue();
        topics.pass(WEEK.multipliedBy(52));
        arrival();
        topics.pass(TICK);

        assertThat(topics.entry(id).status()).isEqualTo(Status.FAILED);
        assertThat(topics.remembered()).isZero();
    }

    @Test
    void unsettled_howeverOld_isNeverRemoved() {
        RequestId id = new RequestId(UUID.randomUUID());
        topics.accept(LedgerOnTopics.payment(id));
        topics.pass(WEEK.multipliedBy(52));
        arrival();
        topics.pass(TICK);

        assertThat(topics.entry(id)).isNotNull();
    }

    /** After a long outage of the outbox, everything arrives late, and in order. */
    @Test
    void newRequests_olderThanTheRetention_areBegunAllTheSame() {
        removed();
        topics.commands();
        topics.pass(WEEK.multipliedBy(3));
        Instant longAgo = topics.now().minus(WEEK.multipliedBy(2));
        RequestId late = new RequestId(UUID.randomUUID());

        topics.accept(LedgerOnTopics.payment(late, longAgo));

        assertThat(topics.commands()).hasSize(1);
        assertThat(topics.entry(late).status()).isEqualTo(Status.SENDING);
    }

    @Test
    void manyRemovable_atOnce_goInBoundedStepsAndDoNotHoldUpTimers() {
        List<RequestId> many = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            many.add(settled(DELIVERED));
        }
        topics.pass(WEEK.plus(TICK));
        RequestId waiting = arrival();
        topics.commands();
        topics.pass(TICK);
        assertThat(topics.remembered()).as("half of a tick's limit").isEqualTo(50);

        topics.report(waiting, 1, BUSY);
        topics.pass(Duration.ofMillis(5_100));
        assertThat(topics.commands()).as("the timer among them").hasSize(1);
        topics.pass(TICK);
        assertThat(many).filteredOn(id -> topics.entry(id) != null).isEmpty();
    }

    private RequestId settled(Outcome outcome) {
        RequestId id = new RequestId(UUID.randomUUID());
        topics.accept(LedgerOnTopics.payment(id));
        topics.report(id, 1, outcome);
        return id;
    }

    /** A request that is accepted and arrives now. */
    private RequestId arrival() {
        RequestId id = new RequestId(UUID.randomUUID());
        topics.accept(LedgerOnTopics.payment(id, topics.now()));
        return id;
    }

    private RequestId removed() {
        RequestId id = settled(DELIVERED);
        assertThat(topics.results(RequestKind.PAYMENT)).hasSize(1);
        topics.pass(WEEK.plus(TICK));
        arrival();
        topics.pass(TICK);
        assertThat(topics.entry(id)).isNull();
        List<LedgerEvent> events = topics.events();
        assertThat(events).isNotEmpty();
        return id;
    }
}
