package dev.kakutei.simulation;

import dev.kakutei.ledger.GatewayPolicy;
import dev.kakutei.schemas.gateway.GatewayClass;

/**
 * What a gateway does in truth, whatever is configured about it.
 *
 * @param policy what it promises: no configuration promises more in its name
 * @param settlingMillis what it needs after the longest call; every configuration declares more than that
 */
record GatewayTruth(String name, GatewayPolicy policy, long settlingMillis) {
    GatewayClass type() {
        return policy.gatewayClass();
    }

    /** Whether the gateway can be asked, and vouches for what it says. */
    boolean asks() {
        return policy.asking() == GatewayPolicy.Asking.POSSIBLE && type() != GatewayClass.NEITHER;
    }

    /** One jump of the clock is survived where "not found" must be heard twice; where once is enough, it is not promised. */
    boolean survivesJump() {
        return !asks() || policy.verification().misses() >= 2;
    }

    @Override
    public String toString() {
        return name + ": " + type() + (asks() ? ", can be asked" : ", cannot be asked") + ", key memory "
                + policy.keyMemory() + ", in truth settled after " + settlingMillis + " ms";
    }
}
