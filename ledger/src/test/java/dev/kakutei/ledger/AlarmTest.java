package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.RequestId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Alerts are published once per cause, not once per request (SPEC F3). */
class AlarmTest {
    private static final Instant START = Histories.START;

    @Test
    void raised_twoThousandTimesInAMinute_isPublishedOnceAndThenWithTheCount() {
        List<Alert> published = new ArrayList<>();
        Alarm alarm = null;
        for (int i = 0; i < 2_000; i++) {
            Alarm.Update update = Alarm.raisedOrCleared(alarm, alert(i), START.plusMillis(30L * i));
            alarm = update.alarm();
            published.addAll(update.alerts());
        }
        assertThat(published).extracting(Alert::id).containsExactly(alert(0).id());
        assertThat(alarm.timePassed(START.plus(Alarm.REPEAT).minusMillis(1)).alerts())
                .isEmpty();

        Alarm.Update later = alarm.timePassed(START.plus(Alarm.REPEAT));
        assertThat(later.alerts()).singleElement().satisfies(alert -> {
            assertThat(alert.summary()).startsWith("1999 more, 2000 since " + START);
            assertThat(alert.count()).isEqualTo(2_000);
            assertThat(alert.alarm())
                    .as("one alarm, one name")
                    .isEqualTo(published.get(0).alarm());
            assertThat(alert.resolvedAt()).isNull();
        });
        assertThat(later.alarm().timePassed(START.plus(Duration.ofDays(1))).alerts())
                .as("a person must look, however long it takes")
                .isEmpty();
    }

    @Test
    void cleared_byEveryRequestThatRaisedIt_isResolvedAtTheLast() {
        Alarm alarm = Alarm.raisedOrCleared(null, alert(1), START).alarm();
        String name =
                Alarm.raisedOrCleared(null, alert(1), START).alerts().get(0).alarm();
        alarm = Alarm.raisedOrCleared(alarm, alert(2), START.plusSeconds(1)).alarm();

        Alarm.Update one = Alarm.raisedOrCleared(alarm, cleared(2), START.plusSeconds(2));
        assertThat(one.alerts()).isEmpty();

        Alarm.Update both = Alarm.raisedOrCleared(one.alarm(), cleared(1), START.plusSeconds(3));
        assertThat(both.alarm()).isNull();
        assertThat(both.alerts()).singleElement().satisfies(alert -> {
            assertThat(alert.alarm()).isEqualTo(name);
            assertThat(alert.resolvedAt()).isEqualTo(START.plusSeconds(3));
            assertThat(alert.count()).isEqualTo(2);
            assertThat(alert.severity()).isEqualTo(Alert.Severity.HIGH);
        });
    }

    @Test
    void cleared_whereNothingGoesOn_isNothing() {
        Alarm.Update update = Alarm.raisedOrCleared(null, cleared(1), START);

        assertThat(update.alarm()).isNull();
        assertThat(update.alerts()).isEmpty();
    }

    @Test
    void event_afterALongSilence_isResolvedOnce() {
        Alarm alarm = Alarm.raisedOrCleared(null, event(1), START).alarm();
        Instant later = START.plus(Alarm.SILENCE).plusSeconds(1);

        assertThat(alarm.timePassed(START.plus(Alarm.SILENCE)).alerts()).isEmpty();
        Alarm.Update update = alarm.timePassed(later);
        assertThat(update.alarm()).isNull();
        assertThat(update.alerts()).extracting(Alert::resolvedAt).containsExactly(later);
    }

    @Test
    void unreachable_seenToBeOver_isResolvedAtOnce_andOtherwiseAfterALongSilence() {
        Alert unreachable = of(1, Alert.Severity.HIGH, Cause.GATEWAY_UNREACHABLE);
        Alarm alarm = Alarm.raisedOrCleared(null, unreachable, START).alarm();
        alarm = Alarm.raisedOrCleared(alarm, unreachable, START.plusSeconds(5)).alarm();

        assertThat(alarm.timePassed(START.plus(Alarm.SILENCE)).alerts()).noneMatch(alert -> alert.resolvedAt() != null);
        assertThat(alarm.timePassed(START.plus(Alarm.SILENCE).plusSeconds(6)).alarm())
                .isNull();
        Alarm.Update reached = Alarm.raisedOrCleared(alarm, cleared(unreachable), START.plusSeconds(9));
        assertThat(reached.alarm()).isNull();
        assertThat(reached.alerts()).extracting(Alert::resolvedAt).containsExactly(START.plusSeconds(9));
    }

    /** No timer runs while a partition moves or is restored: what ended meanwhile is still published. */
    @Test
    void event_raisedAgainAfterASilenceThatWasNotSeen_endsTheOldOneAndBeginsANewOne() {
        Alarm alarm = Alarm.raisedOrCleared(null, event(1), START).alarm();
        Instant later = START.plus(Alarm.SILENCE).plusSeconds(1);

        Alarm.Update update = Alarm.raisedOrCleared(alarm, event(2), later);

        assertThat(update.alerts()).extracting(Alert::resolvedAt).containsExactly(later, null);
        assertThat(update.alerts()).extracting(Alert::alarm).doesNotHaveDuplicates();
        assertThat(update.alarm().raised()).isEqualTo(1);
    }

    @Test
    void raised_whileTheClockIsSetBack_isStillCounted() {
        Alarm alarm = Alarm.raisedOrCleared(null, event(1), START).alarm();
        Alarm.Update update = Alarm.raisedOrCleared(alarm, event(2), START.minus(Duration.ofDays(1)));

        assertThat(update.alerts()).isEmpty();
        assertThat(update.alarm().raised()).isEqualTo(2);
    }

    @Test
    void cause_ofANewerVersion_isAnEvent() {
        Alert unknown = new Alert("x/1", Alert.Severity.HIGH, "something_new", null, "bank", "look", START);
        Alarm alarm = Alarm.raisedOrCleared(null, unknown, START).alarm();

        assertThat(alarm.timePassed(START.plus(Alarm.SILENCE).plusSeconds(1)).alarm())
                .isNull();
    }

    @Test
    void subject_sameCauseAndGateway_isShared() {
        assertThat(Alarm.subject(alert(1))).isEqualTo(Alarm.subject(alert(2)));
        assertThat(Alarm.subject(alert(1))).isEqualTo(Alarm.subject(cleared(1)));
    }

    private static Alert alert(int number) {
        return of(number, Alert.Severity.HIGH, Cause.VERIFICATION_FAILED);
    }

    private static Alert event(int number) {
        return of(number, Alert.Severity.MEDIUM, Cause.ATTEMPTS_USED_UP);
    }

    private static Alert cleared(int number) {
        return cleared(alert(number));
    }

    private static Alert cleared(Alert raised) {
        return new Alert(
                raised.id() + "/cleared",
                Alert.Severity.LOW,
                raised.cause(),
                raised.requestId(),
                raised.gateway(),
                "settled",
                START,
                null,
                null,
                null,
                START);
    }

    private static Alert of(int number, Alert.Severity severity, Cause cause) {
        RequestId id = new RequestId(new UUID(0, number));
        return new Alert(cause.word() + "/" + id, severity, cause.word(), id, "bank", "look", START);
    }
}
