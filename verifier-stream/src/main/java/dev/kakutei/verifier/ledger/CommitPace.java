package dev.kakutei.verifier.ledger;

/**
 * When a thread commits before its interval is over. A transaction costs nearly the same whether it carries one decision or
 * a hundred, so the more there are, the longer they wait for company: a lone one goes at once, three hundred a second go
 * every 15 ms, and from five thousand a second on the interval decides. In any case the last transaction is given as long
 * again as its commit took: until its end is written everywhere, brokers turn the next one away, which then comes late.
 * Pure but for the clock it is given.
 */
final class CommitPace {
    /** The square of the wait, in ms², that each decision adds. */
    private static final long EACH = 50;

    private static final double NANOS_PER_MILLI = 1_000_000;

    private long since;
    private long gathered;
    private boolean committing;
    private long lastCommit;

    CommitPace(long nanos) {
        // Whatever comes first finds that nothing was committed for long.
        this.since = nanos - 1_000_000_000L;
    }

    void decided() {
        gathered++;
    }

    /**
     * Whether to commit what was decided since the last time that this was so. A thread does nothing else while it commits, so
     * that took until it comes here again.
     */
    boolean isTime(long nanos) {
        if (committing) {
            committing = false;
            lastCommit = nanos - since;
            since = nanos;
        }
        double waited = (nanos - since) / NANOS_PER_MILLI;
        if (gathered == 0 || waited * waited < EACH * gathered || nanos - since < lastCommit) {
            return false;
        }
        since = nanos;
        gathered = 0;
        committing = true;
        return true;
    }
}
