package dev.kakutei.sender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RecentCallsTest {
    private static final Instant T0 = Instant.parse("2026-03-02T01:02:00Z");
    private final RecentCalls recentCalls = new RecentCalls();

    @Test
    void lastMinute_ofCallsThatEndedInEveryWay_countsEachOnce() {
        recentCalls.ended(report(new Outcome.Delivered(answer(Category.OK))), T0);
        recentCalls.ended(report(new Outcome.Refused(answer(Category.CLIENT_ERROR))), T0.plusSeconds(1));
        recentCalls.ended(report(new Outcome.Unknown(answer(Category.NO_ANSWER))), T0.plusSeconds(12));
        recentCalls.ended(report(new Outcome.NotSent(answer(Category.NOT_ATTEMPTED))), T0.plusSeconds(13));

        assertThat(recentCalls.lastMinute(T0.plusSeconds(20)))
                .isEqualTo(new RecentCalls.Summary(3, 0, 1, T0.plusSeconds(12)));
        assertThat(recentCalls.lastMinute(T0.plusSeconds(65)))
                .isEqualTo(new RecentCalls.Summary(1, 0, 1, T0.plusSeconds(12)));
        assertThat(recentCalls.lastMinute(T0.plusSeconds(900)))
                .isEqualTo(new RecentCalls.Summary(0, 0, 0, T0.plusSeconds(12)));
    }

    @Test
    void lastMinute_clockGoesBack_stillDiscardsOldCalls() {
        for (int second = 600; second >= 0; second -= 10) {
            recentCalls.ended(report(new Outcome.Delivered(answer(Category.OK))), T0.plusSeconds(second));
        }
        assertThat(recentCalls.lastMinute(T0).calls()).isLessThanOrEqualTo(7);
    }

    private static Report report(Outcome outcome) {
        return new Report.AttemptReport(new RequestId(new UUID(1, 2)), 1, "bank", "sender", T0, outcome);
    }

    private static Answer answer(Category category) {
        return new Answer(category, null, "code", "words", 5, Map.of(), null, null);
    }
}
