package dev.kakutei.ledger;

import dev.kakutei.schemas.Fact;
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
 * @param pending "still pending"
 * @param unclear no answer, or one that says nothing
 */
public record GatewayAnswers(
        String acknowledgedReference, int tooEarly, int counted, int denied, int pending, int unclear) {
    static final GatewayAnswers NONE = new GatewayAnswers(null, 0, 0, 0, 0, 0);
    private static final int MAX_REFERENCE = 64;

    public GatewayAnswers {
        if (tooEarly < 0 || counted < 0 || denied < 0 || pending < 0 || unclear < 0) {
            throw new IllegalArgumentException("answers cannot be fewer than none");
        }
    }

    boolean acknowledged() {
        return acknowledgedReference != null;
    }

    GatewayAnswers acknowledgedAs(String reference) {
        return new GatewayAnswers(reference, tooEarly, counted, denied, pending, unclear);
    }

    /** @param missesBefore how many misses there were before this answer */
    GatewayAnswers and(Fact.InquiryInconclusive answer, int missesBefore) {
        return switch (answer.finding()) {
            case NOT_FOUND -> {
                boolean counts = answer.misses() > missesBefore;
                yield new GatewayAnswers(
                        acknowledgedReference,
                        tooEarly + (counts || acknowledged() ? 0 : 1),
                        counted + (counts ? 1 : 0),
                        denied + (!counts && acknowledged() ? 1 : 0),
                        pending,
                        unclear);
            }
            case PENDING -> new GatewayAnswers(acknowledgedReference, tooEarly, counted, denied, pending + 1, unclear);
            case SUCCEEDED, DECLINED, CANNOT_TELL, UNANSWERABLE ->
                new GatewayAnswers(acknowledgedReference, tooEarly, counted, denied, pending, unclear + 1);
        };
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
