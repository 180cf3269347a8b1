package dev.kakutei.ledger;

import static dev.kakutei.ledger.Histories.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Outcome;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** SPEC A5: true whenever a call was made, or may have been made, whose outcome is not known. */
class OutcomeUnknownTest {
    private static final Instant MUCH_LATER = at(1_000_000);
    private static final Set<Status> NOTHING_UNDER_WAY = EnumSet.of(
            Status.PENDING_APPROVAL,
            Status.RETURNED,
            Status.HELD,
            Status.SUCCEEDED,
            Status.FAILED,
            Status.ABORTED,
            Status.EXPIRED,
            Status.CANCELLED);

    /** What is read may be behind: the call may be under way already. */
    @Test
    void accepted_isUnknown() {
        assertThat(Histories.accepted().entry().outcomeUnknown(at(0))).isTrue();
    }

    @Test
    void callUnderWay_isUnknownThoughNothingIsPendingVerificationYet() {
        Entry sending = Histories.sent().entry();

        assertThat(sending.pendingVerification()).isFalse();
        assertThat(sending.outcomeUnknown(at(1))).isTrue();
    }

    @Test
    void callEndedWithoutAnAnswer_isUnknown() {
        assertThat(Histories.doubted().entry().outcomeUnknown(at(3))).isTrue();
        assertThat(Histories.doubted().withAPerson(10).entry().outcomeUnknown(MUCH_LATER))
                .isTrue();
    }

    @Test
    void backoffAfterACertainFailure_isKnownUntilTheNextAttemptIsDue() {
        Entry retrying = Histories.sent().retrying(2, Outcome.Doubt.NONE).entry();

        assertThat(retrying.outcomeUnknown(retrying.dueAt().minusMillis(1))).isFalse();
        assertThat(retrying.outcomeUnknown(retrying.dueAt())).isTrue();
    }

    @Test
    void backoffAfterADoubtfulFailure_isUnknown() {
        Entry retrying = Histories.sent().retrying(2, Outcome.Doubt.POSSIBLE).entry();

        assertThat(retrying.outcomeUnknown(retrying.dueAt().minusMillis(1))).isTrue();
    }

    @Test
    void settled_isKnown() {
        for (Fact.Verdict verdict : List.of(Fact.Verdict.SUCCEEDED, Fact.Verdict.FAILED, Fact.Verdict.ABORTED)) {
            assertThat(Histories.sent().settled(8, verdict, 1).entry().outcomeUnknown(MUCH_LATER))
                    .as(verdict.name())
                    .isFalse();
        }
    }

    /** For each history that the tests know: whatever is pending verification is unknown, and nothing is that cannot be. */
    @Test
    void everyHistory_isUnknownExactlyWhereTheGatewayMayHaveActedUnseen() {
        for (Map.Entry<String, Entry> history : Histories.all().entrySet()) {
            Entry entry = history.getValue();
            boolean nothingUnderWay = NOTHING_UNDER_WAY.contains(entry.status());
            assertThat(entry.outcomeUnknown(MUCH_LATER))
                    .as(history.getKey())
                    .isEqualTo(entry.pendingVerification() || !nothingUnderWay);
        }
    }
}
