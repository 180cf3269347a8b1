package dev.kakutei.simulator;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * What shall happen to the requests that match: one step for each of them, in the order they come.
 *
 * @param kind null matches both
 * @param reference null matches all
 * @param key the Idempotency-Key; null matches all; for posts only
 * @param nth matches only the nth post (or look-up) of a reference; null matches all
 * @param after what holds when the steps are used up; the script stops by itself where nothing is said
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Script(
        CallType on, Kind kind, String reference, String key, Integer nth, List<Behaviour> steps, After after) {
    static final int MAX_STEPS = 10_000;

    /** What holds when the steps are used up. */
    public enum After {
        STOP,
        REPEAT_LAST
    }

    @JsonCreator
    public Script(
            @JsonProperty("on") CallType on,
            @JsonProperty("kind") Kind kind,
            @JsonProperty("reference") String reference,
            @JsonProperty("key") String key,
            @JsonProperty("nth") Integer nth,
            @JsonProperty("steps") List<Behaviour> steps,
            @JsonProperty("after") After after) {
        this.on = on == null ? CallType.POST : on;
        this.kind = kind;
        this.reference = reference;
        this.key = key;
        this.nth = nth;
        this.steps = steps == null ? List.of() : List.copyOf(steps);
        this.after = after == null ? After.STOP : after;
        if (this.steps.isEmpty() || this.steps.size() > MAX_STEPS) {
            throw new IllegalArgumentException("a script has 1 to " + MAX_STEPS + " steps");
        }
        if (nth != null && nth < 1) {
            throw new IllegalArgumentException("nth counts from 1");
        }
        if (key != null && this.on == CallType.LOOKUP) {
            throw new IllegalArgumentException("a look-up has no key to match");
        }
        for (Behaviour step : this.steps) {
            if (!step.act().fits(this.on)) {
                throw new IllegalArgumentException(step.act() + " does not fit a " + this.on);
            }
        }
    }

    /** The posts of one reference meet these, one after the other; then all is well. */
    public static Script posts(String reference, Behaviour... steps) {
        return new Script(CallType.POST, null, reference, null, null, List.of(steps), After.STOP);
    }

    /** The look-ups of one reference meet these, one after the other; then they get the truth. */
    public static Script lookups(String reference, Behaviour... steps) {
        return new Script(CallType.LOOKUP, null, reference, null, null, List.of(steps), After.STOP);
    }

    /** Every post of whatever reference meets this, until the scripts are cleared. */
    public static Script everyPost(Behaviour step) {
        return new Script(CallType.POST, null, null, null, null, List.of(step), After.REPEAT_LAST);
    }

    /** The nth post of each reference meets this. */
    public static Script everyNthPost(int nth, Behaviour step) {
        return new Script(CallType.POST, null, null, null, nth, List.of(step), After.REPEAT_LAST);
    }

    public static Script everyLookup(Behaviour step) {
        return new Script(CallType.LOOKUP, null, null, null, null, List.of(step), After.REPEAT_LAST);
    }

    /** The same, with the last step holding for all that follow. */
    public Script repeatingLast() {
        return new Script(on, kind, reference, key, nth, steps, After.REPEAT_LAST);
    }

    boolean matches(CallType callType, Subject subject, String key, int nth) {
        return on == callType
                && (kind == null || kind == subject.kind())
                && (reference == null || reference.equals(subject.reference()))
                && (this.key == null || this.key.equals(key))
                && (this.nth == null || this.nth == nth);
    }
}
