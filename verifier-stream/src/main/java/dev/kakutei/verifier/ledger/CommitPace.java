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

    /** A thread calls this all the time, unless it commits, or sleeps. */
    private static final long AWAY_NANOS = 40_000_000;

    /** After a commit was requested, a shorter absence shows that it happened. No commit takes less. */
    private static final long COMMIT_NANOS = 3_000_000;

    private long since;
    private long lastSeen;
    private long lastCommit;
    private long gathered;
    private boolean committing;

    CommitPace(long nanos) {
        // Whatever comes first finds that nothing was committed for long.
        this.since = nanos - 1_000_000_000L;
        this.lastSeen = nanos;
    }

    void decided(long nanos) {
        seen(nanos);
        gathered++;
    }

    /** Whether to commit what was decided since the last commit. */
    boolean isTime(long nanos) {
        seen(nanos);
        double waited = (nanos - since) / NANOS_PER_MILLI;
        if (gathered == 0 || waited * waited < EACH * gathered || nanos - since < lastCommit) {
            return false;
        }
        since = nanos;
        lastCommit = 0;
        gathered = 0;
        committing = true;
        return true;
    }

    /**
     * Streams does not report that a commit has ended, or that the interval brought one: they show as time in which the
     * thread was not here. What was decided between the request and the commit is in it, too.
     */
    private void seen(long nanos) {
        long away = nanos - lastSeen;
        lastSeen = nanos;
        if (away > (committing ? COMMIT_NANOS : AWAY_NANOS)) {
            lastCommit = away;
            since = nanos;
            gathered = 0;
            committing = false;
        }
    }
}
