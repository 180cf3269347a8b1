package dev.kakutei.simulation;

/** What must hold, whatever goes wrong. Each is checked by a method of the same name. */
public enum Guarantee {
    /**
     * Gateways that promise enough act once per request, and once more for each attempt that a person had made at that
     * risk; of the others, see {@link #NO_POST_IN_DOUBT}.
     */
    AT_MOST_ONE_EFFECT,
    /**
     * Where repetition is not forgiven, nothing is posted while an earlier post may still take effect, unless a person
     * accepted that for this very attempt.
     */
    NO_POST_IN_DOUBT,
    /** One attempt, one post. */
    ATTEMPT_POSTED_ONCE,
    /** Nothing is posted after {@code notAfter}, beyond the pause between the last check and the write. */
    NO_POST_AFTER_WINDOW,
    /** Nothing is posted after the request's own expiry. */
    NO_POST_AFTER_EXPIRY,
    /** In doubt, nothing is posted that the gateway might not recognise any more, with the same exception. */
    NO_POST_PAST_KEY_MEMORY,
    /** Nothing is commanded after the end. */
    NOTHING_AFTER_THE_END,
    /** Whatever is not settled has a timer or a person. */
    NO_REQUEST_STUCK,
    /** What was removed is never begun again. */
    REMOVED_FOR_GOOD,
    /** Only what has been settled for long, and needs no person, is removed. */
    ONLY_SETTLED_REMOVED,
    /** What is new is not taken for something that was removed. */
    NEW_IS_BEGUN,
    /** Facts are dense, and fold to the state. */
    FACTS_FOLD_TO_THE_STATE,
    /** One result per request, published when it is settled. */
    ONE_RESULT,
    /** Attempts and inquiries stay within the limits that are configured when they begin. */
    WITHIN_LIMITS,
    /** Nothing is commanded at a gateway that is not configured, nor with another window or timeout than today's. */
    AS_CONFIGURED,
    /**
     * An action is carried out on the state that its requester saw, by a person with the role for it, where its action makes
     * sense; or it is refused.
     */
    ACTIONS_FIT,
    /** Nothing is commanded between a hold and its release. */
    HOLD_KEPT,
    /** Neither a send nor a status query comes before the time that the gateway asked for. */
    NO_RETRY_TOO_EARLY,
    /** Nothing is sent again before the period of a quota ends. */
    QUOTA_KEPT,
    /** A success that was reported is believed, or recorded as a contradiction: each one, whichever attempt it answers. */
    SUCCESS_COUNTS,
    /** The answer to a status query that is not open any more changes nothing, unless it reports a success. */
    OPEN_QUERY_COUNTS,
    /** While an attempt is under way, the report on another one does not end it, unless it reports a success. */
    OPEN_ATTEMPT_COUNTS,
    /** What a gateway has acknowledged is never taken for absent, however often it says "not found". */
    ACKNOWLEDGED_IS_NOT_ABSENT,
    /** What needs a person raises an alert. */
    ALERTS_ARE_RAISED,
    /** What is raised for a state is raised once when it is entered and cleared once when it is left, at one gateway. */
    ALERTS_FOLLOW_STATES,
    /** Where all parties kept their word, no contradiction is alerted. */
    NO_FALSE_ALARM,
    /** When everything has come to rest, what is settled is what the gateway did. */
    TRUTH_IS_SETTLED,
    /** What a rule holds waits for approval, each version again, and nothing else does. */
    RULES_HOLD,
    /** What was held is sent as it was approved, and not before. */
    APPROVED_BEFORE_SENT,
    /** No person decides on a request of their own. */
    FOUR_EYES,
    /** A comment is kept once, and moves nothing. */
    COMMENTS_MOVE_NOTHING,
    /** What a store has when a recovery is complete stays known, and its key with it, if Postgres is put back to an earlier time. */
    KNOWN_STAYS_KNOWN,
    /** A shell goes on with the state that its last decision left, and is halted for no other. */
    STATE_IS_CURRENT,
    /** A version has one summary, which is replaced only by who names it, and moves nothing. */
    ONE_SUMMARY,
    /** Every schedule comes to rest in bounded time. */
    COMES_TO_REST,
    /** The ledger has a decision for everything. */
    LEDGER_IS_TOTAL
}
