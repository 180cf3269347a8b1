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

    private final Examination one;
    private final List<GatewayLine> posts;

    private ArrivalChecks(Examination one) {
        this.one = one;
        this.posts = one.posts();
    }

    static void examine(Examination one) {
        ArrivalChecks checks = new ArrivalChecks(one);
        for (Report.AttemptReport report : one.attemptReports()) {
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
        if (!one.hasAllOf(promise)) {
            return false;
        }
        if (!one.terms().hasPostsOf(report.gateway())) {
            one.skip(promise, NO_JOURNAL);
            return false;
        }
        return true;
    }

    private void notSent(Report.AttemptReport report) {
        one.count(Promise.NOT_SENT_IS_ABSENT);
        posts.stream()
                .filter(post -> isOf(post, report.attempt()))
                .findFirst()
                .ifPresent(post -> one.violate(
                        Promise.NOT_SENT_IS_ABSENT,
                        "attempt " + report.attempt() + " was reported as not sent at " + report.at()
                                + ", and arrived at " + post.at()));
    }

    /** An earlier sender may have posted it before the position was lost, and that post may still be on its way. */
    private void positionLost(Report.AttemptReport report) {
        Optional<Entry> entry = one.life().now();
        Optional<Gateway> gateway = one.terms().gateway(report.gateway());
        if (entry.isEmpty() || gateway.isEmpty()) {
            one.skip(Promise.LOST_POSITION_NOT_POSTED, "its request or its gateway is not known");
            return;
        }
        Instant arrivedBy = report.at().plus(one.onItsWay(entry.get(), gateway.get()));
        if (arrivedBy.isAfter(one.terms().now())) {
            one.skip(Promise.LOST_POSITION_NOT_POSTED, Examination.IN_MOTION);
            return;
        }
        one.count(Promise.LOST_POSITION_NOT_POSTED);
        for (GatewayLine post : posts) {
            if (isOf(post, report.attempt()) && post.at() != null && post.at().isAfter(arrivedBy)) {
                one.violate(
                        Promise.LOST_POSITION_NOT_POSTED,
                        "attempt " + report.attempt() + " was reported as position_lost at " + report.at()
                                + ", and posted at " + post.at());
            }
        }
    }

    private void neitherPostedOnce() {
        boolean neither = one.gateway()
                .filter(gateway -> gateway.gatewayClass() == GatewayClass.NEITHER)
                .isPresent();
        if (!neither || posts.isEmpty() || !one.canJudge(Promise.NEITHER_POSTED_ONCE)) {
            return;
        }
        if (posts.stream().anyMatch(post -> post.attempt() == null)) {
            one.skip(Promise.NEITHER_POSTED_ONCE, "a post whose attempt the journal does not name");
            return;
        }
        one.count(Promise.NEITHER_POSTED_ONCE);
        Set<Integer> accepted = one.life().acceptedAttempts();
        for (int i = 1; i < posts.size(); i++) {
            int attempt = posts.get(i).attempt();
            for (GatewayLine earlier : posts.subList(0, i)) {
                int first = Math.min(attempt, earlier.attempt());
                int second = Math.max(attempt, earlier.attempt());
                boolean safe = first != second && (accepted.contains(second) || didNothing(first));
                if (!safe) {
                    one.violate(
                            Promise.NEITHER_POSTED_ONCE,
                            "attempt " + attempt + " was posted after attempt " + earlier.attempt()
                                    + ", which may have taken effect");
                }
            }
        }
    }

    /** It arrived, so that only the gateway's own answer counts. */
    private boolean didNothing(int attempt) {
        return one.attemptReports().stream()
                .anyMatch(report -> report.attempt() == attempt && Absence.isAnswered(report.outcome()));
    }

    private static boolean isOf(GatewayLine post, int attempt) {
        return post.attempt() != null && post.attempt() == attempt;
    }
}
