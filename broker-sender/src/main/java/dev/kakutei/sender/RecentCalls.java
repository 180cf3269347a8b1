package dev.kakutei.sender;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.PositionLost;
import dev.kakutei.schemas.Report;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** What one gateway did in the last minute, in steps of ten seconds: for people, not for decisions. */
final class RecentCalls {
    private static final long STEP_SECONDS = 10;
    private static final long STEPS = 6;

    private static final class Step {
        private final long number;
        private int calls;
        private int errors;
        private int unknown;

        Step(long number) {
            this.number = number;
        }
    }

    /** The last minute added up. */
    record Summary(int calls, int errors, int unknown, Instant lastCallAt) {}

    private final Deque<Step> steps = new ArrayDeque<>();
    private Instant lastCallAt;

    synchronized void ended(Report report, Instant now) {
        boolean attempt = report instanceof Report.AttemptReport;
        Outcome outcome = attempt ? ((Report.AttemptReport) report).outcome() : null;
        Answer answer = attempt ? outcome.answer() : ((Report.InquiryReport) report).answer();
        if (answer.category() == Category.NOT_ATTEMPTED || attempt && PositionLost.isCauseOf(outcome)) {
            return;
        }
        Step step = step(now);
        step.calls++;
        lastCallAt = now;
        if (outcome instanceof Outcome.Unknown) {
            step.unknown++;
        } else if (outcome instanceof Outcome.Retryable
                || outcome instanceof Outcome.NotSent
                || !attempt && ((Report.InquiryReport) report).finding() == Finding.INCONCLUSIVE) {
            step.errors++;
        }
    }

    synchronized Summary lastMinute(Instant now) {
        discardOld(now);
        return new Summary(
                steps.stream().mapToInt(step -> step.calls).sum(),
                steps.stream().mapToInt(step -> step.errors).sum(),
                steps.stream().mapToInt(step -> step.unknown).sum(),
                lastCallAt);
    }

    private Step step(Instant now) {
        discardOld(now);
        long number = now.getEpochSecond() / STEP_SECONDS;
        if (steps.isEmpty() || steps.getLast().number != number) {
            steps.addLast(new Step(number));
        }
        return steps.getLast();
    }

    private void discardOld(Instant now) {
        long oldest = now.getEpochSecond() / STEP_SECONDS - STEPS;
        // a clock that went back must not keep them for ever
        while (!steps.isEmpty() && (steps.getFirst().number <= oldest || steps.size() > STEPS)) {
            steps.removeFirst();
        }
    }
}
