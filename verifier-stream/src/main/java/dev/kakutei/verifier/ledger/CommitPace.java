package dev.kakutei.verifier.ledger;

/**
 * When a thread commits before its interval is over. A transaction costs nearly the same whether it carries one
 * decision or a hundred, so the more there are, the longer they are batched: a lone one is committed at once, three
 * hundred a second every 15 ms, five thousand four times a second. In any case the last transaction is given as long
 * again as its commit took: until its end is written everywhere, brokers turn the next one away, which then comes late.
 * Pure but for the clock it is given.
 */
final class CommitPace {
    /** The square of the wait, in ms², that each decision adds. */
    private static final long EACH = 50;

    private static final double NANOS_PER_MILLI = 1_000_000;

    private long since;
    private long began;
    private long lastCommit;
    private long gathered;
    private boolean committing;

    CommitPace(long nanos) {
        // Whatever comes first finds that nothing was committed for long.
        this.since = nanos - 1_000_000_000L;
    }

    void decided() {
        committing = false;
        gathered++;
    }

    /** Whether to commit what was decided since the last commit. */
    boolean isTime(long nanos) {
        committing = false;
        double waited = (nanos - since) / NANOS_PER_MILLI;
        if (gathered == 0 || waited * waited < EACH * gathered || nanos - since < lastCommit) {
            return false;
        }
        since = nanos;
        lastCommit = 0;
        gathered = 0;
        return true;
    }

    /** Called for each partition of the thread; the first call counts. Without a commit it is void at the next decision. */
    void commitBegins(long nanos) {
        if (!committing) {
            began = nanos;
            committing = true;
        }
    }

    /** Requested here, or by the interval, or by a rebalance. All that was decided before is in it. */
    void committed(long nanos) {
        lastCommit = committing ? nanos - began : 0;
        since = nanos;
        gathered = 0;
        committing = false;
    }
}
