package dev.kakutei.sender.gateway;

import dev.kakutei.boot.redact.Redaction;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.criteria.CriteriaEvents;
import java.util.Locale;
import java.util.Optional;

/**
 * Says what a gateway answered when it was asked what became of a request (SPEC C6). Whatever is not clear is
 * {@link Finding#INCONCLUSIVE}: it can be asked again, and a wrong certainty cannot be taken back. The first line that
 * fits decides:
 *
 * <table>
 * <caption>Precedence</caption>
 * <tr><th>what came back</th><th>finding</th></tr>
 * <tr><td>no answer, or not a whole one</td><td>inconclusive</td></tr>
 * <tr><td>2xx that names another reference, amount or currency</td><td>inconclusive; so is any other answer that does and
 * would be believed below</td></tr>
 * <tr><td>2xx, 4xx but 408 and 429: the first of {@code not_found_criteria}, {@code pending_criteria},
 * {@code declined_criteria}, {@code succeeded_criteria} that holds. Any other status: likewise, but only of those that look
 * at the HTTP status</td><td>as the list is named</td></tr>
 * <tr><td>200: the word at the status's place</td><td>as the file says</td></tr>
 * <tr><td>200 without a word, or with an unknown one; other 2xx</td><td>inconclusive</td></tr>
 * <tr><td>404, without {@code not_found_criteria}</td><td>not found</td></tr>
 * <tr><td>404 that does not meet them: a proxy, or a wrong path, may have answered</td><td>inconclusive</td></tr>
 * <tr><td>408, 429, 5xx, 3xx and anything else</td><td>inconclusive</td></tr>
 * <tr><td>other 4xx</td><td>unanswerable</td></tr>
 * </table>
 */
final class InquiryClassification {
    /** The finding, and the answer it was read from. */
    record Found(Finding finding, Answer answer) {}

    private final StatusMapping mapping;
    private final SameRequest same;
    private final AnswerPaths paths;
    private final Redaction redaction;

    /** For a gateway that can be asked. */
    InquiryClassification(Gateway gateway, Redaction redaction, CriteriaEvents events) {
        this.mapping = new StatusMapping(gateway.name(), gateway.statusQuery(), events);
        this.same = new SameRequest(gateway.statusQuery());
        this.paths = new AnswerPaths(gateway.answerRules());
        this.redaction = redaction;
    }

    Found of(Reply reply, Command.Inquire command) {
        if (reply instanceof Reply.Failed failed) {
            return new Found(Finding.INCONCLUSIVE, AnswerReading.failed(failed, redaction));
        }
        Reply.Answered answered = (Reply.Answered) reply;
        try {
            return judged(new AnswerReading(answered, paths, redaction), command);
        } catch (RuntimeException | StackOverflowError e) {
            return new Found(Finding.INCONCLUSIVE, AnswerReading.unjudged(answered, e));
        }
    }

    private Found judged(AnswerReading reading, Command.Inquire command) {
        Optional<StatusMapping.ListMatch> listMatch = mapping.byLists(reading.fields());
        Found found = listMatch.isPresent() ? listed(reading, listMatch.get()) : byStatus(reading);
        String differingField = same.differingField(reading.body().tree(), command);
        boolean believed = switch (found.finding()) {
            case SUCCEEDED, DECLINED, PENDING, NOT_FOUND -> true;
            case INCONCLUSIVE, UNANSWERABLE -> reading.status() / 100 == 2;
        };
        return differingField != null && believed
                ? inconclusive(
                        reading,
                        "another_request",
                        "the answer is about another request: its " + differingField + " differs")
                : found;
    }

    private Found listed(AnswerReading reading, StatusMapping.ListMatch listMatch) {
        Category category = switch (reading.status() / 100) {
            case 2 -> Category.OK;
            case 4 -> Category.CLIENT_ERROR;
            case 5 -> Category.SERVER_ERROR;
            default -> Category.UNKNOWN;
        };
        String word =
                mapping.word(reading.fields()).orElse(listMatch.finding().name().toLowerCase(Locale.ROOT));
        return new Found(listMatch.finding(), ofStatus(reading, category, word, listMatch.judgedBy()));
    }

    private Found byStatus(AnswerReading reading) {
        return switch (reading.status() / 100) {
            case 2 -> byWord(reading);
            case 4 ->
                switch (reading.status()) {
                    case 404 -> notFound(reading);
                    case 408, 429 -> found(Finding.INCONCLUSIVE, reading, Category.CLIENT_ERROR, null);
                    default -> found(Finding.UNANSWERABLE, reading, Category.CLIENT_ERROR, null);
                };
            case 5 -> found(Finding.INCONCLUSIVE, reading, Category.SERVER_ERROR, null);
            default -> found(Finding.INCONCLUSIVE, reading, Category.UNKNOWN, null);
        };
    }

    private Found notFound(AnswerReading reading) {
        return mapping.describesNotFound()
                ? inconclusive(
                        reading,
                        "not_found_criteria_not_met",
                        "the answer is a 404 that does not meet status_query.not_found_criteria")
                : found(Finding.NOT_FOUND, reading, Category.CLIENT_ERROR, "not_found");
    }

    private Found byWord(AnswerReading reading) {
        Optional<String> word = mapping.word(reading.fields());
        if (reading.status() != 200 || word.isEmpty()) {
            return inconclusive(reading, "no_status", "the answer names no status");
        }
        Optional<Finding> finding = mapping.meaning(word.get());
        return finding.isPresent()
                ? new Found(finding.get(), ofStatus(reading, Category.OK, word.get(), null))
                : inconclusive(reading, "unknown_status", "Gateway status: " + word.get() + ", which is not described");
    }

    private static Answer ofStatus(AnswerReading reading, Category category, String word, String judgedBy) {
        String code = reading.code() == null ? word : reading.code();
        return reading.inOurWords(category, code, "Gateway status: " + word, judgedBy);
    }

    private static Found inconclusive(AnswerReading reading, String code, String message) {
        return new Found(Finding.INCONCLUSIVE, reading.inOurWords(Category.UNKNOWN, code, message, null));
    }

    private static Found found(Finding finding, AnswerReading reading, Category category, String code) {
        return new Found(finding, reading.inItsWords(category, code, null, null));
    }
}
