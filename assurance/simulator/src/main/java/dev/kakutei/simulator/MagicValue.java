package dev.kakutei.simulator;

import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Behaviours that a request asks for by itself, for people with curl. A row named {@code error_500} is meant by a
 * payment's {@code "payment_method":"tok_error_500"}, an order's {@code "instrument":"SIM.ERROR_500"}, and by
 * {@code "metadata":{"simulate":"error_500"}} in both. With {@code _once} at the end it is meant for the first post of
 * the reference only: the next one is dealt with normally.
 */
enum MagicValue {
    DECLINED("declined", Behaviour.of(BehaviourType.DECLINE)),
    INVALID("invalid", Behaviour.of(BehaviourType.INVALID)),
    ERROR_500("error_500", Behaviour.error(500)),
    ERROR_502("error_502", Behaviour.error(502)),
    ERROR_503("error_503", Behaviour.error(503)),
    ERROR_504("error_504", Behaviour.error(504)),
    ERROR_AFTER_APPLY("error_after_apply", Behaviour.of(BehaviourType.ERROR_AFTER)),
    /** As a proxy does that gives up on a gateway at work. */
    ERROR_408_AFTER_APPLY("error_408_after_apply", Behaviour.errorAfter(408)),
    BUSY("busy_429", Behaviour.busy(2, BusyHint.SECONDS)),
    OK_WITH_ERROR("200_error", Behaviour.okWithError(ErrorBody.STATUS_ERROR)),
    OK_WITHOUT_SUCCESS("200_success_false", Behaviour.okWithError(ErrorBody.SUCCESS_FALSE)),
    OK_WITH_ERROR_OBJECT("200_error_object", Behaviour.okWithError(ErrorBody.ERROR_OBJECT)),
    OK_WITH_ERROR_CODE("200_error_code", Behaviour.okWithError(ErrorBody.ERROR_CODE)),
    DROP_BEFORE_APPLY("drop_before_apply", Behaviour.of(BehaviourType.DROP_BEFORE)),
    DROP_AFTER_APPLY("drop_after_apply", Behaviour.of(BehaviourType.DROP_AFTER)),
    TIMEOUT("timeout", Behaviour.hang(BehaviourType.HANG_AFTER, Duration.ofSeconds(60), Behaviour.Then.CLOSE)),
    TIMEOUT_BEFORE_APPLY("timeout_before_apply", hangBefore()),
    APPLY_LATER("apply_later", Behaviour.applyLater(Duration.ofSeconds(10), Duration.ofSeconds(60))),
    SLOW("slow", Behaviour.delay(Delay.fixed(Duration.ofSeconds(2)), Delay.NONE)),
    PENDING("pending", Behaviour.pending(Duration.ofSeconds(5), null)),
    PENDING_DECLINED("pending_declined", Behaviour.pending(Duration.ofSeconds(5), GatewayStatus.DECLINED));

    private static final String ONCE = "_once";
    private static final Map<String, MagicValue> BY_NAME = new HashMap<>();

    static {
        for (MagicValue value : values()) {
            BY_NAME.put(value.suffix, value);
        }
    }

    private final String suffix;
    private final Behaviour behaviour;

    MagicValue(String suffix, Behaviour behaviour) {
        this.suffix = suffix;
        this.behaviour = behaviour;
    }

    private static Behaviour hangBefore() {
        return Behaviour.hang(BehaviourType.HANG_BEFORE, Duration.ofSeconds(60), Behaviour.Then.CLOSE);
    }

    String suffix() {
        return suffix;
    }

    Behaviour behaviour() {
        return behaviour;
    }

    /** What the bare name (no {@code tok_}, no {@code SIM.}) means at the nth post of its reference. */
    static Optional<Behaviour> meantBy(String name, int nth) {
        String wanted = name.toLowerCase(Locale.ROOT);
        boolean once = wanted.endsWith(ONCE);
        if (once && nth > 1) {
            return Optional.empty();
        }
        String row = once ? wanted.substring(0, wanted.length() - ONCE.length()) : wanted;
        return Optional.ofNullable(BY_NAME.get(row)).map(MagicValue::behaviour);
    }
}
