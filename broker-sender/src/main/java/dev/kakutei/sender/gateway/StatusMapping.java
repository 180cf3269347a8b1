package dev.kakutei.sender.gateway;

import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.gateway.Criteria;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.criteria.AnswerFields;
import dev.kakutei.sender.criteria.BodyPath;
import dev.kakutei.sender.criteria.CompiledCriteria;
import dev.kakutei.sender.criteria.CriteriaEvents;
import dev.kakutei.sender.criteria.Judgement;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What a gateway's words for a request's state mean, as its file says (SPEC C6). */
final class StatusMapping {
    /** The finding, and the list and condition that decided it. */
    record ListMatch(Finding finding, String judgedBy) {}

    private record Listed(Finding finding, CompiledCriteria criteria) {}

    private final List<Listed> lists;
    private final Map<String, Finding> words = new HashMap<>();
    private final BodyPath place;
    private final boolean describesNotFound;

    StatusMapping(String gateway, Gateway.StatusQuery query, CriteriaEvents events) {
        this.lists = List.of(
                listed(Finding.NOT_FOUND, query.notFoundCriteria(), gateway, "not_found_criteria", events),
                listed(Finding.PENDING, query.pendingCriteria(), gateway, "pending_criteria", events),
                listed(Finding.DECLINED, query.declinedCriteria(), gateway, "declined_criteria", events),
                listed(Finding.SUCCEEDED, query.succeededCriteria(), gateway, "succeeded_criteria", events));
        name(query.notFoundWords(), Finding.NOT_FOUND);
        name(query.pending(), Finding.PENDING);
        name(query.declined(), Finding.DECLINED);
        name(query.succeeded(), Finding.SUCCEEDED);
        this.place = BodyPath.compile(query.statusPath());
        this.describesNotFound = !query.notFoundCriteria().isEmpty();
    }

    /**
     * By the lists. Where the answer faults the gateway itself or points elsewhere, only those are asked that look at
     * the HTTP status: their author had that answer in mind.
     */
    Optional<ListMatch> byLists(AnswerFields fields) {
        return isStatement(fields.status())
                ? first(fields, criteria -> true)
                : first(fields, CompiledCriteria::asksForStatus);
    }

    /** Whether the file says which answers mean "not found": then no other 404 does. */
    boolean describesNotFound() {
        return describesNotFound;
    }

    /** The gateway's own word for the state; empty where the answer has none. */
    Optional<String> word(AnswerFields fields) {
        return place.text(fields.body());
    }

    /** Case does not count. */
    Optional<Finding> meaning(String word) {
        return Optional.ofNullable(words.get(word.toUpperCase(Locale.ROOT)));
    }

    /**
     * Whether the body of an answer to a post would be read as done or under way, if it were the answer to a question.
     * A list that does not look at the body says nothing about it.
     */
    boolean speaksAgainstRefusal(AnswerFields fields) {
        Optional<Finding> finding = first(fields, CompiledCriteria::asksForBody)
                .map(ListMatch::finding)
                .or(() -> word(fields).flatMap(this::meaning));
        return finding.filter(found -> found == Finding.SUCCEEDED || found == Finding.PENDING)
                .isPresent();
    }

    private static boolean isStatement(int status) {
        return status / 100 == 2 || (status / 100 == 4 && status != 408 && status != 429);
    }

    private Optional<ListMatch> first(AnswerFields fields, Predicate<CompiledCriteria> asked) {
        for (Listed list : lists) {
            if (!list.criteria().isEmpty() && asked.test(list.criteria())) {
                Judgement judgement = list.criteria().judge(fields);
                if (judgement.holds()) {
                    return Optional.of(new ListMatch(list.finding(), judgement.because()));
                }
            }
        }
        return Optional.empty();
    }

    private static Listed listed(
            Finding finding, Criteria criteria, String gateway, String name, CriteriaEvents events) {
        return new Listed(finding, CompiledCriteria.compile(criteria, gateway, "status_query." + name, events));
    }

    private void name(Set<String> named, Finding finding) {
        named.forEach(word -> words.putIfAbsent(word.toUpperCase(Locale.ROOT), finding));
    }
}
