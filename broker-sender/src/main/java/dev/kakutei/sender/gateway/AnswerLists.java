package dev.kakutei.sender.gateway;

import dev.kakutei.schemas.gateway.Criteria;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.criteria.CompiledCriteria;
import dev.kakutei.sender.criteria.CriteriaEvents;

/** A gateway's lists for answers to a post, by their names in its file. */
record AnswerLists(
        CompiledCriteria quota,
        CompiledCriteria pending,
        CompiledCriteria retryable,
        CompiledCriteria refused,
        CompiledCriteria success) {
    static AnswerLists compile(Gateway gateway, CriteriaEvents events) {
        return new AnswerLists(
                list(gateway, gateway.answerRules().quota(), "response_quota_criteria", events),
                list(gateway, gateway.answerRules().pending(), "response_pending_criteria", events),
                list(gateway, gateway.answerRules().retryable(), "response_retryable_criteria", events),
                list(gateway, gateway.answerRules().refused(), "response_refused_criteria", events),
                list(gateway, gateway.answerRules().success(), "response_success_criteria", events));
    }

    private static CompiledCriteria list(Gateway gateway, Criteria criteria, String name, CriteriaEvents events) {
        return CompiledCriteria.compile(criteria, gateway.name(), name, events);
    }
}
