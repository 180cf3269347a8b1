package dev.kakutei.ledger;

import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.gateway.ApprovalRule;
import java.time.Instant;
import java.util.List;

/**
 * Which requests wait for a second person. It is asked once for each version of a request, and what it says becomes a
 * fact: rules that change later change nothing of that.
 */
record ApprovalPolicy(List<ApprovalRule> rules) {
    ApprovalPolicy {
        rules = List.copyOf(rules);
    }

    /** The rule that holds this request in its current version; null where none does. */
    ApprovalRule holding(Entry entry) {
        for (ApprovalRule rule : rules) {
            if (rule.appliesTo(entry.kind(), entry.gateway(), entry.amount(), entry.currency())) {
                return rule.decision() == ApprovalRule.Decision.HOLD ? rule : null;
            }
        }
        return null;
    }

    static ApprovalFact.Requested request(ApprovalRule rule, Entry entry, Instant now) {
        Instant limitAt = rule.within() == null ? null : now.plus(rule.within());
        return new ApprovalFact.Requested(rule.name(), entry.version().number(), limitAt, rule.lapse());
    }
}
