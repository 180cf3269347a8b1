package dev.kakutei.schemas.gateway;

/**
 * What a gateway promises, and so what may be done when an outcome is unknown. There is no default: a person who knows
 * the gateway must say it.
 */
public enum GatewayClass {
    /** Honours our key for a stated time: the same request under the same key takes effect once. */
    IDEMPOTENT,
    /** Can be asked what became of a request, and answers truly. */
    QUERYABLE,
    /** Neither: at most one post ever, and any doubt goes to a person. */
    NEITHER
}
