package dev.kakutei.ledger;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.InquiryFact;
import java.util.ArrayList;
import java.util.List;

/**
 * What status queries about a request have brought so far, and whether its gateway has acknowledged it. Only the rules
 * need it: it is stored with the entry, and is no column of any table.
 *
 * @param acknowledgedReference the gateway's own reference, from an answer that shows that it has the request; null
 *     without one
 * @param tooEarly "not found", asked too early to count
 * @param counted "not found" that counted
 * @param denied "not found" of a request that the gateway had acknowledged
 * @param distrusted "not found" where every status query at the gateway is answered so
 * @param pending "still pending"
 * @param unclear no answer, or one that says nothing
 */
public record GatewayAnswers(
        String acknowledgedReference, int tooEarly, int counted, int denied, int distrusted, int pending, int unclear) {
    static final GatewayAnswers NONE = new GatewayAnswers(null, 0, 0, 0, 0, 0, 0);
    private static final String EVERY_QUERY_NOT_FOUND = "every_query_not_found";
    private static final int MAX_REFERENCE = 64;

    public GatewayAnswers {
        if (tooEarly < 0 || counted < 0 || denied < 0 || distrusted < 0 || pending < 0 || unclear < 0) {
            throw new IllegalArgumentException("answers cannot be fewer than none");
        }
    }

    boolean acknowledged() {
        return acknowledgedReference != null;
    }

    GatewayAnswers acknowledgedAs(String reference) {
        return new GatewayAnswers(reference, tooEarly, counted, denied, distrusted, pending, unclear);
    }

    /** The answer with a code and a message of ours, because the gateway's own are not believed. */
    static Answer distrusted(Answer answer) {
        return new Answer(
                Category.UNKNOWN,
                answer.statusCode(),
                EVERY_QUERY_NOT_FOUND,
                "every status query at this gateway is answered not found: check status_query.paths",
                answer.elapsedMillis(),
                answer.headers(),
                answer.reference(),
                answer.excerpt(),
                answer.judgedBy());
    }

    /** @param missesBefore how many misses there were before this answer */
    GatewayAnswers and(InquiryFact.InquiryInconclusive answer, int missesBefore) {
        return switch (answer.finding()) {
            case NOT_FOUND -> {
                if (answer.misses() > missesBefore) {
                    yield with(tooEarly, counted + 1, denied, distrusted);
                }
                yield acknowledged()
                        ? with(tooEarly, counted, denied + 1, distrusted)
                        : with(tooEarly + 1, counted, denied, distrusted);
            }
            case PENDING ->
                new GatewayAnswers(acknowledgedReference, tooEarly, counted, denied, distrusted, pending + 1, unclear);
            case SUCCEEDED, DECLINED, INCONCLUSIVE, UNANSWERABLE ->
                EVERY_QUERY_NOT_FOUND.equals(answer.answer().code())
                        ? with(tooEarly, counted, denied, distrusted + 1)
                        : new GatewayAnswers(
                                acknowledgedReference, tooEarly, counted, denied, distrusted, pending, unclear + 1);
        };
    }

    private GatewayAnswers with(int early, int counts, int acknowledgedAndDenied, int doubted) {
        return new GatewayAnswers(
                acknowledgedReference, early, counts, acknowledgedAndDenied, doubted, pending, unclear);
    }

    /** What was heard, in words of bounded length; empty where nothing was. */
    String inWords() {
        List<String> words = new ArrayList<>();
        if (denied > 0) {
            words.add("the gateway acknowledged it under reference " + reference() + ", and then answered not found "
                    + times(denied));
        }
        if (tooEarly > 0) {
            words.add("not found " + times(tooEarly) + ", too early to count");
        }
        if (counted > 0) {
            words.add("not found " + times(counted));
        }
        if (distrusted > 0) {
            words.add("not found " + times(distrusted) + ", like every status query at this gateway");
        }
        if (pending > 0) {
            words.add("still pending " + times(pending));
        }
        if (unclear > 0) {
            words.add("no answer, or none that says anything, " + times(unclear));
        }
        return String.join("; ", words);
    }

    private String reference() {
        return acknowledgedReference.length() <= MAX_REFERENCE
                ? acknowledgedReference
                : acknowledgedReference.substring(0, MAX_REFERENCE) + "…";
    }

    static String times(int count) {
        return count == 1 ? "once" : count + " times";
    }
}
