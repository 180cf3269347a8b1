package dev.kakutei.proof.check;

import dev.kakutei.ledger.Entry;
import dev.kakutei.proof.FactHistory;
import dev.kakutei.proof.GatewayLine;
import dev.kakutei.proof.Promise;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.gateway.Gateway;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What arrived at the gateway, against what was to be sent. */
final class PostChecks {
    private final CaseCheck check;
    private final List<GatewayLine> posts;

    private PostChecks(CaseCheck check) {
        this.check = check;
        this.posts = check.posts();
    }

    static void examine(CaseCheck check) {
        PostChecks checks = new PostChecks(check);
        checks.postedOnce();
        checks.noPostTooLate();
    }

    private void postedOnce() {
        // After a loss attempts are numbered from the last one that is known, and two of them may have the same number.
        if (posts.isEmpty()
                || check.mayHaveLost(Promise.ATTEMPT_POSTED_ONCE)
                || !check.canJudge(Promise.ATTEMPT_POSTED_ONCE)) {
            return;
        }
        check.count(Promise.ATTEMPT_POSTED_ONCE);
        Map<Integer, Integer> times = new HashMap<>();
        for (GatewayLine post : posts) {
            if (post.attempt() == null) {
                check.skip(Promise.ATTEMPT_POSTED_ONCE, "a post whose attempt the journal does not name");
            } else {
                times.merge(post.attempt(), 1, Integer::sum);
            }
        }
        times.forEach((attempt, count) -> {
            if (count > 1) {
                check.violate(Promise.ATTEMPT_POSTED_ONCE, "attempt " + attempt + " was posted " + count + " times");
            }
            if (check.history().start(attempt).isEmpty()) {
                check.violate(Promise.ATTEMPT_POSTED_ONCE, "attempt " + attempt + " was posted and never began");
            }
        });
    }

    /**
     * The sender looks at the clock before it writes; what it wrote may travel for as long as a call lasts, and lie before
     * the gateway for the settling time. What arrives later was written later.
     */
    private void noPostTooLate() {
        if (posts.isEmpty()) {
            return;
        }
        Optional<Gateway> gateway = check.canJudgeByGateway(Promise.NO_POST_TOO_LATE);
        if (gateway.isEmpty()) {
            return;
        }
        check.count(Promise.NO_POST_TOO_LATE);
        for (GatewayLine post : posts) {
            if (post.attempt() != null && post.at() != null) {
                check.history().start(post.attempt()).ifPresent(start -> inTime(post, start, gateway.get()));
            }
        }
    }

    private void inTime(GatewayLine post, FactHistory.Step start, Gateway gateway) {
        Entry begun = start.after();
        Instant notAfter = ((Fact.AttemptStarted) start.fact()).notAfter();
        Duration onItsWay = check.onItsWay(begun, gateway);
        if (post.at().isAfter(notAfter.plus(onItsWay))) {
            late(post, "its command ended at " + notAfter);
        }
        if (begun.expiresAt() != null && post.at().isAfter(begun.expiresAt().plus(onItsWay))) {
            late(post, "the request expired at " + begun.expiresAt());
        }
        if (post.at().isBefore(start.event().at().minus(check.context().skew()))) {
            check.violate(
                    Promise.NO_POST_TOO_LATE,
                    "attempt " + post.attempt() + " was posted at " + post.at() + ", before it was commanded at "
                            + start.event().at());
        }
        // An attempt that was on its way when the end came may still arrive; one that began later must not be.
        check.history()
                .settlement()
                .filter(end -> end.event().seq() < start.event().seq())
                .ifPresent(end -> late(post, "it was settled at " + end.event().at()));
    }

    private void late(GatewayLine post, String because) {
        check.violate(
                Promise.NO_POST_TOO_LATE,
                "attempt " + post.attempt() + " was posted at " + post.at() + ", too late: " + because);
    }
}
