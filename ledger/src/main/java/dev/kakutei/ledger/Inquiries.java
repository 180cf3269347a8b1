package dev.kakutei.ledger;

import dev.kakutei.schemas.InquiryFact;
import java.time.Instant;

/**
 * How an unknown outcome has been looked into.
 *
 * @param count how many inquiries were made; they are numbered from 1
 * @param lastAt when the last one was made; null where there was none
 * @param open the one that is not answered yet; 0 for none
 * @param misses how often "not found" has been heard that counts
 * @param answers what they have brought, and whether the gateway acknowledged the request
 */
public record Inquiries(int count, Instant lastAt, int open, int misses, GatewayAnswers answers) {
    static final Inquiries NONE = new Inquiries(0, null, 0, 0, GatewayAnswers.NONE);

    public Inquiries {
        // Entries that were stored before there were these have none of them.
        answers = answers == null ? GatewayAnswers.NONE : answers;
    }

    Inquiries started(InquiryFact.InquiryStarted fact, Instant at) {
        return new Inquiries(fact.inquiry(), at, fact.inquiry(), misses, answers);
    }

    /** No answer counts any more. */
    Inquiries closed() {
        return open == 0 ? this : new Inquiries(count, lastAt, 0, misses, answers);
    }

    /** And what was heard before does not either: "not found" is counted again, from 0. */
    Inquiries reset() {
        return open == 0 && misses == 0 ? this : new Inquiries(count, lastAt, 0, 0, answers);
    }

    Inquiries answered(InquiryFact.InquiryInconclusive fact) {
        return new Inquiries(count, lastAt, 0, fact.misses(), answers.and(fact, misses));
    }

    Inquiries acknowledgedAs(String reference) {
        return new Inquiries(count, lastAt, open, misses, answers.acknowledgedAs(reference));
    }
}
