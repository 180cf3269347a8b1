package dev.kakutei.proof.check;

import dev.kakutei.ledger.Entry;
import dev.kakutei.proof.GatewayLine;
import dev.kakutei.proof.Promise;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.PositionLost;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayClass;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What arrived at the gateway, against what senders reported of it. Counted are reports, and requests in the last one. */
final class ArrivalChecks {
    private static final String NO_JOURNAL = "no journal with the posts of its gateway was given";

    private final CaseCheck check;
    private final List<GatewayLine> posts;

    private ArrivalChecks(CaseCheck check) {
        this.check = check;
        this.posts = check.posts();
    }

    static void examine(CaseCheck check) {
        ArrivalChecks checks = new ArrivalChecks(check);
        for (Report.AttemptReport report : check.attemptReports()) {
            if (report.outcome() instanceof Outcome.NotSent && checks.hasPosts(Promise.NOT_SENT_IS_ABSENT, report)) {
                checks.notSent(report);
            } else if (PositionLost.isCauseOf(report.outcome())
                    && checks.hasPosts(Promise.LOST_POSITION_NOT_POSTED, report)) {
                checks.positionLost(report);
            }
        }
        checks.neitherPostedOnce();
    }

    private boolean hasPosts(Promise promise, Report report) {
        if (!check.hasAllOf(promise)) {
            return false;
        }
        if (!check.context().hasPostsOf(report.gateway())) {
            check.skip(promise, NO_JOURNAL);
            return false;
        }
        return true;
    }

    private void notSent(Report.AttemptReport report) {
        check.count(Promise.NOT_SENT_IS_ABSENT);
        posts.stream()
                .filter(post -> isOf(post, report.attempt()))
                .findFirst()
                .ifPresent(post -> check.violate(
                        Promise.NOT_SENT_IS_ABSENT,
                        "attempt " + report.attempt() + " was reported as not sent at " + report.at()
                                + ", and arrived at " + post.at()));
    }

    /** An earlier sender may have posted it before the position was lost, and that post may still be on its way. */
    private void positionLost(Report.AttemptReport report) {
        Optional<Entry> entry = check.history().now();
        Optional<Gateway> gateway = check.context().gateway(report.gateway());
        if (entry.isEmpty() || gateway.isEmpty()) {
            check.skip(Promise.LOST_POSITION_NOT_POSTED, "its request or its gateway is not known");
            return;
        }
        Instant arrivedBy = report.at().plus(check.onItsWay(entry.get(), gateway.get()));
        if (arrivedBy.isAfter(check.context().now())) {
            check.skip(Promise.LOST_POSITION_NOT_POSTED, CaseCheck.IN_MOTION);
            return;
        }
        check.count(Promise.LOST_POSITION_NOT_POSTED);
        for (GatewayLine post : posts) {
            if (isOf(post, report.attempt()) && post.at() != null && post.at().isAfter(arrivedBy)) {
                check.violate(
                        Promise.LOST_POSITION_NOT_POSTED,
                        "attempt " + report.attempt() + " was reported as position_lost at " + report.at()
                                + ", and posted at " + post.at());
            }
        }
    }

    private void neitherPostedOnce() {
        boolean neither = check.gateway()
                .filter(gateway -> gateway.gatewayClass() == GatewayClass.NEITHER)
                .isPresent();
        if (!neither || posts.isEmpty() || !check.canJudge(Promise.NEITHER_POSTED_ONCE)) {
            return;
        }
        if (posts.stream().anyMatch(post -> post.attempt() == null)) {
            check.skip(Promise.NEITHER_POSTED_ONCE, "a post whose attempt the journal does not name");
            return;
        }
        check.count(Promise.NEITHER_POSTED_ONCE);
        Set<Integer> accepted = check.history().acceptedAttempts();
        for (int i = 1; i < posts.size(); i++) {
            int attempt = posts.get(i).attempt();
            for (GatewayLine earlier : posts.subList(0, i)) {
                int first = Math.min(attempt, earlier.attempt());
                int second = Math.max(attempt, earlier.attempt());
                boolean safe = first != second && (accepted.contains(second) || didNothing(first));
                if (!safe) {
                    check.violate(
                            Promise.NEITHER_POSTED_ONCE,
                            "attempt " + attempt + " was posted after attempt " + earlier.attempt()
                                    + ", which may have taken effect");
                }
            }
        }
    }

    /** It arrived, so that only the gateway's own answer counts. */
    private boolean didNothing(int attempt) {
        return check.attemptReports().stream()
                .anyMatch(report -> report.attempt() == attempt && Absence.isAnswered(report.outcome()));
    }

    private static boolean isOf(GatewayLine post, int attempt) {
        return post.attempt() != null && post.attempt() == attempt;
    }
}
