package dev.kakutei.sender.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.gateway.Gateway;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;

/**
 * Says what a gateway answered when it was asked what became of a request (SPEC C6). Pure. Whatever is not clear is
 * {@link Finding#CANNOT_TELL}: it can be asked again, and a wrong certainty cannot be taken back.
 */
final class InquiryClassification {
    /** What was found, and what it was read from. */
    record Found(Finding finding, Answer answer) {}

    private InquiryClassification() {}

    static Found of(Reply reply, Gateway.StatusQuery query, Command.Inquire command) {
        if (reply instanceof Reply.Failed failed) {
            return new Found(Finding.CANNOT_TELL, AnswerReading.failed(failed));
        }
        Reply.Answered answered = (Reply.Answered) reply;
        AnswerBody body = AnswerBody.of(answered);
        return switch (answered.status() / 100) {
            case 2 -> told(answered, body, query, command);
            case 4 ->
                switch (answered.status()) {
                    case 404 -> found(Finding.NOT_FOUND, answered, body, Category.CLIENT_ERROR, "not_found");
                    case 408, 429 -> found(Finding.CANNOT_TELL, answered, body, Category.CLIENT_ERROR, null);
                    default -> found(Finding.UNANSWERABLE, answered, body, Category.CLIENT_ERROR, null);
                };
            case 5 -> found(Finding.CANNOT_TELL, answered, body, Category.SERVER_ERROR, null);
            default -> found(Finding.CANNOT_TELL, answered, body, Category.UNKNOWN, null);
        };
    }

    private static Found told(
            Reply.Answered reply, AnswerBody body, Gateway.StatusQuery query, Command.Inquire command) {
        String status = body.text("status");
        if (reply.status() != 200 || status == null) {
            return cannotTell(reply, body, "no_status", "the answer names no status");
        }
        String stranger = stranger(body, command);
        if (stranger != null) {
            return cannotTell(
                    reply,
                    body,
                    "another_request",
                    "the answer is about another request: its " + stranger + " differs");
        }
        Finding finding = finding(query, status);
        if (finding == Finding.CANNOT_TELL) {
            return cannotTell(reply, body, "unknown_status", "Gateway status: " + status + ", which is not described");
        }
        String code = body.errorCode() == null ? status : body.errorCode();
        return new Found(finding, AnswerReading.answered(reply, body, Category.OK, code, "Gateway status: " + status));
    }

    private static Finding finding(Gateway.StatusQuery query, String word) {
        if (names(query.succeeded(), word)) {
            return Finding.SUCCEEDED;
        }
        if (names(query.declined(), word)) {
            return Finding.DECLINED;
        }
        return names(query.pending(), word) ? Finding.PENDING : Finding.CANNOT_TELL;
    }

    private static boolean names(Set<String> words, String word) {
        String upper = word.toUpperCase(Locale.ROOT);
        return words.stream().anyMatch(known -> known.toUpperCase(Locale.ROOT).equals(upper));
    }

    /** The name of the first thing that is said of another request than ours; null where all that is said fits. */
    private static String stranger(AnswerBody body, Command.Inquire command) {
        JsonNode document = command.request();
        String reference = body.text("reference");
        if (reference != null
                && !reference.equals(command.requestId().toString())
                && !reference.equals(document.path("reference").asText(null))) {
            return "reference";
        }
        String currency = body.text("currency");
        if (currency != null
                && document.hasNonNull("currency")
                && !currency.equalsIgnoreCase(document.get("currency").asText())) {
            return "currency";
        }
        String amount = body.text("amount");
        if (amount != null
                && document.hasNonNull("amount")
                && !sameNumber(amount, document.get("amount").asText())) {
            return "amount";
        }
        return null;
    }

    private static boolean sameNumber(String one, String other) {
        try {
            return new BigDecimal(one).compareTo(new BigDecimal(other)) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static Found cannotTell(Reply.Answered reply, AnswerBody body, String code, String message) {
        return new Found(Finding.CANNOT_TELL, AnswerReading.answered(reply, body, Category.UNKNOWN, code, message));
    }

    private static Found found(
            Finding finding, Reply.Answered reply, AnswerBody body, Category category, String fallback) {
        String own = fallback == null ? "http_" + reply.status() : fallback;
        String code = body.errorCode() == null ? own : body.errorCode();
        String message = body.message() == null ? "the gateway answered " + reply.status() : body.message();
        return new Found(finding, AnswerReading.answered(reply, body, category, code, message));
    }
}
