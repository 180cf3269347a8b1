package dev.kakutei.simulator;

/** One post on its way through the stages of its plan. The {@link RequestProcessor}'s lock guards it. */
final class PostExecution {
    final Post post;
    final Exchange exchange;
    final Plan plan;
    final long number;
    final int nth;
    final KeyState keyState;
    /** What the key is bound to already; only where the key state is REPLAY. */
    final GatewayState.Binding known;
    /** The id of what this very post brought about. */
    String decided;

    PostExecution(
            Post post,
            Exchange exchange,
            Plan plan,
            long number,
            int nth,
            KeyState keyState,
            GatewayState.Binding known) {
        this.post = post;
        this.exchange = exchange;
        this.plan = plan;
        this.number = number;
        this.nth = nth;
        this.keyState = keyState;
        this.known = known;
    }

    boolean conflicts() {
        return keyState == KeyState.KEY_REUSED || keyState == KeyState.KEY_IN_PROGRESS;
    }

    /** It will apply or decline something, now or later. */
    boolean decides() {
        return keyState == KeyState.FREE && plan.verdict() != Plan.Verdict.NOTHING;
    }

    Line line(JournalEntry.Type type) {
        String met = conflicts() ? keyState.name() : plan.behaviour().act().name();
        return new Line(type, post, number, nth).behaviour(met);
    }
}
