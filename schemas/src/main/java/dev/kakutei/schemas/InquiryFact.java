package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/** The facts of asking a gateway what became of a request (SPEC C6). */
public final class InquiryFact {
    private InquiryFact() {}

    /** Those of {@link Fact.Cases} that are about inquiries. */
    public interface Cases<T> {
        T inquiryStarted(InquiryStarted fact);

        T inquiryInconclusive(InquiryInconclusive fact);
    }

    /** An inquiry command was issued; without an answer by {@code silentAt} it counts as inconclusive. */
    public record InquiryStarted(int inquiry, Instant notAfter, Instant silentAt) implements Fact {
        public InquiryStarted {
            counted(inquiry);
            requireNonNull(notAfter, "not_after");
            requireNonNull(silentAt, "silent_at");
        }

        @Override
        public <T> T match(Fact.Cases<T> cases) {
            return cases.inquiryStarted(this);
        }
    }

    /**
     * The gateway was asked and the answer settles nothing yet. It will be asked again at {@code nextAt}.
     *
     * @param misses how often "not found" has been heard so far that counts
     */
    public record InquiryInconclusive(int inquiry, Finding finding, Answer answer, int misses, Instant nextAt)
            implements Fact {
        public InquiryInconclusive {
            counted(inquiry);
            requireNonNull(finding, "finding");
            requireNonNull(answer, "answer");
            requireNonNull(nextAt, "next_at");
        }

        @Override
        public <T> T match(Fact.Cases<T> cases) {
            return cases.inquiryInconclusive(this);
        }
    }

    private static void counted(int inquiry) {
        if (inquiry < 1) {
            throw new IllegalArgumentException("attempts and inquiries are counted from 1, not " + inquiry);
        }
    }
}
