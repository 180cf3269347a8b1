package dev.kakutei.sender.limit;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import java.time.Duration;

/** What one call says of its gateway's health. It says nothing of the request. */
public enum CallHealth {
    /** The gateway answered: also with a refusal, a 429 or a quota. A gateway that says "slower" is up. */
    HEALTHY,
    /** No connection, no whole answer, or a 5xx. */
    UNHEALTHY,
    /** No call was made, or it was given too little time to prove anything. */
    NONE;

    /**
     * Reads it off an answer. A time-out speaks against the gateway only when the call had at least half of the time that
     * the gateway's description grants, or for a connection all of it: a caller in a hurry must not close the gateway for all
     * others.
     *
     * @param granted how long this call might take
     * @param gateway its description
     */
    static CallHealth of(Answer answer, Duration granted, Gateway gateway) {
        return switch (answer.category()) {
            case OK, CLIENT_ERROR, UNKNOWN -> HEALTHY;
            case SERVER_ERROR -> UNHEALTHY;
            case NOT_CONNECTED -> timedOut(answer) && granted.compareTo(connecting(gateway)) < 0 ? NONE : UNHEALTHY;
            case NO_ANSWER ->
                timedOut(answer) && granted.multipliedBy(2).compareTo(gateway.callTimeout()) < 0 ? NONE : UNHEALTHY;
            case NOT_ATTEMPTED -> NONE;
        };
    }

    /** Reads it off the answer that a report is about. */
    public static CallHealth of(Report report, Duration granted, Gateway gateway) {
        Answer answer = report instanceof Report.AttemptReport attempt
                ? attempt.outcome().answer()
                : ((Report.InquiryReport) report).answer();
        return of(answer, granted, gateway);
    }

    /** A connection never gets more time than its call. */
    private static Duration connecting(Gateway gateway) {
        Duration connect = gateway.callSettings().connectTimeout();
        return connect.compareTo(gateway.callTimeout()) < 0 ? connect : gateway.callTimeout();
    }

    private static boolean timedOut(Answer answer) {
        return answer.code() != null && answer.code().endsWith("timeout");
    }
}
