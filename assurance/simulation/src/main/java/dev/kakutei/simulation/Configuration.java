package dev.kakutei.simulation;

import dev.kakutei.ledger.GatewayPolicy;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.schemas.gateway.ApprovalRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One gateway file: what it says about each gateway, and which requests wait for approval.
 *
 * @param trust configurations of the same number say the same about what gateways promise, so that one of them can
 *     replace the other without a restart
 * @param policies by gateway
 * @param believed the same, or what a mutant makes of it
 * @param rule what holds large amounts for approval; null for nothing
 */
record Configuration(
        int trust, Map<String, GatewayPolicy> policies, Map<String, GatewayPolicy> believed, ApprovalRule rule) {
    /** @param removed a gateway that is left out; null for none */
    Ledger ledger(String removed) {
        Map<String, GatewayPolicy> known = believed;
        if (removed != null) {
            known = new HashMap<>(believed);
            known.remove(removed);
        }
        return new Ledger(known, rule == null ? List.of() : List.of(rule));
    }

    GatewayPolicy policy(String gateway) {
        return policies.get(gateway);
    }
}
