package dev.kakutei.ledger;

/**
 * The last recovery that put a request in doubt. Attempts and inquiries are counted on from the last ones that are known, so
 * a higher number may have been given before, to one whose records were lost: which of the two a report is about, only its
 * recovery says.
 *
 * @param number which recovery it was, counted from 1
 * @param attempts how many attempts were counted before it
 * @param inquiries how many inquiries were counted before it
 */
public record Recovered(int number, int attempts, int inquiries) {
    public Recovered {
        if (number < 1 || attempts < 0 || inquiries < 0) {
            throw new IllegalArgumentException("recoveries are counted from 1, attempts and inquiries from 0, not "
                    + number + ", " + attempts + ", " + inquiries);
        }
    }
}
