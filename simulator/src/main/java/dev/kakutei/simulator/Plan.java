package dev.kakutei.simulator;

import java.time.Duration;

/**
 * A behaviour with its times drawn: what happens to one request, stage by stage. Wait {@code before}, carry out the
 * verdict, wait {@code after}, end. Every act is a row of this table, so the desk knows four stages and no acts.
 *
 * @param later when, after receipt, APPLY_LATER is carried out, or when, after applying, APPLY_PENDING settles
 */
record Plan(Behaviour behaviour, Duration before, Verdict verdict, Duration after, Ending ending, Duration later) {

    enum Verdict {
        APPLY,
        /** On its own time, while the connection has another. */
        APPLY_LATER,
        /** Now, with an end that comes later. */
        APPLY_PENDING,
        DECLINE,
        NOTHING
    }

    enum Ending {
        /** How the request really stands. */
        TRUTH,
        /** What the behaviour says, whatever the truth. */
        SAY,
        /** The connection is closed without a byte. */
        CLOSE
    }

    static Plan forPost(Behaviour behaviour, Draw draw) {
        return switch (behaviour.act()) {
            case OK, DELAY -> plan(behaviour, draw, Verdict.APPLY, Ending.TRUTH);
            case DECLINE -> plan(behaviour, draw, Verdict.DECLINE, Ending.TRUTH);
            case PENDING ->
                plan(behaviour, draw, Verdict.APPLY_PENDING, Ending.TRUTH)
                        .later(behaviour.settleAfter().sample(draw));
            case INVALID, ERROR_BEFORE, OK_WITH_ERROR, BUSY -> plan(behaviour, draw, Verdict.NOTHING, Ending.SAY);
            case ERROR_AFTER -> plan(behaviour, draw, Verdict.APPLY, Ending.SAY);
            case DROP_BEFORE -> plan(behaviour, draw, Verdict.NOTHING, Ending.CLOSE);
            case DROP_AFTER -> plan(behaviour, draw, Verdict.APPLY, Ending.CLOSE);
            case HANG_BEFORE ->
                plan(behaviour, draw, Verdict.NOTHING, silenceEnds(behaviour, Ending.SAY))
                        .held(draw);
            case HANG_AFTER ->
                plan(behaviour, draw, Verdict.APPLY, silenceEnds(behaviour, Ending.TRUTH))
                        .held(draw);
            case APPLY_LATER ->
                plan(behaviour, draw, Verdict.APPLY_LATER, Ending.CLOSE)
                        .held(draw)
                        .later(behaviour.applyAfter().sample(draw));
            case NOT_FOUND, MAINTENANCE -> throw new IllegalArgumentException(behaviour.act() + " is for look-ups");
        };
    }

    /** For a post whose connection died with an earlier process, and which is still to be applied. */
    static Plan resumed() {
        Behaviour behaviour = Behaviour.of(Act.APPLY_LATER);
        return new Plan(behaviour, Duration.ZERO, Verdict.APPLY_LATER, Duration.ZERO, Ending.CLOSE, Duration.ZERO);
    }

    static Plan forLookup(Behaviour behaviour, Draw draw) {
        return switch (behaviour.act()) {
            case OK, DELAY -> plan(behaviour, draw, Verdict.NOTHING, Ending.TRUTH);
            case ERROR_BEFORE, OK_WITH_ERROR, BUSY, PENDING, NOT_FOUND, MAINTENANCE ->
                plan(behaviour, draw, Verdict.NOTHING, Ending.SAY);
            case DROP_BEFORE -> plan(behaviour, draw, Verdict.NOTHING, Ending.CLOSE);
            case HANG_BEFORE ->
                plan(behaviour, draw, Verdict.NOTHING, silenceEnds(behaviour, Ending.SAY))
                        .held(draw);
            case DECLINE, INVALID, ERROR_AFTER, DROP_AFTER, HANG_AFTER, APPLY_LATER ->
                throw new IllegalArgumentException(behaviour.act() + " is for posts");
        };
    }

    private static Plan plan(Behaviour behaviour, Draw draw, Verdict verdict, Ending ending) {
        Duration before = behaviour.delayBefore().sample(draw);
        Duration after = behaviour.delayAfter().sample(draw);
        return new Plan(behaviour, before, verdict, after, ending, Duration.ZERO);
    }

    private static Ending silenceEnds(Behaviour behaviour, Ending late) {
        return behaviour.then() == Behaviour.Then.ANSWER ? late : Ending.CLOSE;
    }

    private Plan held(Draw draw) {
        return new Plan(behaviour, before, verdict, after.plus(behaviour.hold().sample(draw)), ending, later);
    }

    private Plan later(Duration time) {
        return new Plan(behaviour, before, verdict, after, ending, time);
    }
}
