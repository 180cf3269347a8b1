package dev.kakutei.simulator;

/** One post on its way through the stages of its plan. The desk's lock guards it. */
final class Visit {
    final Post post;
    final Wire wire;
    final Plan plan;
    final long number;
    final int nth;
    final Standing standing;
    /** What the key stands for already; only where the standing is REPLAY. */
    final Books.Binding known;
    /** The id of what this very post brought about. */
    String decided;

    Visit(Post post, Wire wire, Plan plan, long number, int nth, Standing standing, Books.Binding known) {
        this.post = post;
        this.wire = wire;
        this.plan = plan;
        this.number = number;
        this.nth = nth;
        this.standing = standing;
        this.known = known;
    }

    boolean conflicts() {
        return standing == Standing.KEY_REUSED || standing == Standing.KEY_IN_PROGRESS;
    }

    /** It will apply or decline something, now or later. */
    boolean decides() {
        return standing == Standing.FREE && plan.verdict() != Plan.Verdict.NOTHING;
    }

    Line line(JournalEntry.Type type) {
        String met = conflicts() ? standing.name() : plan.behaviour().act().name();
        return new Line(type, post, number, nth).behaviour(met);
    }
}
