package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RequestStatus;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.StatusChange;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** SPEC C11: the messages that are published. */
class ResultMessagesTest {
    @Test
    void result_ofEveryEnd_namesItsVerdict_andOfNothingElse() {
        for (Map.Entry<String, Entry> history : Histories.all().entrySet()) {
            Entry entry = history.getValue();
            if (entry.status().terminal()) {
                Result result = ResultMessages.result(entry);
                assertThat(result.verdict().name()).isEqualTo(entry.status().name());
                assertThat(result.status())
                        .isEqualTo(
                                entry.status() == Status.SUCCEEDED ? RequestStatus.AUTHORIZED : RequestStatus.FAILED);
            } else {
                assertThatThrownBy(() -> ResultMessages.result(entry))
                        .as(history.getKey())
                        .isInstanceOf(IllegalStateException.class);
            }
        }
    }

    @Test
    void result_ofAFailure_keepsWhatWasLearnt() {
        Result result = ResultMessages.result(RequestRun.begun(Policies.QUERYABLE)
                .attemptEnded(Observations.REFUSED)
                .entry());

        assertThat(result.gatewayStatusCode()).isEqualTo(402);
        assertThat(result.lastErrorCode()).isEqualTo("code_402");
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(result.verdict()).isEqualTo(Fact.Verdict.FAILED);
    }

    @Test
    void statusChange_inDoubt_isPendingVerification() {
        StatusChange change = ResultMessages.statusChange(Histories.doubted().entry());

        assertThat(change.status()).isEqualTo(RequestStatus.PENDING);
        assertThat(change.pendingVerification()).isTrue();
        assertThat(change.seq()).isEqualTo(3);
    }

    @Test
    void alert_ofAnUnknownRequest_isStillAnAlert() {
        Effect.Raise raise = new Effect.Raise(Alert.Severity.HIGH, "report_without_command", "who?");

        assertThat(ResultMessages.alert(null, raise, Histories.START).id()).isEqualTo("report_without_command/unknown");
        assertThat(ResultMessages.alert(Histories.sent().entry(), raise, Histories.START)
                        .requestId())
                .isEqualTo(Histories.ID);
    }
}
