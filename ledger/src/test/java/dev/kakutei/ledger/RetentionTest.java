package dev.kakutei.ledger;

import static dev.kakutei.ledger.Histories.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The entry of a settled request is removed one day, and never begun again (ADR 9). */
class RetentionTest {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Retention RETENTION = new Retention(WEEK);

    @Test
    void removeAt_ofEveryState_isSetForWhatIsSettledAndNeedsNoPerson() {
        Histories.all().forEach((name, entry) -> {
            boolean over = entry.status().terminal() && !entry.contradicted();
            assertThat(RETENTION.removeAt(entry))
                    .as(name)
                    .isEqualTo(over ? entry.settlement().at().plus(WEEK) : null);
        });
    }

    /** Removed, it would make everything that is accepted until then look older than what was forgotten. */
    @Test
    void removeAt_acceptedInTimeToCome_isAfterThat() {
        LedgerEvent accepted = Histories.acceptance(Histories.DEADLINE, null);
        Instant inTenYears = START.plus(Duration.ofDays(3650));
        LedgerEvent early = new LedgerEvent(accepted.requestId(), 1, inTenYears, accepted.by(), accepted.fact());
        Entry settled = Entry.begin(early)
                .apply(new LedgerEvent(
                        early.requestId(),
                        2,
                        START,
                        "verifier",
                        new Fact.Settled(Fact.Verdict.CANCELLED, Fact.Ground.POLICY, 0, "because", null)));

        assertThat(RETENTION.removeAt(settled)).isEqualTo(inTenYears.plus(WEEK));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"-, 100, -", "40, 100, 40", "100, 40, 40", "100, 100, 100"})
    void until_anyTwoClocks_isTheEarlierOfThem(Long newest, long now, Long expected) {
        assertThat(RETENTION.until(newest == null ? null : at(newest), at(now)))
                .isEqualTo(Optional.ofNullable(expected).map(RetentionTest::at));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 3600})
    void arrival_ofWhatMayBeRemoved_isNotBegunAndRaisesAnAlert(long secondsAfterIt) {
        Observation again = new Observation.Arrived(Histories.acceptance(Histories.DEADLINE, null), at(secondsAfterIt));
        RequestRun run = new RequestRun(Policies.IDEMPOTENT)
                .at(START.plus(Duration.ofDays(8)))
                .observe(again)
                .observe(again);

        assertThat(run.entry()).isNull();
        assertThat(run.last().events()).isEmpty();
        assertThat(run.sends()).isZero();
        assertThat(run.alerts()).containsOnly("HIGH too_old_to_be_new");
        assertThat(run.effects(Effect.Raise.class).get(0).summary())
                .contains(Histories.ID.toString())
                .contains(START.toString());
    }

    /** However old it is: a long outage is no reason to refuse what was never seen. */
    @Test
    void arrival_acceptedAfterAllThatWasRemoved_isBegun() {
        Observation first =
                new Observation.Arrived(Histories.acceptance(Histories.DEADLINE, null), START.minusMillis(1));

        assertThat(new RequestRun(Policies.IDEMPOTENT)
                        .at(START.plus(Duration.ofDays(3650)))
                        .observe(first)
                        .sends())
                .isEqualTo(1);
    }

    @Test
    void arrival_ofWhatIsKnown_changesNothingHoweverOld() {
        RequestRun run = RequestRun.begun(Policies.IDEMPOTENT);
        run.observe(new Observation.Arrived(
                Histories.acceptance(Histories.DEADLINE, null), START.plus(Duration.ofDays(1))));

        assertThat(run.last().events()).isEmpty();
        assertThat(run.alerts()).isEmpty();
        assertThat(run.status()).isEqualTo(Status.SENDING);
    }

    @Test
    void retention_ofNoTime_isRefused() {
        assertThatThrownBy(() -> new Retention(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Instant at(long second) {
        return Histories.at(second);
    }
}
