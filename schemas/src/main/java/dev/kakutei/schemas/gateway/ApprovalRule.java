package dev.kakutei.schemas.gateway;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.RequestKind;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Which requests a second person must approve, or need not (SPEC C9). Rules are asked in their order; the first that
 * applies decides.
 *
 * @param kinds empty for all
 * @param gateways empty for all
 * @param currencies empty for all
 * @param atLeast by currency, from which amount on it applies; empty for every amount
 * @param within how long it may wait for a person; null for any time
 * @param lapse what happens then
 */
public record ApprovalRule(
        String name,
        Decision decision,
        Set<RequestKind> kinds,
        Set<String> gateways,
        Set<String> currencies,
        Map<String, BigDecimal> atLeast,
        Duration within,
        ApprovalFact.Lapse lapse) {
    /** What becomes of a request to which a rule applies. */
    public enum Decision {
        /** It waits for an approver. */
        HOLD,
        /** It needs none, whatever the rules after this one say. */
        PASS
    }

    public ApprovalRule {
        requireNonNull(name, "name");
        requireNonNull(decision, "decision");
        requireNonNull(lapse, "lapse");
        kinds = Set.copyOf(kinds);
        gateways = Set.copyOf(gateways);
        currencies = Set.copyOf(currencies);
        atLeast = Map.copyOf(atLeast);
        if (decision == Decision.PASS && !atLeast.isEmpty()) {
            throw new IllegalArgumentException("large amounts are held, not passed: " + name);
        }
    }

    /**
     * Where amounts matter, one that is not known (a market order's) or is in a currency without a figure is taken for a
     * large one: being asked once too often does no harm.
     *
     * @param amount null where it is not known
     * @param currency null where it is not known
     */
    public boolean appliesTo(RequestKind kind, String gateway, BigDecimal amount, String currency) {
        return (kinds.isEmpty() || kinds.contains(kind))
                && (gateways.isEmpty() || gateways.contains(gateway))
                && (currencies.isEmpty() || (currency != null && currencies.contains(currency)))
                && reaches(amount, currency);
    }

    private boolean reaches(BigDecimal amount, String currency) {
        BigDecimal figure = currency == null ? null : atLeast.get(currency);
        return amount == null || figure == null || amount.compareTo(figure) >= 0;
    }

    /** Whether it applies to everything, so that no rule after it is ever asked. */
    boolean isForAll() {
        return kinds.isEmpty() && gateways.isEmpty() && currencies.isEmpty() && atLeast.isEmpty();
    }
}
