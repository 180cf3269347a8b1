package dev.kakutei.simulator;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Locale;

/**
 * One act with its particulars. What is left out (null) gets the act's own value, so that {@code {"act":"BUSY"}} and
 * even {@code "BUSY"} are complete. A particular that the act has no use for is without effect.
 *
 * @param http the status of ERROR_BEFORE and ERROR_AFTER (500) and INVALID (400)
 * @param code the error code in the body of these
 * @param delayBefore the wait before applying, for every act
 * @param delayAfter the wait between applying and the ending, for every act
 * @param hold how long HANG_* and APPLY_LATER keep the connection open in silence
 * @param then what ends the silence of HANG_*
 * @param applyAfter when APPLY_LATER applies, from the moment of receipt
 * @param settleAfter when PENDING settles, from the moment of applying
 * @param settlesTo what PENDING settles to; null for the kind's success
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Behaviour(
        BehaviourType act,
        Integer http,
        String code,
        Delay delayBefore,
        Delay delayAfter,
        Delay hold,
        Then then,
        Delay applyAfter,
        Delay settleAfter,
        GatewayStatus settlesTo,
        ErrorBody body,
        Integer retryAfter,
        BusyHint hint) {

    /** How a silence ends. */
    public enum Then {
        CLOSE,
        ANSWER
    }

    @JsonCreator
    public Behaviour(
            @JsonProperty("act") BehaviourType act,
            @JsonProperty("http") Integer http,
            @JsonProperty("code") String code,
            @JsonProperty("delay_before") Delay delayBefore,
            @JsonProperty("delay_after") Delay delayAfter,
            @JsonProperty("hold") Delay hold,
            @JsonProperty("then") Then then,
            @JsonProperty("apply_after") Delay applyAfter,
            @JsonProperty("settle_after") Delay settleAfter,
            @JsonProperty("settles_to") GatewayStatus settlesTo,
            @JsonProperty("body") ErrorBody body,
            @JsonProperty("retry_after") Integer retryAfter,
            @JsonProperty("hint") BusyHint hint) {
        if (act == null) {
            throw new IllegalArgumentException("a behaviour has an act");
        }
        if (http != null && (http < 200 || http > 599)) {
            throw new IllegalArgumentException("http is a final status, 200 to 599");
        }
        if (retryAfter != null && retryAfter < 0) {
            throw new IllegalArgumentException("retry_after is a number of seconds, not below 0");
        }
        if (settlesTo == GatewayStatus.PENDING || settlesTo == GatewayStatus.NOT_FOUND) {
            throw new IllegalArgumentException("settles_to is a final status");
        }
        this.act = act;
        this.http = http;
        this.code = code;
        this.delayBefore = or(delayBefore, Delay.NONE);
        this.delayAfter = or(delayAfter, Delay.NONE);
        this.hold = or(hold, Delay.fixed(Duration.ofSeconds(30)));
        this.then = or(then, Then.CLOSE);
        this.applyAfter = or(applyAfter, Delay.fixed(Duration.ofSeconds(5)));
        this.settleAfter = or(settleAfter, Delay.fixed(Duration.ofSeconds(5)));
        this.settlesTo = settlesTo;
        this.body = or(body, ErrorBody.STATUS_ERROR);
        this.retryAfter = or(retryAfter, 1);
        this.hint = or(hint, BusyHint.SECONDS);
    }

    private static <T> T or(T given, T otherwise) {
        return given == null ? otherwise : given;
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Behaviour ofName(String act) {
        return of(BehaviourType.valueOf(act.toUpperCase(Locale.ROOT)));
    }

    /** The act with its own values. */
    public static Behaviour of(BehaviourType act) {
        return new Behaviour(act, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    public static Behaviour ok() {
        return of(BehaviourType.OK);
    }

    /** Nothing applied, and this status. */
    public static Behaviour error(int http) {
        return new Behaviour(
                BehaviourType.ERROR_BEFORE, http, null, null, null, null, null, null, null, null, null, null, null);
    }

    /** Applied, and then this status. */
    public static Behaviour errorAfter(int http) {
        return new Behaviour(
                BehaviourType.ERROR_AFTER, http, null, null, null, null, null, null, null, null, null, null, null);
    }

    public static Behaviour delay(Delay before, Delay after) {
        return new Behaviour(
                BehaviourType.DELAY, null, null, before, after, null, null, null, null, null, null, null, null);
    }

    /** HANG_BEFORE or HANG_AFTER. */
    public static Behaviour hang(BehaviourType act, Duration hold, Then then) {
        return new Behaviour(act, null, null, null, null, Delay.fixed(hold), then, null, null, null, null, null, null);
    }

    public static Behaviour applyLater(Duration applyAfter, Duration hold) {
        Delay later = Delay.fixed(applyAfter);
        return new Behaviour(
                BehaviourType.APPLY_LATER,
                null,
                null,
                null,
                null,
                Delay.fixed(hold),
                null,
                later,
                null,
                null,
                null,
                null,
                null);
    }

    public static Behaviour okWithError(ErrorBody body) {
        return new Behaviour(
                BehaviourType.OK_WITH_ERROR, null, null, null, null, null, null, null, null, null, body, null, null);
    }

    public static Behaviour busy(int retryAfterSeconds, BusyHint hint) {
        return new Behaviour(
                BehaviourType.BUSY,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                retryAfterSeconds,
                hint);
    }

    /** Applied as PENDING, and settled after this time; null settles to the kind's success. */
    public static Behaviour pending(Duration settleAfter, GatewayStatus settlesTo) {
        Delay later = Delay.fixed(settleAfter);
        return new Behaviour(
                BehaviourType.PENDING, null, null, null, null, null, null, null, later, settlesTo, null, null, null);
    }
}
