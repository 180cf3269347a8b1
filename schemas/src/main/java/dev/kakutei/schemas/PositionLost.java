package dev.kakutei.schemas;

/**
 * The outcome of an attempt that a sender read without a committed position: an earlier sender may have posted it, so it is
 * not posted now, and must not be called "not sent".
 */
public final class PositionLost {
    public static final String CODE = "position_lost";

    private PositionLost() {}

    public static Outcome.Unknown outcome() {
        return new Outcome.Unknown(
                Answer.none(
                        Category.UNKNOWN,
                        CODE,
                        "the senders' position was lost, so an earlier sender may have posted this attempt; it is not posted now"));
    }

    /** A gateway may use the same word for an error of its own, but only in an answer, which has a status. */
    public static boolean isCauseOf(Outcome outcome) {
        Answer answer = outcome.answer();
        return outcome instanceof Outcome.Unknown && answer.statusCode() == null && CODE.equals(answer.code());
    }
}
