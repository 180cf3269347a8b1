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

/** Alerts are told once per cause, not once per request (SPEC F3). */
class AlarmTest {
    private static final Instant START = Histories.START;

    @Test
    void raised_twoThousandTimesInAMinute_isToldOnceAndThenWithTheCount() {
        List<Alert> told = new ArrayList<>();
        Alarm alarm = null;
        for (int i = 0; i < 2_000; i++) {
            Alarm.Ringing ringing = Alarm.raised(alarm, alert(i), START.plusMillis(30L * i));
            alarm = ringing.alarm();
            ringing.telling().ifPresent(told::add);
        }
        assertThat(told).containsExactly(alert(0));
        assertThat(alarm.timePassed(START.plus(Alarm.REPEAT).minusMillis(1)).telling())
                .isEmpty();

        Alarm.Ringing later = alarm.timePassed(START.plus(Alarm.REPEAT));
        assertThat(later.telling().orElseThrow().summary()).startsWith("1999 more, 2000 since " + START);
        assertThat(later.alarm().timePassed(START.plus(Duration.ofDays(1))).telling())
                .isEmpty();
    }

    @Test
    void raised_afterALongSilence_isANewOne() {
        Alarm alarm = Alarm.raised(null, alert(1), START).alarm();
        Instant later = START.plus(Alarm.SILENCE).plusSeconds(1);

        assertThat(alarm.over(later)).isTrue();
        assertThat(Alarm.raised(alarm, alert(2), later).telling()).contains(alert(2));
    }

    @Test
    void over_whileSomethingIsUntold_isNot() {
        Alarm alarm = Alarm.raised(null, alert(1), START).alarm();
        Alarm counted = Alarm.raised(alarm, alert(2), START.plusSeconds(1)).alarm();

        assertThat(counted.over(START.plus(Duration.ofDays(1)))).isFalse();
    }

    @Test
    void raised_whileTheClockIsSetBack_isStillCounted() {
        Alarm alarm = Alarm.raised(null, alert(1), START).alarm();
        Alarm.Ringing ringing = Alarm.raised(alarm, alert(2), START.minus(Duration.ofDays(1)));

        assertThat(ringing.telling()).isEmpty();
        assertThat(ringing.alarm().raised()).isEqualTo(2);
    }

    @Test
    void subject_sameCauseAndGateway_isShared() {
        assertThat(Alarm.subject(alert(1))).isEqualTo(Alarm.subject(alert(2)));
        assertThat(Alarm.counts(alert(1))).isTrue();
        assertThat(Alarm.counts(of(1, Alert.Severity.LOW))).isFalse();
    }

    private static Alert alert(int number) {
        return of(number, Alert.Severity.HIGH);
    }

    private static Alert of(int number, Alert.Severity severity) {
        RequestId id = new RequestId(new UUID(0, number));
        return new Alert("verification_failed/" + id, severity, "verification_failed", id, "bank", "look", START);
    }
}
