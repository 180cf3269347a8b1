package dev.kakutei.simulation;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.PositionLost;
import java.util.Map;

/** The answers of this world: made once, because millions are given. */
final class SimulatedAnswers {
    /** The longest waiting time that the ledger believes. */
    static final long MAX_RETRY_AFTER_MILLIS = 3_600_000;

    /** The longest period of a quota that the ledger believes. */
    static final long MAX_QUOTA_MILLIS = 31L * 86_400_000;

    static final String RETRY_AFTER = "retry-after";

    static final Answer OK = answer(Category.OK, 200, "ok", Map.of());
    static final Answer NO_ANSWER = Answer.none(Category.NO_ANSWER, "timeout", "no answer came");
    static final Answer PENDING = answer(Category.OK, 200, "PENDING", Map.of());
    static final Answer NOT_FOUND = answer(Category.CLIENT_ERROR, 404, "not_found", Map.of());
    static final Answer DECLINE = answer(Category.CLIENT_ERROR, 402, "declined", Map.of());
    static final Answer FORBIDDEN = answer(Category.CLIENT_ERROR, 403, "forbidden", Map.of());

    static final Outcome DELIVERED = new Outcome.Delivered(OK);
    static final Outcome DECLINED = new Outcome.Refused(DECLINE);
    static final Outcome INVALID = new Outcome.Refused(answer(Category.CLIENT_ERROR, 400, "invalid", Map.of()));
    static final Outcome TIMEOUT = new Outcome.Unknown(NO_ANSWER);
    static final Outcome TAKEN = new Outcome.Unknown(answer(Category.UNKNOWN, 202, "accepted_pending", Map.of()));
    /** Taken under a reference of the gateway's own. */
    static final Outcome ACKNOWLEDGED =
            new Outcome.Unknown(new Answer(Category.UNKNOWN, 202, "accepted_pending", null, 0, Map.of(), "gw-1", null));

    static final Outcome IN_PROGRESS = new Outcome.Unknown(answer(Category.CLIENT_ERROR, 409, "in_progress", Map.of()));
    private static final Outcome[] ERRORS = {
        inDoubt(Category.SERVER_ERROR, 500),
        inDoubt(Category.SERVER_ERROR, 502),
        inDoubt(Category.SERVER_ERROR, 504),
        inDoubt(Category.CLIENT_ERROR, 408)
    };
    static final Outcome POSITION_LOST = PositionLost.outcome();
    static final Outcome TOO_OLD =
            new Outcome.NotSent(Answer.none(Category.NOT_ATTEMPTED, "too_old", "the command was too old"));
    static final Outcome NOT_CONNECTED =
            new Outcome.NotSent(Answer.none(Category.NOT_CONNECTED, "refused", "no connection"));

    private static final String[] RETRY_AFTER_SECONDS = {"1", "3", "10", "30", "90", "86400"};
    /** What is left of a quota's period; the last is longer than what is believed. */
    private static final long[] PERIODS = {1, 20_000, 600_000, 86_400_000, 40L * 86_400_000};

    private static final Outcome[] QUOTA = new Outcome[PERIODS.length];
    private static final Answer[] MAINTENANCE = new Answer[RETRY_AFTER_SECONDS.length];
    private static final Outcome[] BUSY = new Outcome[RETRY_AFTER_SECONDS.length];
    private static final Outcome[] RATE_LIMITED = new Outcome[RETRY_AFTER_SECONDS.length];

    static {
        for (int i = 0; i < RETRY_AFTER_SECONDS.length; i++) {
            Map<String, String> header = Map.of(RETRY_AFTER, RETRY_AFTER_SECONDS[i]);
            MAINTENANCE[i] = answer(Category.SERVER_ERROR, 503, "maintenance", i == 0 ? Map.of() : header);
            BUSY[i] = new Outcome.Retryable(
                    answer(Category.SERVER_ERROR, 503, "busy", i == 0 ? Map.of() : header), Outcome.Doubt.POSSIBLE);
            RATE_LIMITED[i] = new Outcome.Retryable(
                    answer(Category.CLIENT_ERROR, 429, "rate_limited", header), Outcome.Doubt.NONE);
        }
    }

    static {
        for (int i = 0; i < PERIODS.length; i++) {
            QUOTA[i] = new Outcome.Retryable(
                    answer(Category.CLIENT_ERROR, 429, "quota", Map.of()), Outcome.Doubt.NONE, PERIODS[i]);
        }
    }

    private SimulatedAnswers() {}

    static Answer maintenance(Dice dice) {
        return MAINTENANCE[dice.below(MAINTENANCE.length)];
    }

    /** Says nothing about what was done: a 500 of the gateway, or what a proxy before it makes of its silence. */
    static Outcome error(Dice dice) {
        return ERRORS[dice.below(ERRORS.length)];
    }

    static Outcome busy(Dice dice) {
        return BUSY[dice.below(BUSY.length)];
    }

    static Outcome rateLimited(Dice dice) {
        return RATE_LIMITED[dice.below(RATE_LIMITED.length)];
    }

    static Outcome quota(Dice dice) {
        return QUOTA[dice.below(QUOTA.length)];
    }

    /** How long it is of no use to send again. */
    static long quotaMillis(Outcome.Retryable outcome) {
        return outcome.atLeastMillis() == null ? 0 : Math.min(MAX_QUOTA_MILLIS, outcome.atLeastMillis());
    }

    /** How long the gateway asked to wait. */
    static long retryAfterMillis(Answer answer) {
        String seconds = answer.headers().isEmpty() ? null : answer.headers().get(RETRY_AFTER);
        return seconds == null ? 0 : Math.min(MAX_RETRY_AFTER_MILLIS, Long.parseLong(seconds) * 1000);
    }

    private static Outcome inDoubt(Category category, int status) {
        return new Outcome.Retryable(answer(category, status, "http_" + status, Map.of()), Outcome.Doubt.POSSIBLE);
    }

    private static Answer answer(Category category, int status, String code, Map<String, String> headers) {
        return new Answer(category, status, code, null, 0, headers, null, null);
    }
}
