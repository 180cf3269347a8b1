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
    private static final long MAX_REPORT_DELAY = 600_000;

    private final World world;

    SimulatedSender(World world) {
        this.world = world;
    }

    void command(SimulatedRequest request, Effect.Send effect) {
        SimulatedPost post = request.newPost(effect.attempt(), world.hooks().key(effect.attempt()));
        post.recovery = recovery(request);
        post.issuedAt = world.now();
        post.notAfterClock = world.millis(effect.notAfter());
        post.windowMillis = post.notAfterClock - world.ledgerClock();
        post.timeoutMillis = effect.callTimeout().toMillis();
        world.queue().add(ScheduledEvent.Kind.COMMAND_READ, world.now() + laneDelay(post.windowMillis), post);
        comeLate(request, request.journal.onAttemptBefore(post.attempt, post.recovery));
    }

    void command(SimulatedRequest request, Effect.Inquire effect) {
        request.inquiredAt = world.now();
        long window = world.millis(effect.notAfter()) - world.ledgerClock();
        ScheduledEvent read = world.queue()
                .add(ScheduledEvent.Kind.INQUIRY_READ, world.now() + laneDelay(window) + pause(window), request);
        read.gateway = request.gateway;
        read.what = effect;
        read.number = world.now() + window;
        read.recovery = recovery(request);
        comeLate(request, request.journal.onInquiryBefore(effect.inquiry(), read.recovery));
    }

    /** A report from before a loss may still be on its way when its number has been given again. */
    private void comeLate(SimulatedRequest request, List<Observation> reports) {
        for (int i = 0; i < reports.size(); i++) {
            if (world.faults().mayStrike(SimulatedFault.REPORT_LATE)
                    && world.dice().oneIn(2)) {
                world.observeLater(
                        request, reports.get(i), world.now() + world.dice().between(0, 2_000));
            }
        }
    }

    private static int recovery(SimulatedRequest request) {
        return request.entry == null ? 0 : request.entry.recovery();
    }

    private long laneDelay(long window) {
        return world.faults().strikes(SimulatedFault.LANE_DELAYED)
                ? world.dice().between(0, 2 * window)
                : world.dice().between(0, 20);
    }

    private long pause(long window) {
        return world.faults().strikes(SimulatedFault.SENDER_PAUSED)
                ? world.dice().between(0, 2 * window)
                : world.dice().between(0, 5);
    }

    /**
     * The time that remains is fixed here, and used up by a clock that only runs forward. Where clocks differ by more
     * than the settling time was declared for, and the lane was slow as well, nothing is promised: such commands
     * die in this world.
     */
    void read(SimulatedPost post) {
        long byClock = post.notAfterClock - world.senderClock();
        post.receivedAt = world.now();
        post.remainingAtReceipt = Math.min(byClock, post.windowMillis);
        long inTruth = post.issuedAt + post.windowMillis - world.now();
        if (post.remainingAtReceipt - inTruth > world.contracts().skewMillis()) {
            post.place = SimulatedPost.Place.VOID;
            return;
        }
        if (world.faults().strikes(SimulatedFault.POSITION_LOST)) {
            boolean neverTaken = world.dice().oneIn(2);
            if (!neverTaken) {
                // Another sender comes while this one acts on it, or long afterwards.
                long later = world.dice().between(0, world.dice().oneIn(2) ? 2 * post.windowMillis : MAX_REPORT_DELAY);
                world.queue().add(ScheduledEvent.Kind.COMMAND_READ_AGAIN, world.now() + later, post);
            } else if (world.hooks().leavesAloneWhatMayBePosted()) {
                post.place = SimulatedPost.Place.VOID;
                readWithoutPosition(post);
                return;
            }
        }
        world.queue().add(ScheduledEvent.Kind.FRESHNESS_CHECKED, world.now() + pause(post.windowMillis), post);
    }

    /** Its reader cannot know whether it was posted, so it is not posted now, whatever became of it. */
    void readWithoutPosition(SimulatedPost post) {
        if (world.hooks().leavesAloneWhatMayBePosted()) {
            report(post, SimulatedAnswers.POSITION_LOST);
        } else {
            again(post);
        }
    }

    void check(SimulatedPost post) {
        boolean lasts = world.senderClock() <= post.notAfterClock
                && world.now() - post.receivedAt <= post.remainingAtReceipt
                && post.remainingAtReceipt >= 0;
        if (!lasts && world.hooks().checksFreshness()) {
            post.place = SimulatedPost.Place.VOID;
            post.provenVoid = true;
            report(post, SimulatedAnswers.TOO_OLD);
        } else if (world.faults().strikes(SimulatedFault.CRASH_BEFORE_POST)) {
            post.place = SimulatedPost.Place.VOID;
        } else if (world.faults().strikes(SimulatedFault.CONNECTION_REFUSED)) {
            post.place = SimulatedPost.Place.VOID;
            post.provenVoid = true;
            report(post, SimulatedAnswers.NOT_CONNECTED);
        } else {
            long late = world.faults().strikes(SimulatedFault.PAUSED_IN_WINDOW)
                    ? world.dice().between(0, world.contracts().windowMillis())
                    : 0;
            world.queue().add(ScheduledEvent.Kind.WRITTEN, world.now() + late, post);
        }
    }

    void write(SimulatedPost post) {
        world.monitor().posted(post);
        post.place = SimulatedPost.Place.WRITTEN;
        post.settledBy = world.now() + post.timeoutMillis + post.gateway.settlingMillis();
        if (world.faults().strikes(SimulatedFault.CRASH_AFTER_POST)) {
            post.closed = true;
            if (!world.hooks().commitsBeforePosting()) {
                again(post);
            }
        } else {
            world.queue().add(ScheduledEvent.Kind.GAVE_UP, world.now() + post.timeoutMillis, post);
        }
        if (world.faults().strikes(SimulatedFault.REQUEST_LOST)) {
            post.place = SimulatedPost.Place.VOID;
            return;
        }
        long latest = world.faults().strikes(SimulatedFault.REQUEST_LATE) ? post.settledBy : world.now() + 20;
        world.queue()
                .add(
                        ScheduledEvent.Kind.REACHED,
                        Math.min(post.settledBy, world.dice().between(world.now(), latest)),
                        post);
    }

    private void again(SimulatedPost post) {
        SimulatedPost second = post.request.newPost(post.attempt, post.key);
        second.gateway = post.gateway;
        second.recovery = post.recovery;
        second.issuedAt = post.issuedAt;
        second.notAfterClock = post.notAfterClock;
        second.windowMillis = post.windowMillis;
        second.timeoutMillis = post.timeoutMillis;
        world.queue().add(ScheduledEvent.Kind.COMMAND_READ, world.now() + 10, second);
    }

    /** The gateway's answer goes on its way. */
    void answer(SimulatedPost post, long at, Outcome outcome) {
        if (world.faults().strikes(SimulatedFault.ANSWER_LOST)) {
            return;
        }
        long delay = world.faults().strikes(SimulatedFault.ANSWER_LATE)
                ? world.dice().between(0, 2 * post.timeoutMillis)
                : world.dice().between(0, 20);
        world.queue().add(ScheduledEvent.Kind.ANSWERED, at + delay, post).what = outcome;
    }

    void answered(SimulatedPost post, Outcome outcome) {
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

    void giveUp(SimulatedPost post) {
        if (!post.closed) {
            post.closed = true;
            report(post, SimulatedAnswers.TIMEOUT);
        }
    }

    /** @param asked the command: whom, when at the latest, and under which recovery */
    void inquire(SimulatedRequest request, Effect.Inquire effect, ScheduledEvent asked) {
        if (world.now() > asked.number) {
            report(request, effect, asked, Finding.INCONCLUSIVE, SimulatedAnswers.NO_ANSWER);
        } else if (world.faults().strikes(SimulatedFault.INQUIRY_REFUSED)) {
            report(request, effect, asked, Finding.UNANSWERABLE, SimulatedAnswers.FORBIDDEN);
        } else if (world.faults().strikes(SimulatedFault.MAINTENANCE)) {
            report(request, effect, asked, Finding.INCONCLUSIVE, SimulatedAnswers.maintenance(world.dice()));
        } else if (!world.faults().strikes(SimulatedFault.INQUIRY_LOST)) {
            Finding finding = world.gateway().status(request, asked.gateway);
            Answer answer = switch (finding) {
                case SUCCEEDED -> SimulatedAnswers.OK;
                case DECLINED -> SimulatedAnswers.DECLINE;
                case NOT_FOUND -> SimulatedAnswers.NOT_FOUND;
                case PENDING, INCONCLUSIVE, UNANSWERABLE -> SimulatedAnswers.PENDING;
            };
            report(request, effect, asked, finding, answer);
        }
    }

    private void report(SimulatedPost post, Outcome outcome) {
        publish(
                post.request,
                new Report.AttemptReport(
                        post.request.accepted.requestId(),
                        post.attempt,
                        post.gateway.name(),
                        NAME,
                        world.senderInstant(),
                        world.hooks().reported(post, outcome),
                        post.recovery));
    }

    private void report(
            SimulatedRequest request, Effect.Inquire effect, ScheduledEvent asked, Finding finding, Answer answer) {
        publish(
                request,
                new Report.InquiryReport(
                        request.accepted.requestId(),
                        effect.inquiry(),
                        asked.gateway.name(),
                        NAME,
                        world.senderInstant(),
                        finding,
                        answer,
                        asked.recovery));
    }

    private void publish(SimulatedRequest request, Report report) {
        Observation observation = new Observation.Reported(report);
        request.journal.reported(observation, report, world.now());
        long arrival = world.now() + reportDelay();
        world.observeLater(request, observation, arrival);
        if (report instanceof Report.AttemptReport attempt && mayHaveActed(attempt.outcome())) {
            readAgain(request, attempt, arrival);
        }
        if (world.faults().strikes(SimulatedFault.REPORT_REPEATED)) {
            world.observeLater(
                    request,
                    observation,
                    world.now() + world.dice().between(0, world.dice().oneIn(2) ? 2_000 : 120_000));
        }
    }

    private static boolean mayHaveActed(Outcome outcome) {
        return outcome instanceof Outcome.Unknown
                || (outcome instanceof Outcome.Retryable retryable && retryable.doubt() == Outcome.Doubt.POSSIBLE);
    }

    /** The position of the senders was set back, and the next reader finds the command too old to be sent. */
    private void readAgain(SimulatedRequest request, Report.AttemptReport first, long arrival) {
        if (world.faults().strikes(SimulatedFault.READ_AGAIN)) {
            Report.AttemptReport second = new Report.AttemptReport(
                    first.requestId(),
                    first.attempt(),
                    first.gateway(),
                    NAME,
                    world.senderInstant(),
                    SimulatedAnswers.TOO_OLD,
                    first.recovery());
            Observation observation = new Observation.Reported(second);
            request.journal.reported(observation, second, world.now());
            world.observeLater(request, observation, arrival + world.dice().between(1, 120_000));
        }
    }

    private long reportDelay() {
        if (!world.faults().strikes(SimulatedFault.REPORT_LATE)) {
            return world.dice().between(0, 20);
        }
        return world.dice().between(0, world.dice().oneIn(2) ? 20_000 : MAX_REPORT_DELAY);
    }
}
