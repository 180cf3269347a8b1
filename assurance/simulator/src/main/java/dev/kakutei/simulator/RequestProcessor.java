package dev.kakutei.simulator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Handles posts and look-ups. One lock: a stage decides, records its lines and changes the state as one step, so
 * the journal's order is the order in which things happened. What the client gets to see is done only when the line
 * that says so, and with it every line before, has been written.
 */
final class RequestProcessor implements AutoCloseable {
    private final Object lock = new Object();
    private final GatewayState state;
    private final JournalWriter journal;
    private final Timers timers;
    private final InstantSource clock;
    private final Duration visibilityLag;
    private final long startedNanos = System.nanoTime();
    private final BehaviourSelector selector;
    /** Keys of posts that will decide something and have not yet, with the digest of their body. */
    private final Map<String, String> inProgress = new HashMap<>();

    private boolean closed;

    RequestProcessor(GatewayState state, JournalWriter journal, Timers timers, SimulatorConfig config) {
        this.state = state;
        this.journal = journal;
        this.timers = timers;
        this.clock = config.clock();
        this.visibilityLag = config.visibilityLag();
        this.selector = new BehaviourSelector(config.mix());
    }

    /** Takes up what the journal left open: posts to be applied later, and effects to be settled. */
    void resume() {
        synchronized (lock) {
            for (JournalEntry e : state.deferred()) {
                PostExecution execution =
                        new PostExecution(Post.of(e), null, Plan.resumed(), e.post(), e.nth(), KeyState.FREE, null);
                reserve(execution);
                later(until(e.due()), () -> decide(execution));
            }
            for (JournalEntry e : state.pending()) {
                later(until(e.due()), () -> settle(e));
            }
        }
    }

    void post(Post post, Exchange exchange) {
        synchronized (lock) {
            if (closed || !journal.isOpen()) {
                exchange.drop();
                return;
            }
            int nth = state.account(post.subject()).posts() + 1;
            receive(execution(post, exchange, selector.forPost(post, nth), nth));
        }
    }

    private PostExecution execution(Post post, Exchange exchange, Plan plan, int nth) {
        long number = state.seq() + 1;
        if (post.key() == null || plan.verdict() == Plan.Verdict.NOTHING) {
            return new PostExecution(post, exchange, plan, number, nth, KeyState.FREE, null);
        }
        Optional<GatewayState.Binding> known = state.binding(post.subject().kind(), post.key(), now());
        if (known.isPresent()) {
            boolean same = known.get().digest().equals(post.digest());
            KeyState keyState = same ? KeyState.REPLAY : KeyState.KEY_REUSED;
            return new PostExecution(post, exchange, plan, number, nth, keyState, known.get());
        }
        String digest = inProgress.get(reservation(post));
        KeyState keyState = digest == null
                ? KeyState.FREE
                : digest.equals(post.digest()) ? KeyState.KEY_IN_PROGRESS : KeyState.KEY_REUSED;
        return new PostExecution(post, exchange, plan, number, nth, keyState, null);
    }

    private static String reservation(Post post) {
        return post.subject().kind() + " " + post.key();
    }

    private void reserve(PostExecution execution) {
        if (execution.post.key() != null) {
            inProgress.put(reservation(execution.post), execution.post.digest());
        }
    }

    private void receive(PostExecution execution) {
        Plan plan = execution.plan;
        boolean deferred = plan.verdict() == Plan.Verdict.APPLY_LATER && execution.decides();
        Line received = execution.line(JournalEntry.Type.RECEIVED);
        record(deferred ? received.due(now().plus(plan.later()), null) : received, null);
        if (execution.conflicts()) {
            reply(execution, execution.keyState.conflict(), execution.line(JournalEntry.Type.REPLIED));
            return;
        }
        if (execution.decides()) {
            reserve(execution);
        }
        if (deferred) {
            later(plan.later(), () -> decide(execution));
            later(plan.before().plus(plan.after()), () -> conclude(execution));
            return;
        }
        later(plan.before(), () -> {
            decide(execution);
            later(plan.after(), () -> conclude(execution));
        });
    }

    private void decide(PostExecution execution) {
        if (!execution.decides()) {
            return;
        }
        inProgress.remove(reservation(execution.post));
        execution.decided = "sim_" + (state.seq() + 1);
        GatewayStatus success = execution.post.subject().kind().success();
        switch (execution.plan.verdict()) {
            case APPLY, APPLY_LATER ->
                record(execution.line(JournalEntry.Type.APPLIED).effect(execution.decided, success), null);
            case DECLINE ->
                record(
                        execution.line(JournalEntry.Type.DECLINED).effect(execution.decided, GatewayStatus.DECLINED),
                        null);
            case APPLY_PENDING -> {
                Duration wait = execution.plan.later();
                GatewayStatus settlesTo = execution.plan.behaviour().settlesTo();
                GatewayStatus end = settlesTo == null ? success : settlesTo;
                Line applied =
                        execution.line(JournalEntry.Type.APPLIED).effect(execution.decided, GatewayStatus.PENDING);
                JournalEntry pending = record(applied.due(now().plus(wait), end), null);
                timers.after(wait, () -> locked(() -> settle(pending)));
            }
            case NOTHING -> throw new IllegalStateException("nothing to decide");
        }
    }

    private void settle(JournalEntry pending) {
        Line settled = new Line(JournalEntry.Type.SETTLED, Post.of(pending), pending.post(), pending.nth());
        record(settled.behaviour(pending.behaviour()).effect(pending.id(), pending.settlesTo()), null);
    }

    private void conclude(PostExecution execution) {
        switch (execution.plan.replyKind()) {
            case CLOSE -> record(execution.line(JournalEntry.Type.DROPPED), execution.exchange::drop);
            case SAY ->
                reply(
                        execution,
                        HttpAnswer.said(execution.plan.behaviour(), execution.post.subject(), now()),
                        execution.line(JournalEntry.Type.REPLIED));
            case TRUTH -> replyDecided(execution);
        }
    }

    private void replyDecided(PostExecution execution) {
        Line line = execution.line(JournalEntry.Type.REPLIED);
        if (execution.keyState == KeyState.REPLAY) {
            GatewayState.Binding known = execution.known;
            RecordedEffect effect = state.account(known.subject()).decided(known.id());
            HttpAnswer again = HttpAnswer.decided(known.subject(), effect).with(Map.of("Idempotent-Replayed", "true"));
            reply(execution, again, line.effect(effect.id(), effect.status()).replayOf(known.post()));
            return;
        }
        Subject subject = execution.post.subject();
        RecordedEffect effect = state.account(subject).decided(execution.decided);
        reply(execution, HttpAnswer.decided(subject, effect), line.effect(effect.id(), effect.status()));
    }

    private void reply(PostExecution execution, HttpAnswer answer, Line line) {
        record(line.http(answer.http()), () -> execution.exchange.answer(answer));
    }

    /** The state is read at once; a delay only keeps the answer back, as a slow read replica would. */
    void lookup(Post question, Exchange exchange) {
        synchronized (lock) {
            if (closed || !journal.isOpen()) {
                exchange.drop();
                return;
            }
            Subject subject = question.subject();
            int nth = state.account(subject).lookups() + 1;
            Plan plan = selector.forLookup(subject, nth);
            Behaviour behaviour = plan.behaviour();
            Duration wait = plan.before().plus(plan.after());
            Line line = new Line(JournalEntry.Type.LOOKUP, question, 0, nth)
                    .behaviour(behaviour.act().name())
                    .effect(null, behaviour.act().pretended());
            if (plan.replyKind() == Plan.ReplyKind.CLOSE) {
                record(line, () -> soon(wait, exchange::drop));
                return;
            }
            HttpAnswer answer = plan.replyKind() == Plan.ReplyKind.SAY
                    ? HttpAnswer.said(behaviour, subject, now())
                    : truth(subject, line);
            record(line.http(answer.http()), () -> soon(wait, () -> exchange.answer(answer)));
        }
    }

    private HttpAnswer truth(Subject subject, Line line) {
        Optional<RecordedEffect> visible = state.account(subject).visible(now(), visibilityLag);
        if (visible.isEmpty()) {
            line.effect(null, GatewayStatus.NOT_FOUND);
            return HttpAnswer.status(404, subject, GatewayStatus.NOT_FOUND);
        }
        line.effect(visible.get().id(), visible.get().status());
        return HttpAnswer.found(subject, visible.get());
    }

    /** The only place where a line gets its number and the state changes. */
    private JournalEntry record(Line line, Runnable written) {
        JournalEntry entry = line.stamped(state.seq() + 1, now(), System.nanoTime() - startedNanos);
        state.apply(entry);
        journal.put(entry, written);
        return entry;
    }

    /** The next stage: at once, as part of this one, or later under the lock again. */
    private void later(Duration wait, Runnable stage) {
        if (wait.isZero() || wait.isNegative()) {
            stage.run();
        } else {
            timers.after(wait, () -> locked(stage));
        }
    }

    private void locked(Runnable stage) {
        synchronized (lock) {
            if (!closed && journal.isOpen()) {
                stage.run();
            }
        }
    }

    private void soon(Duration wait, Runnable act) {
        if (wait.isZero()) {
            act.run();
        } else {
            timers.after(wait, act);
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private Duration until(Instant due) {
        return Duration.between(now(), due);
    }

    /** What to do is decided under the same lock as what is done. */
    <T> T withSelector(Function<BehaviourSelector, T> change) {
        synchronized (lock) {
            return change.apply(selector);
        }
    }

    /** Returns when all that happened before is in the file. */
    void awaitWritten() {
        journal.awaitWritten();
    }

    /** All that is counted here has been written when this returns. */
    List<Tally> tallies() {
        List<Tally> all;
        synchronized (lock) {
            all = state.tallies();
        }
        journal.awaitWritten();
        return all;
    }

    Optional<Tally> tally(Subject subject) {
        Tally tally;
        synchronized (lock) {
            tally = state.account(subject).tally();
        }
        journal.awaitWritten();
        return tally.posts() + tally.lookups() == 0 ? Optional.empty() : Optional.of(tally);
    }

    Health health() {
        synchronized (lock) {
            String status = journal.isOpen() && !closed ? "up" : "down";
            return new Health(
                    status, state.seq(), state.references(), state.applied(), inProgress.size(), selector.scripts());
        }
    }

    /** Nothing is recorded after this. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
        }
    }
}
