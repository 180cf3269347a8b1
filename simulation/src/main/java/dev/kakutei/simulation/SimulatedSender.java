package dev.kakutei.simulation;

import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import java.util.List;

/**
 * The sender, the lane before it and the network around it: commits before it posts, checks the age of a command just
 * before the write, and reports what it saw at least once, whenever it comes to it.
 */
final class SimulatedSender {
    private static final String NAME = "sender";
    private static final long MOST_LATE_REPORT = 600_000;

    private final World world;

    SimulatedSender(World world) {
        this.world = world;
    }

    void command(Life life, Effect.Send effect) {
        Post post = life.newPost(effect.attempt(), world.meddling().key(effect.attempt()));
        post.recovery = recovery(life);
        post.issuedAt = world.now();
        post.notAfterClock = world.millis(effect.notAfter());
        post.windowMillis = post.notAfterClock - world.ledgerClock();
        post.timeoutMillis = effect.callTimeout().toMillis();
        world.agenda().add(Happening.Kind.COMMAND_READ, world.now() + laneDelay(post.windowMillis), post);
        comeLate(life, life.journal.onAttemptBefore(post.attempt, post.recovery));
    }

    void command(Life life, Effect.Inquire effect) {
        life.inquiredAt = world.now();
        long window = world.millis(effect.notAfter()) - world.ledgerClock();
        Happening read =
                world.agenda().add(Happening.Kind.INQUIRY_READ, world.now() + laneDelay(window) + pause(window), life);
        read.gateway = life.gateway;
        read.what = effect;
        read.number = world.now() + window;
        read.recovery = recovery(life);
        comeLate(life, life.journal.onInquiryBefore(effect.inquiry(), read.recovery));
    }

    /** A report from before a loss may still be on its way when its number has been given again. */
    private void comeLate(Life life, List<Observation> reports) {
        for (int i = 0; i < reports.size(); i++) {
            if (world.faults().mayStrike(Fault.REPORT_LATE) && world.dice().oneIn(2)) {
                world.observeLater(
                        life, reports.get(i), world.now() + world.dice().between(0, 2_000));
            }
        }
    }

    private static int recovery(Life life) {
        return life.entry == null ? 0 : life.entry.recovery();
    }

    private long laneDelay(long window) {
        return world.faults().strikes(Fault.LANE_DELAYED)
                ? world.dice().between(0, 2 * window)
                : world.dice().between(0, 20);
    }

    private long pause(long window) {
        return world.faults().strikes(Fault.SENDER_PAUSED)
                ? world.dice().between(0, 2 * window)
                : world.dice().between(0, 5);
    }

    /**
     * The time that remains is fixed here, and used up by a clock that only runs forward. Where clocks differ by more
     * than the settling time was declared for, and the lane was slow as well, nobody promises anything: such commands
     * die in this world.
     */
    void read(Post post) {
        long byClock = post.notAfterClock - world.senderClock();
        post.receivedAt = world.now();
        post.remainingAtReceipt = Math.min(byClock, post.windowMillis);
        long inTruth = post.issuedAt + post.windowMillis - world.now();
        if (post.remainingAtReceipt - inTruth > world.terms().skewMillis()) {
            post.place = Post.Place.VOID;
            return;
        }
        if (world.faults().strikes(Fault.POSITION_LOST)) {
            boolean neverTaken = world.dice().oneIn(2);
            if (!neverTaken) {
                // Another sender comes while this one acts on it, or long afterwards.
                long later = world.dice().between(0, world.dice().oneIn(2) ? 2 * post.windowMillis : MOST_LATE_REPORT);
                world.agenda().add(Happening.Kind.COMMAND_READ_AGAIN, world.now() + later, post);
            } else if (world.meddling().leavesAloneWhatMayBePosted()) {
                post.place = Post.Place.VOID;
                readWithoutPosition(post);
                return;
            }
        }
        world.agenda().add(Happening.Kind.FRESHNESS_CHECKED, world.now() + pause(post.windowMillis), post);
    }

    /** Whoever reads it cannot tell whether it was posted, so it is not posted now, whatever became of it. */
    void readWithoutPosition(Post post) {
        if (world.meddling().leavesAloneWhatMayBePosted()) {
            report(post, Answers.POSITION_LOST);
        } else {
            again(post);
        }
    }

    void check(Post post) {
        boolean lasts = world.senderClock() <= post.notAfterClock
                && world.now() - post.receivedAt <= post.remainingAtReceipt
                && post.remainingAtReceipt >= 0;
        if (!lasts && world.meddling().checksFreshness()) {
            post.place = Post.Place.VOID;
            post.provenVoid = true;
            report(post, Answers.TOO_OLD);
        } else if (world.faults().strikes(Fault.CRASH_BEFORE_POST)) {
            post.place = Post.Place.VOID;
        } else if (world.faults().strikes(Fault.CONNECTION_REFUSED)) {
            post.place = Post.Place.VOID;
            post.provenVoid = true;
            report(post, Answers.NOT_CONNECTED);
        } else {
            long late = world.faults().strikes(Fault.PAUSED_IN_WINDOW)
                    ? world.dice().between(0, world.terms().windowMillis())
                    : 0;
            world.agenda().add(Happening.Kind.WRITTEN, world.now() + late, post);
        }
    }

    void write(Post post) {
        world.watch().posted(post);
        post.place = Post.Place.WRITTEN;
        post.settledBy = world.now() + post.timeoutMillis + post.gateway.settlingMillis();
        if (world.faults().strikes(Fault.CRASH_AFTER_POST)) {
            post.closed = true;
            if (!world.meddling().commitsBeforePosting()) {
                again(post);
            }
        } else {
            world.agenda().add(Happening.Kind.GAVE_UP, world.now() + post.timeoutMillis, post);
        }
        if (world.faults().strikes(Fault.REQUEST_LOST)) {
            post.place = Post.Place.VOID;
            return;
        }
        long latest = world.faults().strikes(Fault.REQUEST_LATE) ? post.settledBy : world.now() + 20;
        world.agenda()
                .add(
                        Happening.Kind.REACHED,
                        Math.min(post.settledBy, world.dice().between(world.now(), latest)),
                        post);
    }

    private void again(Post post) {
        Post second = post.life.newPost(post.attempt, post.key);
        second.gateway = post.gateway;
        second.recovery = post.recovery;
        second.issuedAt = post.issuedAt;
        second.notAfterClock = post.notAfterClock;
        second.windowMillis = post.windowMillis;
        second.timeoutMillis = post.timeoutMillis;
        world.agenda().add(Happening.Kind.COMMAND_READ, world.now() + 10, second);
    }

    /** The gateway's answer goes on its way. */
    void answer(Post post, long at, Outcome outcome) {
        if (world.faults().strikes(Fault.ANSWER_LOST)) {
            return;
        }
        long delay = world.faults().strikes(Fault.ANSWER_LATE)
                ? world.dice().between(0, 2 * post.timeoutMillis)
                : world.dice().between(0, 20);
        world.agenda().add(Happening.Kind.ANSWERED, at + delay, post).what = outcome;
    }

    void answered(Post post, Outcome outcome) {
        // Answers that contradict each other come from a gateway that breaks its word, by whatever way.
        if (post.closed && !world.wordBroken()) {
            return;
        }
        post.closed = true;
        if (outcome instanceof Outcome.Retryable retryable && retryable.doubt() == Outcome.Doubt.NONE) {
            post.provenVoid = true;
        }
        report(post, outcome);
    }

    void giveUp(Post post) {
        if (!post.closed) {
            post.closed = true;
            report(post, Answers.TIMEOUT);
        }
    }

    /** @param asked the command: whom, when at the latest, and under which recovery */
    void inquire(Life life, Effect.Inquire effect, Happening asked) {
        if (world.now() > asked.number) {
            report(life, effect, asked, Finding.CANNOT_TELL, Answers.NO_ANSWER);
        } else if (world.faults().strikes(Fault.INQUIRY_REFUSED)) {
            report(life, effect, asked, Finding.UNANSWERABLE, Answers.FORBIDDEN);
        } else if (world.faults().strikes(Fault.MAINTENANCE)) {
            report(life, effect, asked, Finding.CANNOT_TELL, Answers.maintenance(world.dice()));
        } else if (!world.faults().strikes(Fault.INQUIRY_LOST)) {
            Finding finding = world.gateway().status(life, asked.gateway);
            Answer answer = switch (finding) {
                case SUCCEEDED -> Answers.OK;
                case DECLINED -> Answers.DECLINE;
                case NOT_FOUND -> Answers.NOT_FOUND;
                case PENDING, CANNOT_TELL, UNANSWERABLE -> Answers.PENDING;
            };
            report(life, effect, asked, finding, answer);
        }
    }

    private void report(Post post, Outcome outcome) {
        publish(
                post.life,
                new Report.AttemptReport(
                        post.life.accepted.requestId(),
                        post.attempt,
                        post.gateway.name(),
                        NAME,
                        world.senderInstant(),
                        world.meddling().told(post, outcome),
                        post.recovery));
    }

    private void report(Life life, Effect.Inquire effect, Happening asked, Finding finding, Answer answer) {
        publish(
                life,
                new Report.InquiryReport(
                        life.accepted.requestId(),
                        effect.inquiry(),
                        asked.gateway.name(),
                        NAME,
                        world.senderInstant(),
                        finding,
                        answer,
                        asked.recovery));
    }

    private void publish(Life life, Report report) {
        Observation observation = new Observation.Reported(report);
        life.journal.reported(observation, report, world.now());
        long arrival = world.now() + reportDelay();
        world.observeLater(life, observation, arrival);
        if (report instanceof Report.AttemptReport attempt && mayHaveActed(attempt.outcome())) {
            readAgain(life, attempt, arrival);
        }
        if (world.faults().strikes(Fault.REPORT_REPEATED)) {
            world.observeLater(
                    life,
                    observation,
                    world.now() + world.dice().between(0, world.dice().oneIn(2) ? 2_000 : 120_000));
        }
    }

    private static boolean mayHaveActed(Outcome outcome) {
        return outcome instanceof Outcome.Unknown
                || (outcome instanceof Outcome.Retryable retryable && retryable.doubt() == Outcome.Doubt.POSSIBLE);
    }

    /** The position of the senders was set back, and the next reader finds the command too old to be sent. */
    private void readAgain(Life life, Report.AttemptReport first, long arrival) {
        if (world.faults().strikes(Fault.READ_AGAIN)) {
            Report.AttemptReport second = new Report.AttemptReport(
                    first.requestId(),
                    first.attempt(),
                    first.gateway(),
                    NAME,
                    world.senderInstant(),
                    Answers.TOO_OLD,
                    first.recovery());
            Observation observation = new Observation.Reported(second);
            life.journal.reported(observation, second, world.now());
            world.observeLater(life, observation, arrival + world.dice().between(1, 120_000));
        }
    }

    private long reportDelay() {
        if (!world.faults().strikes(Fault.REPORT_LATE)) {
            return world.dice().between(0, 20);
        }
        return world.dice().between(0, world.dice().oneIn(2) ? 20_000 : MOST_LATE_REPORT);
    }
}
