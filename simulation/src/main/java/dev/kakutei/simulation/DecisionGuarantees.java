package dev.kakutei.simulation;

import dev.kakutei.ledger.Cause;
import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import java.util.List;
import java.util.Set;

/** What must hold of every decision, of what is published with it, and of the timer that it leaves. */
final class DecisionGuarantees {
    private static final Set<String> ALARMS = Set.of("contradiction", "perhaps_twice", "report_without_command");

    private static final String TOO_OLD = "too_old_to_be_new";

    private final World world;

    DecisionGuarantees(World world) {
        this.world = world;
    }

    void factsAreDense(Life life, LedgerEvent event) {
        int last = life.folded == null ? 0 : life.folded.seq();
        if (event.seq() != last + 1) {
            throw new Broken(
                    Guarantee.FACTS_FOLD_TO_THE_STATE,
                    life.name() + ": fact " + event.seq() + " was published after fact " + last);
        }
    }

    void factsFoldToTheState(Life life) {
        if (life.entry == null ? life.folded != null : !life.entry.equals(life.folded)) {
            throw new Broken(
                    Guarantee.FACTS_FOLD_TO_THE_STATE,
                    life.name() + " is " + life.entry + ", and its facts say " + life.folded);
        }
    }

    void nothingForgotten(Life life) {
        Entry entry = life.entry;
        boolean nothingDue = entry != null
                && entry.dueAt() == null
                && (entry.status().terminal() || (entry.status().waitsForPerson() && !expiresUnseen(life)));
        if (entry == null || nothingDue) {
            return;
        }
        if (entry.dueAt() == null || life.armedAt != world.millis(entry.dueAt())) {
            throw new Broken(
                    Guarantee.NOTHING_FORGOTTEN,
                    life.name() + " is " + entry.status().word() + ", due at " + entry.dueAt()
                            + ", and no timer is set for it");
        }
    }

    /** A request that waits for approval expires all the same; one that an operator holds does not. */
    private static boolean expiresUnseen(Life life) {
        Status status = life.entry.status();
        return life.entry.expiresAt() != null && (status == Status.PENDING_APPROVAL || status == Status.RETURNED);
    }

    void forgottenForGood(Life life, LedgerEvent event) {
        if (life.forgotten) {
            throw new Broken(
                    Guarantee.FORGOTTEN_FOR_GOOD, life.name() + " was settled and forgotten, and now " + event.fact());
        }
    }

    /** Unless those who accept had their clocks put forward: then what was on its way meanwhile is told of only. */
    void newIsBegun(Life life, Observation observation, Decision decision) {
        if (life.entry != null || life.forgotten || !(observation instanceof Observation.Arrived)) {
            return;
        }
        life.refused = raises(decision.effects(), TOO_OLD);
        if (life.refused && !world.ingestJumped()) {
            throw new Broken(
                    Guarantee.NEW_IS_BEGUN,
                    life.name() + " is new, and was taken for one that was forgotten: " + decision.effects());
        }
    }

    void peopleAreToldOfTheForgotten(Life life, Seen seen, Decision decision) {
        boolean evidence = seen == Seen.DELIVERED || seen == Seen.FOUND_SUCCEEDED || seen == Seen.ARRIVED;
        if (evidence && !raises(decision.effects(), Alert.Severity.HIGH)) {
            throw new Broken(Guarantee.PEOPLE_ARE_TOLD, life.name() + " is forgotten, and nobody is told of " + seen);
        }
    }

    /** For how long in truth cannot be known where the clocks of those who accept jumped as well, or one was set back. */
    void onlySettledForgotten(Life life) {
        Entry entry = life.entry;
        boolean tooSoon = !world.ingestJumped()
                && !world.isSetBack()
                && world.millis(entry.settledAt())
                                + world.terms().retention().kept().toMillis()
                        > world.now();
        if (!entry.status().terminal() || entry.contradicted() || tooSoon) {
            throw new Broken(
                    Guarantee.ONLY_SETTLED_FORGOTTEN,
                    life.name() + " is forgotten, and was " + entry.status().word()
                            + (entry.contradicted() ? ", contradicted" : "") + " at " + entry.updatedAt());
        }
    }

    void oneResult(Life life, Decision decision) {
        for (int i = 0; i < decision.effects().size(); i++) {
            life.results += decision.effects().get(i) instanceof Effect.TellResult ? 1 : 0;
        }
        int expected = life.entry != null && life.entry.status().terminal() ? 1 : 0;
        if (life.results != expected) {
            throw new Broken(
                    Guarantee.ONE_RESULT,
                    life.name() + " is " + life.entry.status().word() + " with " + life.results + " results");
        }
    }

    /**
     * Unless it is of a command that left no trace, after the gateway had said that there was nothing: then it broke its
     * word, and people are notified.
     */
    void successCounts(Life life, Observation observation, Seen seen, Decision decision) {
        if (seen != Seen.DELIVERED && seen != Seen.FOUND_SUCCEEDED) {
            return;
        }
        if (world.wordBroken() && life.losses > 0 && raises(decision.effects(), Cause.REPORT_WITHOUT_COMMAND.word())) {
            return;
        }
        int evidence = seen == Seen.DELIVERED
                ? ((Report.AttemptReport) ((Observation.Reported) observation).report()).attempt()
                : Entry.BY_STATUS_QUERY;
        if (life.entry.status() != Status.SUCCEEDED
                && !life.entry.contradictions().contains(evidence)) {
            throw new Broken(
                    Guarantee.SUCCESS_COUNTS,
                    life.name() + " was heard to have succeeded, and is "
                            + life.entry.status().word());
        }
    }

    void openQueryCounts(Life life, Entry before, Observation observation, Decision decision) {
        if (before == null
                || before.status().terminal()
                || !(observation instanceof Observation.Reported reported)
                || !(reported.report() instanceof Report.InquiryReport report)) {
            return;
        }
        boolean open = before.status() == Status.VERIFYING
                && before.openInquiry() == report.inquiry()
                && before.recovery() == report.recovery();
        if (!open && report.finding() != Finding.SUCCEEDED && !decision.events().isEmpty()) {
            throw new Broken(
                    Guarantee.OPEN_QUERY_COUNTS,
                    life.name() + ": the answer to status query " + report.inquiry() + " leads to " + decision.events()
                            + ", and open is " + before.openInquiry());
        }
    }

    void openAttemptCounts(Life life, Entry before, Observation observation, Decision decision) {
        if (before == null
                || before.status() != Status.SENDING
                || !(observation instanceof Observation.Reported reported)
                || !(reported.report() instanceof Report.AttemptReport report)
                || report.outcome() instanceof Outcome.Delivered) {
            return;
        }
        boolean open = before.attempts() == report.attempt() && before.recovery() == report.recovery();
        if (!open && life.entry.status() != Status.SENDING) {
            throw new Broken(
                    Guarantee.OPEN_ATTEMPT_COUNTS,
                    life.name() + ": the report on attempt " + report.attempt() + " of recovery " + report.recovery()
                            + " leads to " + decision.events() + ", and under way is " + before.attempts()
                            + " of recovery " + before.recovery());
        }
    }

    void acknowledgedIsNotAbsent(Life life, Seen seen, Decision decision) {
        if (seen != Seen.FOUND_NOT_FOUND || !life.acknowledged) {
            return;
        }
        for (int i = 0; i < decision.events().size(); i++) {
            Fact fact = decision.events().get(i).fact();
            if (fact instanceof Fact.Settled || fact instanceof Fact.AttemptDeferred) {
                throw new Broken(
                        Guarantee.ACKNOWLEDGED_IS_NOT_ABSENT,
                        life.name() + " was acknowledged by the gateway, and \"not found\" was believed: " + fact);
            }
        }
    }

    /** Not a check, but what {@link #acknowledgedIsNotAbsent} is checked against. */
    void remembersAcknowledgement(Life life, Observation observation) {
        if (!life.acknowledged
                && observation instanceof Observation.Reported reported
                && reported.report() instanceof Report.AttemptReport report
                && report.outcome() == Answers.ACKNOWLEDGED) {
            life.acknowledged = true;
            life.askedByWrongId = world.faults().strikes(Fault.ASKED_BY_WRONG_ID);
        }
    }

    void peopleAreTold(Entry before, Decision decision) {
        String needed = null;
        for (int i = 0; i < decision.events().size(); i++) {
            Fact fact = decision.events().get(i).fact();
            boolean newlyFailed = fact instanceof Fact.VerificationFailed
                    && (before == null || before.status() != Status.VERIFICATION_FAILED);
            if (newlyFailed) {
                needed = Cause.VERIFICATION_FAILED.word();
            } else if (fact instanceof Fact.Contradicted) {
                needed = Cause.CONTRADICTION.word();
            } else if (fact instanceof Fact.OperatorActed acted && acted.secondEffectAccepted() != null) {
                needed = Cause.PERHAPS_TWICE.word();
            } else if (fact instanceof ApprovalFact.Overdue) {
                needed = Cause.APPROVAL_OVERDUE.word();
            }
        }
        if (needed != null && !raises(decision.effects(), needed)) {
            throw new Broken(
                    Guarantee.PEOPLE_ARE_TOLD,
                    "after " + (before == null ? "nothing" : before.status().word()) + ", no alert " + needed
                            + " is raised: " + decision.events());
        }
    }

    void alertsFollowStates(Life life, Decision decision) {
        if (life.entry == null) {
            return;
        }
        for (int i = 0; i < decision.effects().size(); i++) {
            Effect effect = decision.effects().get(i);
            if (effect instanceof Effect.Raise raise && isOfState(raise)) {
                String gateway = decision.entry().gateway();
                if (life.raised.put(raise.cause(), gateway) != null) {
                    throw alertsApart(life, raise.cause() + " is raised again");
                }
            } else if (effect instanceof Effect.Clear clear
                    && !clear.gateway().equals(life.raised.remove(clear.cause().word()))) {
                throw alertsApart(life, clear.cause().word() + " is cleared where it was not raised");
            }
        }
        boolean failed = life.entry.status() == Status.VERIFICATION_FAILED;
        if (failed != life.raised.containsKey(Cause.VERIFICATION_FAILED.word())) {
            throw alertsApart(life, "raised are " + life.raised);
        }
        if (life.entry.status().terminal() && !life.raised.isEmpty()) {
            throw alertsApart(life, "still raised are " + life.raised);
        }
    }

    private static boolean isOfState(Effect.Raise raise) {
        return Cause.ofWord(raise.cause())
                .filter(cause -> cause.ending() == Cause.Ending.WHEN_CLEARED)
                .isPresent();
    }

    private static Broken alertsApart(Life life, String what) {
        return new Broken(
                Guarantee.ALERTS_FOLLOW_STATES,
                life.name() + " is " + life.entry.status().word() + ", and " + what);
    }

    /** Of each: what became of the position concerns more than one request. */
    void peopleAreToldOfALostPosition(Seen seen, Decision decision) {
        if (seen == Seen.POSITION_LOST && !raises(decision.effects(), Cause.POSITION_LOST.word())) {
            throw new Broken(
                    Guarantee.PEOPLE_ARE_TOLD,
                    "a sender lost its position, and no alert is raised: " + decision.effects());
        }
    }

    static boolean raises(List<Effect> effects, String cause) {
        for (int i = 0; i < effects.size(); i++) {
            if (effects.get(i) instanceof Effect.Raise raise && raise.cause().equals(cause)) {
                return true;
            }
        }
        return false;
    }

    private static boolean raises(List<Effect> effects, Alert.Severity severity) {
        for (int i = 0; i < effects.size(); i++) {
            if (effects.get(i) instanceof Effect.Raise raise && raise.severity() == severity) {
                return true;
            }
        }
        return false;
    }

    /**
     * A question that was asked for before the last attempt may have been put before or after it, and so cannot say which
     * attempt succeeded: then suspicion is right. After a change of the configuration, a gateway may be trusted less, and
     * windows may be others; and where the clock was set back, what came after an attempt seems to have come before it.
     */
    void noFalseAlarm(Life life, Seen seen, Decision decision) {
        life.suspected |= seen == Seen.FOUND_SUCCEEDED
                && (life.postCount() == 0 || life.inquiredAt <= life.post(life.postCount() - 1).issuedAt);
        if (world.wordBroken() || world.configuration().trustChanged() || world.isSetBack() || life.suspected) {
            return;
        }
        for (int i = 0; i < decision.effects().size(); i++) {
            if (decision.effects().get(i) instanceof Effect.Raise raise && ALARMS.contains(raise.cause())) {
                throw new Broken(
                        Guarantee.NO_FALSE_ALARM,
                        life.name() + ": everybody kept their word, and yet " + raise.cause() + ": " + raise.summary());
            }
        }
    }

    /**
     * Not a check, but what {@link #patient} is checked against. A wish is for what it answered, sends or questions, and
     * lasts until the next attempt: what that one brings is newer.
     */
    void remembersWishes(Life life, Decision decision) {
        for (int i = 0; i < decision.events().size(); i++) {
            Fact fact = decision.events().get(i).fact();
            if (fact instanceof Fact.AttemptDeferred deferred) {
                life.noSendBefore = world.now() + Answers.wishMillis(deferred.answer());
                life.noInquiryBefore = Long.MIN_VALUE;
            } else if (fact instanceof Fact.OperatorActed acted) {
                // a person need not be patient
                life.noSendBefore = Long.MIN_VALUE;
                life.noInquiryBefore = Long.MIN_VALUE;
                // whether a person, or a question from before the last attempt, found a success is not in the state
                life.suspected |= acted.action() == OperatorAction.Type.SETTLE_SUCCEEDED
                        && life.entry.lastVerificationAt() != null;
            } else if (fact instanceof Fact.InquiryInconclusive inconclusive) {
                life.noInquiryBefore = world.now() + Answers.wishMillis(inconclusive.answer());
            }
        }
    }

    /** Unless the clock jumped: whoever believes the clock cannot know. */
    void patient(Life life, long notBefore) {
        if (world.now() < notBefore && !world.jumpsForward()) {
            throw new Broken(
                    Guarantee.PATIENT,
                    life.name() + " comes back " + (notBefore - world.now())
                            + " ms before the time that the gateway asked for");
        }
    }

    /** Not a check, but what {@link #quotaKept} is checked against: the period that the last attempt's report told of. */
    void remembersQuota(Life life, Observation observation, Decision decision) {
        for (int i = 0; i < decision.events().size(); i++) {
            Fact fact = decision.events().get(i).fact();
            if (fact instanceof Fact.AttemptDeferred) {
                life.quotaUntil = observation instanceof Observation.Reported reported
                                && reported.report() instanceof Report.AttemptReport report
                                && report.outcome() instanceof Outcome.Retryable retryable
                        ? world.now() + Answers.quotaMillis(retryable)
                        : Long.MIN_VALUE;
            } else if (fact instanceof Fact.OperatorActed) {
                // a person may know of a larger quota
                life.quotaUntil = Long.MIN_VALUE;
            }
        }
    }

    /** Unless the clock jumped, as above. */
    void quotaKept(Life life) {
        if (world.now() < life.quotaUntil && !world.jumpsForward()) {
            throw new Broken(
                    Guarantee.QUOTA_KEPT,
                    life.name() + " is sent again " + (life.quotaUntil - world.now())
                            + " ms before the period of the quota ends");
        }
    }

    void nothingAfterTheEnd(Life life) {
        if (life.entry != null && life.entry.status().terminal()) {
            throw new Broken(
                    Guarantee.NOTHING_AFTER_THE_END,
                    life.name() + " is " + life.entry.status().word() + ", and yet something is commanded");
        }
    }
}
