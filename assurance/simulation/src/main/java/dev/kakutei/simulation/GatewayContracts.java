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
 * What two gateways promise, and what is configured about them from time to time.
 *
 * @param gateway the one that requests are accepted for
 * @param other the one that they may be resubmitted to
 * @param configurations the first is in force at the beginning, and says what the gateways promise
 * @param ledger knows the first configuration
 * @param retention how long settled requests are kept, longer than any report can be late
 * @param skewMillis how much later than allowed a post may begin because the sender's clock is behind: the declared
 *     settling time covers it
 * @param windowMillis how long a pause between the last check and the write may be: the declared settling time covers it
 */
record GatewayContracts(
        GatewayTruth gateway,
        GatewayTruth other,
        List<Configuration> configurations,
        Ledger ledger,
        Retention retention,
        long skewMillis,
        long windowMillis) {
    static final String GATEWAY = "gateway";
    static final String OTHER = "other";
    static final String CURRENCY = "JPY";
    static final BigDecimal SMALL = new BigDecimal("99.99");
    static final BigDecimal LARGE = new BigDecimal("100");
    /** How many configurations say the same about what the gateways promise. */
    private static final int VARIANTS = 3;

    private static final int TRUSTS = 2;

    static GatewayContracts roll(Dice dice, MutationHooks hooks) {
        long skew = dice.between(0, 1_000);
        long window = dice.between(0, 1_000);
        GatewayTruth gateway = truth(GATEWAY, dice, skew + window);
        GatewayTruth other = truth(OTHER, dice, skew + window);
        List<GatewayPolicy> policies = policies(dice, gateway.policy());
        List<GatewayPolicy> others = policies(dice, other.policy());
        List<Configuration> configurations = new ArrayList<>(policies.size());
        for (int i = 0; i < policies.size(); i++) {
            boolean ruled = i == 0 ? !dice.oneIn(8) : dice.oneIn(2);
            ApprovalRule rule = ruled ? rule(dice, i == 0 ? "large" : "later") : null;
            configurations.add(configuration(i / VARIANTS, policies.get(i), others.get(i), rule, hooks));
        }
        return new GatewayContracts(
                gateway,
                other,
                List.copyOf(configurations),
                configurations.get(0).ledger(null),
                new Retention(millis(dice, 900_000, 3_600_000)),
                skew,
                window);
    }

    private static GatewayTruth truth(String name, Dice dice, long late) {
        GatewayClass type = GatewayClass.values()[dice.below(3)];
        boolean asking = type == GatewayClass.QUERYABLE || dice.oneIn(2);
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
                verification(dice, late + settling, 1));
        return new GatewayTruth(name, policy, settling);
    }

    private static Configuration configuration(
            int trust, GatewayPolicy first, GatewayPolicy second, ApprovalRule rule, MutationHooks hooks) {
        return new Configuration(
                trust,
                Map.of(GATEWAY, first, OTHER, second),
                Map.of(GATEWAY, hooks.believed(first), OTHER, hooks.believed(second)),
                rule);
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

    /** What a gateway promises may be trusted less from some day on; never more, for that would be a lie. */
    private static GatewayPolicy trustedLess(Dice dice, GatewayPolicy policy) {
        boolean asking = policy.asking() == GatewayPolicy.Asking.POSSIBLE;
        GatewayClass type = policy.gatewayClass();
        if (dice.oneIn(2)) {
            type = asking && type == GatewayClass.IDEMPOTENT ? GatewayClass.QUERYABLE : GatewayClass.NEITHER;
        }
        boolean asks = asking && (type == GatewayClass.QUERYABLE || !dice.oneIn(4));
        Duration memory = policy.keyMemory();
        return new GatewayPolicy(
                type,
                asks ? GatewayPolicy.Asking.POSSIBLE : GatewayPolicy.Asking.IMPOSSIBLE,
                memory == null || dice.oneIn(2) ? memory : millis(dice, 10_000, memory.toMillis()),
                policy.sendWindow(),
                policy.callTimeout(),
                policy.minCallTimeout(),
                policy.retry(),
                policy.verification());
    }

    /** What is configured about one gateway from time to time: first what it promises, later less. */
    private static List<GatewayPolicy> policies(Dice dice, GatewayPolicy promised) {
        boolean sameTimes = !dice.oneIn(4);
        List<GatewayPolicy> policies = new ArrayList<>(TRUSTS * VARIANTS);
        policies.add(promised);
        for (int trust = 0; trust < TRUSTS; trust++) {
            GatewayPolicy trusted = trust == 0 ? promised : trustedLess(dice, promised);
            while (policies.size() < (trust + 1) * VARIANTS) {
                policies.add(variant(dice, trusted, sameTimes));
            }
        }
        return policies;
    }

    /** Another one that promises the same: what may change while requests are on their way. */
    private static GatewayPolicy variant(Dice dice, GatewayPolicy policy, boolean sameTimes) {
        int leastMisses = Math.min(2, policy.verification().misses());
        long settling = policy.verification().settlingTime().toMillis();
        Duration call = sameTimes ? policy.callTimeout() : millis(dice, 200, 6_000);
        return new GatewayPolicy(
                policy.gatewayClass(),
                policy.asking(),
                policy.keyMemory(),
                sameTimes ? policy.sendWindow() : millis(dice, 500, 10_000),
                call,
                millis(dice, 1, call.toMillis()),
                retry(dice),
                verification(dice, settling + (dice.oneIn(4) ? dice.between(0, 20_000) : 0), leastMisses));
    }

    private static RetrySchedule retry(Dice dice) {
        Duration first = millis(dice, 50, 5_000);
        Gateway.Jitter jitter = Gateway.Jitter.values()[dice.below(Gateway.Jitter.values().length)];
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

    private static Duration millis(Dice dice, long min, long max) {
        return Duration.ofMillis(dice.between(min, max));
    }

    GatewayTruth named(String name) {
        return name.equals(GATEWAY) ? gateway : other;
    }

    boolean survivesJump() {
        return gateway.survivesJump() && other.survivesJump();
    }

    @Override
    public String toString() {
        return gateway + "; " + other + "; clock skew up to " + skewMillis + " ms, late write up to " + windowMillis
                + " ms; configured: " + configurations.get(0).policies();
    }
}
