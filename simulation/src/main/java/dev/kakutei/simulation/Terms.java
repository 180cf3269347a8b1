package dev.kakutei.simulation;

import dev.kakutei.ledger.GatewayPolicy;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.Retention;
import dev.kakutei.ledger.RetrySchedule;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.gateway.ApprovalRule;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayClass;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a gateway promises, and a ledger that was told so.
 *
 * @param policy the truth
 * @param ledger knows the policy, or what a mutant makes of it
 * @param rule what holds large amounts for approval; null for nothing
 * @param laterRule the same, after a change of the configuration
 * @param laterLedger the one after a change of the configuration, which asks for another patience, or trusts the gateway
 *     less, or knows it no more
 * @param mostAttempts the most that either of the two may make
 * @param mostInquiries the most that either of the two may make
 * @param retention how long settled requests are kept, longer than any report can be late
 * @param skewMillis how much later than allowed a post may begin because the sender's clock is behind: the declared
 *     settling time covers it
 * @param windowMillis how long a pause between the last check and the write may be: the declared settling time covers it
 * @param settlingMillis what the gateway needs in truth after the longest call, less than it declares
 */
record Terms(
        GatewayPolicy policy,
        Ledger ledger,
        Ledger laterLedger,
        ApprovalRule rule,
        ApprovalRule laterRule,
        int mostAttempts,
        int mostInquiries,
        Retention retention,
        long skewMillis,
        long windowMillis,
        long settlingMillis) {
    static final String GATEWAY = "gateway";
    static final String CURRENCY = "JPY";
    static final BigDecimal SMALL = new BigDecimal("99.99");
    static final BigDecimal LARGE = new BigDecimal("100");

    static Terms roll(Dice dice, Meddling meddling) {
        GatewayClass type = GatewayClass.values()[dice.below(3)];
        boolean asking = type == GatewayClass.QUERYABLE || dice.oneIn(2);
        long skew = dice.between(0, 1_000);
        long window = dice.between(0, 1_000);
        long settling = dice.between(0, 20_000);
        Duration call = millis(dice, 200, 6_000);
        GatewayPolicy policy = new GatewayPolicy(
                type,
                asking ? GatewayPolicy.Asking.POSSIBLE : GatewayPolicy.Asking.IMPOSSIBLE,
                type == GatewayClass.IDEMPOTENT ? millis(dice, 20_000, 240_000) : null,
                millis(dice, 500, 10_000),
                call,
                millis(dice, 1, call.toMillis()),
                retry(dice),
                verification(dice, skew + window + settling, 1));
        GatewayPolicy later = later(dice, policy);
        ApprovalRule rule = dice.oneIn(8) ? null : rule(dice, "large");
        ApprovalRule laterRule = dice.oneIn(2) ? null : rule(dice, "later");
        Ledger ledger = new Ledger(Map.of(GATEWAY, meddling.believed(policy)), rules(rule));
        Ledger laterLedger =
                new Ledger(dice.oneIn(8) ? Map.of() : Map.of(GATEWAY, meddling.believed(later)), rules(laterRule));
        return new Terms(
                policy,
                ledger,
                laterLedger,
                rule,
                laterRule,
                Math.max(policy.retry().attempts(), later.retry().attempts()),
                Math.max(
                        policy.verification().after().size(),
                        later.verification().after().size()),
                new Retention(millis(dice, 900_000, 3_600_000)),
                skew,
                window,
                settling);
    }

    private static ApprovalRule rule(Dice dice, String name) {
        return new ApprovalRule(
                name,
                ApprovalRule.Decision.HOLD,
                Set.of(),
                Set.of(),
                Set.of(),
                Map.of(CURRENCY, LARGE),
                dice.oneIn(2) ? null : millis(dice, 1_000, 120_000),
                dice.oneIn(2) ? ApprovalFact.Lapse.ALERT : ApprovalFact.Lapse.EXPIRE);
    }

    private static List<ApprovalRule> rules(ApprovalRule rule) {
        return rule == null ? List.of() : List.of(rule);
    }

    /** What a gateway promises may be trusted less from some day on; never more, for that would be a lie. */
    private static GatewayPolicy later(Dice dice, GatewayPolicy policy) {
        boolean asking = policy.asking() == GatewayPolicy.Asking.POSSIBLE;
        GatewayClass type = policy.gatewayClass();
        if (dice.oneIn(3)) {
            type = asking && type == GatewayClass.IDEMPOTENT ? GatewayClass.QUERYABLE : GatewayClass.NEITHER;
        }
        int leastMisses = Math.min(2, policy.verification().misses());
        long settling = policy.verification().settlingTime().toMillis();
        Duration call = millis(dice, 200, 6_000);
        return new GatewayPolicy(
                type,
                policy.asking(),
                policy.keyMemory(),
                millis(dice, 500, 10_000),
                call,
                millis(dice, 1, call.toMillis()),
                retry(dice),
                verification(dice, settling, leastMisses));
    }

    private static RetrySchedule retry(Dice dice) {
        Duration first = millis(dice, 50, 5_000);
        Gateway.Jitter jitter = Gateway.Jitter.values()[dice.below(3)];
        return new RetrySchedule(1 + dice.below(5), first, first.multipliedBy(1 + dice.below(8)), jitter);
    }

    private static Gateway.Verification verification(Dice dice, long settling, int leastMisses) {
        int inquiries = 1 + dice.below(6);
        List<Duration> after = new ArrayList<>(inquiries);
        for (int i = 0; i < inquiries; i++) {
            after.add(millis(dice, 100, 30_000));
        }
        Gateway.NotFound notFound = dice.oneIn(2) ? Gateway.NotFound.FAIL : Gateway.NotFound.RESEND;
        return new Gateway.Verification(after, Duration.ofMillis(settling), leastMisses + dice.below(3), notFound);
    }

    private static Duration millis(Dice dice, long least, long most) {
        return Duration.ofMillis(dice.between(least, most));
    }

    GatewayClass type() {
        return policy.gatewayClass();
    }

    /** Whether the gateway can be asked, and vouches for what it says. */
    boolean asks() {
        return policy.asking() == GatewayPolicy.Asking.POSSIBLE && type() != GatewayClass.NEITHER;
    }

    /**
     * One jump of the clock is survived where "not found" must be heard twice; where once is enough, nobody promises it.
     */
    boolean survivesJump() {
        return !asks() || policy.verification().misses() >= 2;
    }

    @Override
    public String toString() {
        return type() + (asks() ? ", can be asked" : ", cannot be asked") + ", " + policy.retry() + ", send window "
                + policy.sendWindow() + ", call timeout " + policy.callTimeout() + ", key memory "
                + policy.keyMemory() + ", " + policy.verification() + ", in truth settled after " + settlingMillis
                + " ms, clock skew up to " + skewMillis + " ms, late write up to " + windowMillis + " ms";
    }
}
