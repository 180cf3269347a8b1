package dev.kakutei.simulator;

import java.time.Duration;

/**
 * A behaviour with its times drawn: what happens to one request, stage by stage. Wait {@code before}, carry out the
 * verdict, wait {@code after}, end. Every behaviour type is a row of this table, so the
 * {@link RequestProcessor} knows four stages and no behaviour types.
 *
 * @param later when, after receipt, APPLY_LATER is carried out, or when, after applying, APPLY_PENDING settles
 */
record Plan(
        Behaviour behaviour, Duration before, Verdict verdict, Duration after, ReplyKind replyKind, Duration later) {

    enum Verdict {
        APPLY,
        /** On its own time, while the connection has another. */
        APPLY_LATER,
        /** Now, with an end that comes later. */
        APPLY_PENDING,
        DECLINE,
        NOTHING
    }

    enum ReplyKind {
        /** The actual state of the request. */
        TRUTH,
        /** What the behaviour says, whatever the truth. */
        SAY,
        /** The connection is closed without a byte. */
        CLOSE
    }

    static Plan forPost(Behaviour behaviour, Draw draw) {
        return switch (behaviour.act()) {
            case OK, DELAY -> plan(behaviour, draw, Verdict.APPLY, ReplyKind.TRUTH);
            case DECLINE -> plan(behaviour, draw, Verdict.DECLINE, ReplyKind.TRUTH);
            case PENDING ->
                plan(behaviour, draw, Verdict.APPLY_PENDING, ReplyKind.TRUTH)
                        .later(behaviour.settleAfter().sample(draw));
            case INVALID, ERROR_BEFORE, OK_WITH_ERROR, BUSY -> plan(behaviour, draw, Verdict.NOTHING, ReplyKind.SAY);
            case ERROR_AFTER -> plan(behaviour, draw, Verdict.APPLY, ReplyKind.SAY);
            case DROP_BEFORE -> plan(behaviour, draw, Verdict.NOTHING, ReplyKind.CLOSE);
            case DROP_AFTER -> plan(behaviour, draw, Verdict.APPLY, ReplyKind.CLOSE);
            case HANG_BEFORE ->
                plan(behaviour, draw, Verdict.NOTHING, silenceEnds(behaviour, ReplyKind.SAY))
                        .held(draw);
            case HANG_AFTER ->
                plan(behaviour, draw, Verdict.APPLY, silenceEnds(behaviour, ReplyKind.TRUTH))
                        .held(draw);
            case APPLY_LATER ->
                plan(behaviour, draw, Verdict.APPLY_LATER, ReplyKind.CLOSE)
                        .held(draw)
                        .later(behaviour.applyAfter().sample(draw));
            case NOT_FOUND, MAINTENANCE -> throw new IllegalArgumentException(behaviour.act() + " is for look-ups");
        };
    }

    /** For a post whose connection died with an earlier process, and which is still to be applied. */
    static Plan resumed() {
        Behaviour behaviour = Behaviour.of(BehaviourType.APPLY_LATER);
        return new Plan(behaviour, Duration.ZERO, Verdict.APPLY_LATER, Duration.ZERO, ReplyKind.CLOSE, Duration.ZERO);
    }

    static Plan forLookup(Behaviour behaviour, Draw draw) {
        return switch (behaviour.act()) {
            case OK, DELAY -> plan(behaviour, draw, Verdict.NOTHING, ReplyKind.TRUTH);
            case ERROR_BEFORE, OK_WITH_ERROR, BUSY, PENDING, NOT_FOUND, MAINTENANCE ->
                plan(behaviour, draw, Verdict.NOTHING, ReplyKind.SAY);
            case DROP_BEFORE -> plan(behaviour, draw, Verdict.NOTHING, ReplyKind.CLOSE);
            case HANG_BEFORE ->
                plan(behaviour, draw, Verdict.NOTHING, silenceEnds(behaviour, ReplyKind.SAY))
                        .held(draw);
            case DECLINE, INVALID, ERROR_AFTER, DROP_AFTER, HANG_AFTER, APPLY_LATER ->
                throw new IllegalArgumentException(behaviour.act() + " is for posts");
        };
    }

    private static Plan plan(Behaviour behaviour, Draw draw, Verdict verdict, ReplyKind replyKind) {
        Duration before = behaviour.delayBefore().sample(draw);
        Duration after = behaviour.delayAfter().sample(draw);
        return new Plan(behaviour, before, verdict, after, replyKind, Duration.ZERO);
    }

    private static ReplyKind silenceEnds(Behaviour behaviour, ReplyKind late) {
        return behaviour.then() == Behaviour.Then.ANSWER ? late : ReplyKind.CLOSE;
    }

    private Plan held(Draw draw) {
        return new Plan(behaviour, before, verdict, after.plus(behaviour.hold().sample(draw)), replyKind, later);
    }

    private Plan later(Duration time) {
        return new Plan(behaviour, before, verdict, after, replyKind, time);
    }
}
