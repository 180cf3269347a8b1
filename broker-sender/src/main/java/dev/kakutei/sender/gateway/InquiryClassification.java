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
 * {@link Finding#CANNOT_TELL}: it can be asked again, and a wrong certainty cannot be taken back. The first line that
 * fits decides:
 *
 * <table>
 * <caption>Precedence</caption>
 * <tr><th>what came back</th><th>finding</th></tr>
 * <tr><td>no answer, or not a whole one</td><td>cannot tell</td></tr>
 * <tr><td>2xx that names another reference, amount or currency</td><td>cannot tell; so is any other answer that does and
 * would be believed below</td></tr>
 * <tr><td>2xx, 4xx but 408 and 429: the first of {@code not_found_criteria}, {@code pending_criteria},
 * {@code declined_criteria}, {@code succeeded_criteria} that holds. Any other status: likewise, but only of those that look
 * at the HTTP status</td><td>as the list is named</td></tr>
 * <tr><td>200: the word at the status's place</td><td>as the file says</td></tr>
 * <tr><td>200 without a word, or with an unknown one; other 2xx</td><td>cannot tell</td></tr>
 * <tr><td>404, without {@code not_found_criteria}</td><td>not found</td></tr>
 * <tr><td>404 that does not meet them: a proxy, or a wrong path, may have answered</td><td>cannot tell</td></tr>
 * <tr><td>408, 429, 5xx, 3xx and anything else</td><td>cannot tell</td></tr>
 * <tr><td>other 4xx</td><td>unanswerable</td></tr>
 * </table>
 */
final class InquiryClassification {
    /** What was found, and what it was read from. */
    record Found(Finding finding, Answer answer) {}

    private final StatusMapping mapping;
    private final SameRequest same;
    private final AnswerPlaces places;
    private final Redaction redaction;

    /** For a gateway that can be asked. */
    InquiryClassification(Gateway gateway, Redaction redaction, CriteriaEvents events) {
        this.mapping = new StatusMapping(gateway.name(), gateway.statusQuery(), events);
        this.same = new SameRequest(gateway.statusQuery());
        this.places = new AnswerPlaces(gateway.answering());
        this.redaction = redaction;
    }

    Found of(Reply reply, Command.Inquire command) {
        if (reply instanceof Reply.Failed failed) {
            return new Found(Finding.CANNOT_TELL, AnswerReading.failed(failed, redaction));
        }
        Reply.Answered answered = (Reply.Answered) reply;
        try {
            return judged(new AnswerReading(answered, places, redaction), command);
        } catch (RuntimeException | StackOverflowError e) {
            return new Found(Finding.CANNOT_TELL, AnswerReading.unjudged(answered, e));
        }
    }

    private Found judged(AnswerReading reading, Command.Inquire command) {
        Optional<StatusMapping.Sighting> sighting = mapping.byLists(reading.evidence());
        Found found = sighting.isPresent() ? listed(reading, sighting.get()) : byStatus(reading);
        String stranger = same.stranger(reading.body().tree(), command);
        boolean believed = switch (found.finding()) {
            case SUCCEEDED, DECLINED, PENDING, NOT_FOUND -> true;
            case CANNOT_TELL, UNANSWERABLE -> reading.status() / 100 == 2;
        };
        return stranger != null && believed
                ? cannotTell(
                        reading, "another_request", "the answer is about another request: its " + stranger + " differs")
                : found;
    }

    private Found listed(AnswerReading reading, StatusMapping.Sighting sighting) {
        Category category = switch (reading.status() / 100) {
            case 2 -> Category.OK;
            case 4 -> Category.CLIENT_ERROR;
            case 5 -> Category.SERVER_ERROR;
            default -> Category.UNKNOWN;
        };
        String word = mapping.word(reading.evidence())
                .orElse(sighting.finding().name().toLowerCase(Locale.ROOT));
        return new Found(sighting.finding(), told(reading, category, word, sighting.judgedBy()));
    }

    private Found byStatus(AnswerReading reading) {
        return switch (reading.status() / 100) {
            case 2 -> byWord(reading);
            case 4 ->
                switch (reading.status()) {
                    case 404 -> notFound(reading);
                    case 408, 429 -> found(Finding.CANNOT_TELL, reading, Category.CLIENT_ERROR, null);
                    default -> found(Finding.UNANSWERABLE, reading, Category.CLIENT_ERROR, null);
                };
            case 5 -> found(Finding.CANNOT_TELL, reading, Category.SERVER_ERROR, null);
            default -> found(Finding.CANNOT_TELL, reading, Category.UNKNOWN, null);
        };
    }

    private Found notFound(AnswerReading reading) {
        return mapping.describesNotFound()
                ? cannotTell(
                        reading,
                        "not_found_criteria_not_met",
                        "the answer is a 404 that does not meet status_query.not_found_criteria")
                : found(Finding.NOT_FOUND, reading, Category.CLIENT_ERROR, "not_found");
    }

    private Found byWord(AnswerReading reading) {
        Optional<String> word = mapping.word(reading.evidence());
        if (reading.status() != 200 || word.isEmpty()) {
            return cannotTell(reading, "no_status", "the answer names no status");
        }
        Optional<Finding> finding = mapping.meaning(word.get());
        return finding.isPresent()
                ? new Found(finding.get(), told(reading, Category.OK, word.get(), null))
                : cannotTell(reading, "unknown_status", "Gateway status: " + word.get() + ", which is not described");
    }

    private static Answer told(AnswerReading reading, Category category, String word, String judgedBy) {
        String code = reading.code() == null ? word : reading.code();
        return reading.inOurWords(category, code, "Gateway status: " + word, judgedBy);
    }

    private static Found cannotTell(AnswerReading reading, String code, String message) {
        return new Found(Finding.CANNOT_TELL, reading.inOurWords(Category.UNKNOWN, code, message, null));
    }

    private static Found found(Finding finding, AnswerReading reading, Category category, String code) {
        return new Found(finding, reading.inItsWords(category, code, null, null));
    }
}
