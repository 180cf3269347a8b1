package dev.kakutei.schemas.gateway;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * When "not found" counts, in time since the send command was issued. Who decides about requests and who checks a file use
 * this one arithmetic, so that a file that passes the check is one under which a decision can be reached.
 *
 * @param callTimeout the gateway's own; a caller who waits longer makes a call longer
 */
public record NotFoundTiming(Duration sendWindow, Duration callTimeout, Gateway.Verification verification) {
    /** How long a caller waits who does not say (SPEC A6). */
    public static final Duration CALLER_WAITS = Duration.ofSeconds(30);

    public NotFoundTiming {
        requireNonNull(sendWindow, "sendWindow");
        requireNonNull(callTimeout, "callTimeout");
        requireNonNull(verification, "verification");
    }

    static NotFoundTiming of(Gateway gateway) {
        return new NotFoundTiming(gateway.sendWindow(), gateway.callTimeout(), gateway.verification());
    }

    /** How long one call may last. */
    public Duration longestCall(Duration callerWaits) {
        return callerWaits.compareTo(callTimeout) > 0 ? callerWaits : callTimeout;
    }

    /** How long after the last moment at which a send may begin "not found" proves nothing. */
    public Duration settling(Duration callerWaits) {
        return longestCall(callerWaits).plus(verification.settlingTime());
    }

    /** How long after the command was issued a question must be asked for its answer to count. */
    public Duration firstCounts(Duration callerWaits) {
        return sendWindow.plus(settling(callerWaits));
    }

    /** How long to wait before the next question, after an answer that made it so many misses. */
    public Duration apart(int misses, Duration callerWaits) {
        return misses == 1 ? firstCounts(callerWaits) : Duration.ZERO;
    }

    /**
     * What the schedule comes to where every question is answered "not found", and at once.
     *
     * @param unknownAfter how long after its command was issued the outcome of the attempt became unknown
     */
    public Course course(Duration callerWaits, Duration unknownAfter) {
        Duration asked = unknownAfter;
        Duration atLeast = Duration.ZERO;
        int misses = 0;
        for (Duration wait : verification.after()) {
            asked = asked.plus(wait.compareTo(atLeast) > 0 ? wait : atLeast);
            atLeast = Duration.ZERO;
            if (asked.compareTo(firstCounts(callerWaits)) >= 0) {
                misses++;
                atLeast = apart(misses, callerWaits);
            }
            if (misses == verification.misses()) {
                break;
            }
        }
        return new Course(misses, asked, misses == verification.misses());
    }

    /**
     * How a schedule ended.
     *
     * @param misses how many answers counted
     * @param lastAsked when the last question was asked, since the command was issued
     * @param believed whether there were enough of them
     */
    public record Course(int misses, Duration lastAsked, boolean believed) {}
}
