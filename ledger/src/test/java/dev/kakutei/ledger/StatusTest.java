package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.RequestStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StatusTest {
    private static final Set<Status> ENDS =
            EnumSet.of(Status.SUCCEEDED, Status.FAILED, Status.ABORTED, Status.EXPIRED, Status.CANCELLED);

    @ParameterizedTest
    @EnumSource(Status.class)
    void terminal_exactlyTheFiveEnds_andNothingFollowsThem(Status status) {
        assertThat(status.terminal()).isEqualTo(ENDS.contains(status));
        assertThat(status.next().isEmpty()).isEqualTo(ENDS.contains(status));
    }

    @ParameterizedTest
    @EnumSource(Status.class)
    void everyStatus_isReachableFromAccepted(Status status) {
        assertThat(reachableFrom(Status.ACCEPTED)).contains(status);
    }

    @Test
    void accepted_isNeverReturnedTo() {
        for (Status status : Status.values()) {
            assertThat(status.next()).doesNotContain(Status.ACCEPTED).doesNotContain(status);
        }
    }

    @ParameterizedTest
    @EnumSource(Status.class)
    void everyStatusThatIsNoEnd_leadsToOne(Status status) {
        if (!status.terminal()) {
            assertThat(reachableFrom(status)).containsAnyElementsOf(ENDS);
        }
    }

    @Test
    void everyStatusAfterAnAttempt_canBeSettledByALateSuccess() {
        for (Status status : reachableFrom(Status.SENDING)) {
            assertThat(status.terminal() || status.next().contains(Status.SUCCEEDED))
                    .as(status.name())
                    .isTrue();
        }
    }

    @Test
    void waitsForPerson_exactlyWhereAPersonMustAct_andNeverAtTheEnd() {
        assertThat(EnumSet.allOf(Status.class).stream().filter(Status::waitsForPerson))
                .containsExactlyInAnyOrder(
                        Status.PENDING_APPROVAL, Status.RETURNED, Status.HELD, Status.VERIFICATION_FAILED);
    }

    @Test
    void pendingVerification_exactlyWhileInDoubt() {
        assertThat(EnumSet.allOf(Status.class).stream().filter(Status::pendingVerification))
                .containsExactlyInAnyOrder(Status.VERIFYING, Status.VERIFICATION_FAILED);
    }

    @ParameterizedTest
    @CsvSource({
        "ACCEPTED, PENDING",
        "PENDING_APPROVAL, PENDING_APPROVAL",
        "RETURNED, PENDING_APPROVAL",
        "HELD, PENDING",
        "SENDING, PENDING",
        "RETRYING, PENDING",
        "VERIFYING, PENDING",
        "VERIFICATION_FAILED, PENDING",
        "SUCCEEDED, AUTHORIZED",
        "FAILED, FAILED",
        "ABORTED, FAILED",
        "EXPIRED, FAILED",
        "CANCELLED, FAILED"
    })
    void outward_ofAPayment_neverCallsADoubtAFailure(Status status, RequestStatus outward) {
        assertThat(status.outward(RequestKind.PAYMENT)).isEqualTo(outward);
    }

    @Test
    void outward_ofAnOrderThatSucceeded_isSucceeded() {
        assertThat(Status.SUCCEEDED.outward(RequestKind.ORDER)).isEqualTo(RequestStatus.SUCCEEDED);
    }

    @ParameterizedTest
    @EnumSource(Status.class)
    void word_readBack_isTheSameStatus(Status status) {
        assertThat(Status.ofWord(status.word())).isEqualTo(status);
        assertThat(status.word()).isLowerCase();
    }

    private static Set<Status> reachableFrom(Status start) {
        Set<Status> seen = EnumSet.of(start);
        Deque<Status> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (Status next : open.pop().next()) {
                if (seen.add(next)) {
                    open.push(next);
                }
            }
        }
        return seen;
    }
}
