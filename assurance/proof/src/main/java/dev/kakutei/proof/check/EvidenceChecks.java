package dev.kakutei.proof.check;

import dev.kakutei.proof.FactHistory;
import dev.kakutei.proof.Promise;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Whether commands, reports and facts belong together. */
final class EvidenceChecks {
    private final CaseCheck check;

    private EvidenceChecks(CaseCheck check) {
        this.check = check;
    }

    static void examine(CaseCheck check) {
        EvidenceChecks checks = new EvidenceChecks(check);
        checks.commandedOnce();
        checks.settledOnEvidence();
    }

    private void commandedOnce() {
        if (check.history().steps().isEmpty() && check.file().commands().isEmpty()) {
            return;
        }
        if (!check.canCompare(Promise.ATTEMPT_COMMANDED_ONCE)) {
            return;
        }
        check.count(Promise.ATTEMPT_COMMANDED_ONCE);
        Map<Integer, Integer> sends = new HashMap<>();
        for (Command command : check.file().commands()) {
            if (command instanceof Command.Send send) {
                sends.merge(send.attempt(), 1, Integer::sum);
            }
        }
        for (FactHistory.Step step : check.history().steps()) {
            if (step.fact() instanceof Fact.AttemptStarted started) {
                Integer times = sends.remove(started.attempt());
                if (times == null) {
                    violate("attempt " + started.attempt() + " began without a command");
                } else if (times > 1) {
                    violate("attempt " + started.attempt() + " was commanded " + times + " times");
                }
            }
        }
        sends.keySet().forEach(attempt -> violate("attempt " + attempt + " was commanded and never began"));
    }

    private void violate(String sentence) {
        check.violate(Promise.ATTEMPT_COMMANDED_ONCE, sentence);
    }

    private void settledOnEvidence() {
        if (check.history().settlement().isEmpty() || !check.canJudge(Promise.SETTLED_ON_EVIDENCE)) {
            return;
        }
        Fact.Settled settled = (Fact.Settled) check.history().settlement().get().fact();
        check.count(Promise.SETTLED_ON_EVIDENCE);
        boolean rests = switch (settled.ground()) {
            case ANSWER -> check.file().reports().stream().anyMatch(report -> answers(report, settled));
            case VERIFICATION -> check.file().reports().stream().anyMatch(report -> finds(report, settled));
            case POLICY, OPERATOR -> true;
        };
        if (!rests) {
            check.violate(
                    Promise.SETTLED_ON_EVIDENCE,
                    "is settled as " + settled.verdict() + " by " + settled.ground() + ", and no report says so");
        }
    }

    private static boolean answers(Report report, Fact.Settled settled) {
        return report instanceof Report.AttemptReport attempt
                && attempt.attempt() == settled.attempt()
                && Objects.equals(attempt.outcome().answer(), settled.answer())
                && (settled.verdict() == Fact.Verdict.SUCCEEDED) == (attempt.outcome() instanceof Outcome.Delivered);
    }

    private static boolean finds(Report report, Fact.Settled settled) {
        if (!(report instanceof Report.InquiryReport inquiry) || !Objects.equals(inquiry.answer(), settled.answer())) {
            return false;
        }
        return settled.verdict() == Fact.Verdict.SUCCEEDED
                ? inquiry.finding() == Finding.SUCCEEDED
                : inquiry.finding() == Finding.DECLINED || inquiry.finding() == Finding.NOT_FOUND;
    }
}
