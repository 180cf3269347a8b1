package dev.kakutei.schemas.gateway;

import dev.kakutei.schemas.RequestKind;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads where a request's state can be asked for, and what the answers mean (SPEC C6). */
final class StatusQueryReader {
    static final String STATUS = "$.status";
    static final Set<String> SUCCEEDED = Set.of("AUTHORIZED", "SUCCEEDED", "FILLED", "ACCEPTED");
    static final Set<String> DECLINED = Set.of("DECLINED", "REJECTED", "FAILED");
    static final Set<String> PENDING = Set.of("PENDING", "PROCESSING");
    static final String REFERENCE = "$.reference";
    static final String AMOUNT = "$.amount";
    static final String CURRENCY = "$.currency";

    private StatusQueryReader() {}

    static Gateway.StatusQuery read(Section section) {
        Section pathsSection = section.section("paths");
        Map<RequestKind, String> paths = PathsReader.ofStatusQuery(pathsSection);
        if (paths.isEmpty()) {
            section.mistake("paths", "is missing: where the state is asked for, {payment: /payments/{request_id}}");
        }
        paths.forEach((kind, path) -> {
            if (!path.contains("{")) {
                pathsSection.warning(
                        kind.wire(),
                        "does not name the request: put {request_id} or {gateway_reference} where the gateway expects it");
            }
        });
        Section same = section.section("same");
        Gateway.StatusQuery query = new Gateway.StatusQuery(
                paths,
                AnswerRulesReader.place(section, "status", STATUS),
                section.texts("succeeded", SUCCEEDED),
                section.texts("declined", DECLINED),
                section.texts("pending", PENDING),
                section.texts("not_found", Set.of()),
                CriteriaReader.read(section, "succeeded_criteria"),
                CriteriaReader.read(section, "declined_criteria"),
                CriteriaReader.read(section, "pending_criteria"),
                CriteriaReader.read(section, "not_found_criteria"),
                new Gateway.Same(
                        AnswerRulesReader.place(same, "reference", REFERENCE),
                        AnswerRulesReader.place(same, "amount", AMOUNT),
                        AnswerRulesReader.place(same, "currency", CURRENCY)));
        same.refuseUnknown();
        section.refuseUnknown();
        refuseSharedWords(section, query);
        return query;
    }

    /** A word with two meanings would let chance decide whether a customer is charged. Case does not count. */
    private static void refuseSharedWords(Section section, Gateway.StatusQuery query) {
        refuseShared(section, "succeeded", query.succeeded(), "declined", query.declined());
        refuseShared(section, "succeeded", query.succeeded(), "pending", query.pending());
        refuseShared(section, "declined", query.declined(), "pending", query.pending());
        refuseShared(section, "succeeded", query.succeeded(), "not_found", query.notFoundWords());
        refuseShared(section, "declined", query.declined(), "not_found", query.notFoundWords());
        refuseShared(section, "pending", query.pending(), "not_found", query.notFoundWords());
    }

    private static void refuseShared(
            Section section, String name, Set<String> words, String otherName, Set<String> others) {
        Set<String> upper = words.stream().map(StatusQueryReader::upper).collect(Collectors.toSet());
        others.stream()
                .filter(word -> upper.contains(upper(word)))
                .sorted()
                .forEach(word -> section.mistake(otherName, "\"" + word + "\" is also among " + name));
    }

    private static String upper(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
