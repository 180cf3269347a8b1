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
 * Where requests are dealt with. One lock: a stage decides, records its lines and changes the books as one step, so
 * the journal's order is the order in which things happened. What the client gets to see is done only when the line
 * that says so, and with it every line before, has been written.
 */
final class Desk implements AutoCloseable {
    private final Object lock = new Object();
    private final Books books;
    private final JournalWriter journal;
    private final Timers timers;
    private final InstantSource clock;
    private final Duration visibilityLag;
    private final long startedNanos = System.nanoTime();
    private final Prompter prompter;
    /** Keys of posts that will decide something and have not yet, with the digest of their body. */
    private final Map<String, String> inProgress = new HashMap<>();

    private boolean closed;

    Desk(Books books, JournalWriter journal, Timers timers, SimulatorConfig config) {
        this.books = books;
        this.journal = journal;
        this.timers = timers;
        this.clock = config.clock();
        this.visibilityLag = config.visibilityLag();
        this.prompter = new Prompter(config.mix());
    }

    /** Takes up what the journal left open: posts to be applied later, and effects to be settled. */
    void resume() {
        synchronized (lock) {
            for (JournalEntry e : books.deferred()) {
                Visit visit = new Visit(Post.of(e), null, Plan.resumed(), e.post(), e.nth(), Standing.FREE, null);
                reserve(visit);
                later(until(e.due()), () -> decide(visit));
            }
            for (JournalEntry e : books.pending()) {
                later(until(e.due()), () -> settle(e));
            }
        }
    }

    void post(Post post, Wire wire) {
        synchronized (lock) {
            if (closed || !journal.isOpen()) {
                wire.drop();
                return;
            }
            int nth = books.account(post.subject()).posts() + 1;
            receive(visit(post, wire, prompter.forPost(post, nth), nth));
        }
    }

    private Visit visit(Post post, Wire wire, Plan plan, int nth) {
        long number = books.seq() + 1;
        if (post.key() == null || plan.verdict() == Plan.Verdict.NOTHING) {
            return new Visit(post, wire, plan, number, nth, Standing.FREE, null);
        }
        Optional<Books.Binding> known = books.binding(post.subject().kind(), post.key(), now());
        if (known.isPresent()) {
            boolean same = known.get().digest().equals(post.digest());
            Standing standing = same ? Standing.REPLAY : Standing.KEY_REUSED;
            return new Visit(post, wire, plan, number, nth, standing, known.get());
        }
        String digest = inProgress.get(reservation(post));
        Standing standing = digest == null
                ? Standing.FREE
                : digest.equals(post.digest()) ? Standing.KEY_IN_PROGRESS : Standing.KEY_REUSED;
        return new Visit(post, wire, plan, number, nth, standing, null);
    }

    private static String reservation(Post post) {
        return post.subject().kind() + " " + post.key();
    }

    private void reserve(Visit visit) {
        if (visit.post.key() != null) {
            inProgress.put(reservation(visit.post), visit.post.digest());
        }
    }

    private void receive(Visit visit) {
        Plan plan = visit.plan;
        boolean deferred = plan.verdict() == Plan.Verdict.APPLY_LATER && visit.decides();
        Line received = visit.line(JournalEntry.Type.RECEIVED);
        record(deferred ? received.due(now().plus(plan.later()), null) : received, null);
        if (visit.conflicts()) {
            reply(visit, visit.standing.conflict(), visit.line(JournalEntry.Type.REPLIED));
            return;
        }
        if (visit.decides()) {
            reserve(visit);
        }
        if (deferred) {
            later(plan.later(), () -> decide(visit));
            later(plan.before().plus(plan.after()), () -> conclude(visit));
            return;
        }
        later(plan.before(), () -> {
            decide(visit);
            later(plan.after(), () -> conclude(visit));
        });
    }

    private void decide(Visit visit) {
        if (!visit.decides()) {
            return;
        }
        inProgress.remove(reservation(visit.post));
        visit.decided = "sim_" + (books.seq() + 1);
        Status success = visit.post.subject().kind().success();
        switch (visit.plan.verdict()) {
            case APPLY, APPLY_LATER ->
                record(visit.line(JournalEntry.Type.APPLIED).effect(visit.decided, success), null);
            case DECLINE -> record(visit.line(JournalEntry.Type.DECLINED).effect(visit.decided, Status.DECLINED), null);
            case APPLY_PENDING -> {
                Duration wait = visit.plan.later();
                Status settlesTo = visit.plan.behaviour().settlesTo();
                Status end = settlesTo == null ? success : settlesTo;
                Line applied = visit.line(JournalEntry.Type.APPLIED).effect(visit.decided, Status.PENDING);
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

    private void conclude(Visit visit) {
        switch (visit.plan.ending()) {
            case CLOSE -> record(visit.line(JournalEntry.Type.DROPPED), visit.wire::drop);
            case SAY ->
                reply(
                        visit,
                        Answer.said(visit.plan.behaviour(), visit.post.subject(), now()),
                        visit.line(JournalEntry.Type.REPLIED));
            case TRUTH -> tellDecided(visit);
        }
    }

    private void tellDecided(Visit visit) {
        Line line = visit.line(JournalEntry.Type.REPLIED);
        if (visit.standing == Standing.REPLAY) {
            Books.Binding known = visit.known;
            Effect effect = books.account(known.subject()).decided(known.id());
            Answer again = Answer.decided(known.subject(), effect).with(Map.of("Idempotent-Replayed", "true"));
            reply(visit, again, line.effect(effect.id(), effect.status()).replayOf(known.post()));
            return;
        }
        Subject subject = visit.post.subject();
        Effect effect = books.account(subject).decided(visit.decided);
        reply(visit, Answer.decided(subject, effect), line.effect(effect.id(), effect.status()));
    }

    private void reply(Visit visit, Answer answer, Line line) {
        record(line.http(answer.http()), () -> visit.wire.answer(answer));
    }

    /** The state is read at once; a delay only keeps the answer back, as a slow read replica would. */
    void lookup(Post question, Wire wire) {
        synchronized (lock) {
            if (closed || !journal.isOpen()) {
                wire.drop();
                return;
            }
            Subject subject = question.subject();
            int nth = books.account(subject).lookups() + 1;
            Plan plan = prompter.forLookup(subject, nth);
            Behaviour behaviour = plan.behaviour();
            Duration wait = plan.before().plus(plan.after());
            Line line = new Line(JournalEntry.Type.LOOKUP, question, 0, nth)
                    .behaviour(behaviour.act().name())
                    .effect(null, behaviour.act().pretended());
            if (plan.ending() == Plan.Ending.CLOSE) {
                record(line, () -> soon(wait, wire::drop));
                return;
            }
            Answer answer =
                    plan.ending() == Plan.Ending.SAY ? Answer.said(behaviour, subject, now()) : truth(subject, line);
            record(line.http(answer.http()), () -> soon(wait, () -> wire.answer(answer)));
        }
    }

    private Answer truth(Subject subject, Line line) {
        Optional<Effect> visible = books.account(subject).visible(now(), visibilityLag);
        if (visible.isEmpty()) {
            line.effect(null, Status.NOT_FOUND);
            return Answer.status(404, subject, Status.NOT_FOUND);
        }
        line.effect(visible.get().id(), visible.get().status());
        return Answer.found(subject, visible.get());
    }

    /** The only place where a line gets its number and the books change. */
    private JournalEntry record(Line line, Runnable written) {
        JournalEntry entry = line.stamped(books.seq() + 1, now(), System.nanoTime() - startedNanos);
        books.apply(entry);
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
    <T> T withPrompter(Function<Prompter, T> change) {
        synchronized (lock) {
            return change.apply(prompter);
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
            all = books.tallies();
        }
        journal.awaitWritten();
        return all;
    }

    Optional<Tally> tally(Subject subject) {
        Tally tally;
        synchronized (lock) {
            tally = books.account(subject).tally();
        }
        journal.awaitWritten();
        return tally.posts() + tally.lookups() == 0 ? Optional.empty() : Optional.of(tally);
    }

    Health health() {
        synchronized (lock) {
            String status = journal.isOpen() && !closed ? "up" : "down";
            return new Health(
                    status, books.seq(), books.references(), books.applied(), inProgress.size(), prompter.scripts());
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
