package dev.kakutei.ledger;

import dev.kakutei.schemas.gateway.ApprovalRule;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Gateways as tests need them: the figures of SPEC C2, C5 and C6, without jitter. */
final class Policies {
    static final Duration KEY_MEMORY = Duration.ofHours(24);
    static final Duration SETTLING = Duration.ofMinutes(10);

    static final GatewayPolicy IDEMPOTENT = of(GatewayClass.IDEMPOTENT, GatewayPolicy.Asking.IMPOSSIBLE);
    static final GatewayPolicy IDEMPOTENT_ASKED = of(GatewayClass.IDEMPOTENT, GatewayPolicy.Asking.POSSIBLE);
    static final GatewayPolicy QUERYABLE = of(GatewayClass.QUERYABLE, GatewayPolicy.Asking.POSSIBLE);
    static final GatewayPolicy NEITHER = of(GatewayClass.NEITHER, GatewayPolicy.Asking.IMPOSSIBLE);

    private Policies() {}

    static GatewayPolicy of(GatewayClass gatewayClass, GatewayPolicy.Asking asking) {
        return new GatewayPolicy(
                gatewayClass,
                asking,
                gatewayClass == GatewayClass.IDEMPOTENT ? KEY_MEMORY : null,
                Duration.ofSeconds(30),
                Duration.ofSeconds(20),
                new RetrySchedule(6, Duration.ofSeconds(5), Duration.ofSeconds(160), Gateway.Jitter.NONE),
                verification(10, 2, Gateway.NotFound.FAIL));
    }

    static Gateway.Verification verification(int inquiries, int misses, Gateway.NotFound notFound) {
        return new Gateway.Verification(
                Collections.nCopies(inquiries, Duration.ofMinutes(5)), SETTLING, misses, notFound);
    }

    static GatewayPolicy with(GatewayPolicy policy, Gateway.Verification verification) {
        return with(policy, policy.retry(), verification);
    }

    static GatewayPolicy with(GatewayPolicy policy, RetrySchedule retry) {
        return with(policy, retry, policy.verification());
    }

    private static GatewayPolicy with(GatewayPolicy policy, RetrySchedule retry, Gateway.Verification verification) {
        return new GatewayPolicy(
                policy.gatewayClass(),
                policy.asking(),
                policy.keyMemory(),
                policy.sendWindow(),
                policy.callTimeout(),
                retry,
                verification);
    }

    /** Every class, with and without a status query, for either consequence of a "not found". */
    static List<GatewayPolicy> all() {
        List<GatewayPolicy> all = new ArrayList<>();
        for (GatewayClass gatewayClass : GatewayClass.values()) {
            for (GatewayPolicy.Asking asking : GatewayPolicy.Asking.values()) {
                for (Gateway.NotFound notFound : Gateway.NotFound.values()) {
                    all.add(with(of(gatewayClass, asking), verification(3, 2, notFound)));
                }
            }
        }
        return all;
    }

    static Ledger ledger(GatewayPolicy policy, ApprovalRule... rules) {
        return new Ledger(policy == null ? Map.of() : Map.of(Histories.GATEWAY, policy), List.of(rules));
    }

    static Ledger ledger(GatewayPolicy policy) {
        return new Ledger(policy == null ? Map.of() : Map.of(Histories.GATEWAY, policy));
    }
}
