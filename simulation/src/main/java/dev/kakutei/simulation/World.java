package dev.kakutei.simulation;

import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.Outcome;
import java.time.Instant;

/** Everything there is, and its time: plays one schedule after the other. Times are milliseconds since it began. */
final class World {
    private static final long EPOCH_MILLI =
            Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    static final String DIGEST = "0".repeat(64);
    private static final int MOST_LIVES = 3;
    /** Nothing may go on for longer; the longest quota lasts a month, and there are a dozen of them at most. */
    private static final long REST_BY = 400 * 86_400_000L;

    private static final int MOST_STEPS = 2_000;
    private static final long TEN_YEARS = 10L * 365 * 24 * 3_600_000;

    private final Dice dice;
    private final Faults faults;
    private final Meddling meddling;
    private final Agenda agenda = new Agenda();
    private final Life[] lives = new Life[MOST_LIVES];
    private final ConfigurationInForce configuration = new ConfigurationInForce(this);
    private final SimulatedCaller caller = new SimulatedCaller(this);
    private final SimulatedSender sender = new SimulatedSender(this);
    private final SimulatedGateway gateway = new SimulatedGateway(this);
    private final SimulatedPerson person = new SimulatedPerson(this);
    private final SimulatedApprover approver = new SimulatedApprover(this);
    private final SimulatedShell shell;
    private final SimulatedRecovery recovery;
    private final SimulatedRestore restore = new SimulatedRestore(this, MOST_LIVES);
    private final Watch watch;
    private Story story = Story.UNTOLD;

    private Terms terms;
    private int lifeCount;
    private long now;
    private int steps;
    private long ledgerAhead;
    private long senderAhead;
    private long ingestAhead;
    private long setBack;
    private boolean jumpsForward;
    private boolean wordBroken;

    World(Dice dice, Faults faults, Meddling meddling, Coverage coverage) {
        this.dice = dice;
        this.faults = faults;
        this.meddling = meddling;
        this.watch = new Watch(this);
        this.shell = new SimulatedShell(this, coverage);
        this.recovery = new SimulatedRecovery(this, coverage);
        for (int i = 0; i < MOST_LIVES; i++) {
            lives[i] = new Life(i + 1);
        }
    }

    /**
     * Plays one schedule to its end.
     *
     * @return how many steps it took
     * @throws Broken where a guarantee does not hold
     */
    int play(Terms gatewayTerms, Story told) {
        terms = gatewayTerms;
        story = told;
        begin();
        try {
            while (step()) {
                if (++steps > MOST_STEPS || now > REST_BY) {
                    throw new Broken(
                            Guarantee.COMES_TO_REST, "still going on after " + steps + " steps and " + now + " ms");
                }
            }
        } catch (IllegalStateException | IllegalArgumentException | NullPointerException e) {
            throw new Broken(Guarantee.LEDGER_IS_TOTAL, e.toString());
        }
        for (int i = 0; i < lifeCount; i++) {
            watch.atRest(lives[i]);
        }
        return steps;
    }

    private void begin() {
        faults.beginSchedule(story);
        agenda.clear();
        configuration.begin();
        shell.begin();
        now = 0;
        steps = 0;
        ledgerAhead = 0;
        ingestAhead = 0;
        setBack = 0;
        wordBroken = faults.strikes(Fault.WORD_BROKEN);
        long skew = terms.skewMillis();
        senderAhead = faults.strikes(Fault.SENDER_SKEWED) ? dice.between(-skew, dice.oneIn(4) ? 60_000 : skew) : 0;
        planJumps();
        planChanges();
        recovery.begin();
        restore.begin();
        lifeCount = dice.oneIn(8) ? 2 + dice.below(MOST_LIVES - 1) : 1;
        if (story.isTold()) {
            story.tell(terms.toString());
        }
        for (int i = 0; i < lifeCount; i++) {
            if (i > 0 && faults.strikes(Fault.LATER_REQUEST)) {
                lives[i].begin(null, null, terms.gateway());
                agenda.add(Happening.Kind.ACCEPTED, dice.between(0, 2 * retentionMillis()), lives[i]);
            } else {
                caller.submit(lives[i]);
            }
        }
    }

    private void planJumps() {
        jumpsForward = terms.survivesJump() && faults.strikes(Fault.CLOCK_FORWARD);
        if (jumpsForward) {
            long by = dice.oneIn(8) ? TEN_YEARS : dice.between(1, dice.oneIn(2) ? 20_000 : 300_000);
            agenda.add(Happening.Kind.CLOCK_MOVED, dice.between(0, 60_000), (Life) null).number = by;
        }
        for (int i = 0; i < 2 && faults.strikes(Fault.CLOCK_BACK); i++) {
            long by = dice.between(1, 30_000);
            setBack += by;
            agenda.add(Happening.Kind.CLOCK_MOVED, dice.between(0, 60_000), (Life) null).number = -by;
        }
    }

    private void planChanges() {
        for (int i = 0; i < 2 && faults.strikes(Fault.GATEWAY_REMOVED); i++) {
            long at = dice.between(0, 90_000);
            String gateway = dice.oneIn(4) ? Terms.OTHER : Terms.GATEWAY;
            agenda.add(Happening.Kind.GATEWAY_REMOVED, at, (Life) null).what = gateway;
            if (!dice.oneIn(4)) {
                agenda.add(Happening.Kind.GATEWAY_RESTORED, at + dice.between(0, 120_000), (Life) null);
            }
        }
    }

    long retentionMillis() {
        return terms.retention().kept().toMillis();
    }

    /** The next thing happens: whatever is on the agenda, or a timer of the shell. */
    private boolean step() {
        Happening next = agenda.next();
        Life due = shell.nextDue();
        long dueAt = due == null ? Life.NEVER : shell.dueAt(due);
        if (next == null && due == null) {
            return false;
        }
        if (next == null || dueAt < next.at) {
            now = Math.max(now, dueAt);
            shell.timeCame(due);
            return true;
        }
        now = Math.max(now, next.at);
        agenda.take(next);
        if (story.isTold() && next.kind != Happening.Kind.OBSERVED) {
            story.tell(Telling.happening(this, next));
        }
        happen(next);
        agenda.release(next);
        return true;
    }

    private void happen(Happening next) {
        switch (next.kind) {
            case OBSERVED -> shell.observe(next.life, next.observation());
            case ACCEPTED -> caller.submit(next.life);
            case FORGET_LOOKED -> shell.lookWhetherToForget(next.life);
            case SHELL_RESTORED -> shell.restored();
            case CONFIGURATION_RELOADED -> configuration.reload();
            case GATEWAY_REMOVED -> shell.restartWithout((String) next.what);
            case GATEWAY_RESTORED -> shell.restartWithout(null);
            case RECORDS_LOST -> recovery.lose();
            case POSTGRES_PUT_BACK -> restore.putBack();
            case HALTED -> recovery.halt();
            case RECOVERED -> recovery.recover();
            case COMMAND_READ -> sender.read(next.post);
            case COMMAND_READ_AGAIN -> sender.readWithoutPosition(next.post);
            case FRESHNESS_CHECKED -> sender.check(next.post);
            case WRITTEN -> sender.write(next.post);
            case REACHED -> gateway.receive(next.post);
            case DECIDED -> gateway.decided(next.post);
            case ANSWERED -> sender.answered(next.post, (Outcome) next.what);
            case GAVE_UP -> sender.giveUp(next.post);
            case INQUIRY_READ -> sender.inquire(next.life, (Effect.Inquire) next.what, next);
            case PERSON_LOOKED -> person.look(next.life);
            case APPROVER_LOOKED -> approver.look(next.life);
            case CLOCK_MOVED -> moveClock(next.number);
        }
    }

    /** Either the ledger's machine alone, or every machine; the gateway lives in its own time. */
    private void moveClock(long by) {
        ledgerAhead += by;
        if (dice.oneIn(2)) {
            senderAhead += by;
            ingestAhead += by;
        }
    }

    void observeLater(Life life, Observation observation, long at) {
        agenda.add(Happening.Kind.OBSERVED, at, life).what = observation;
    }

    long ledgerClock() {
        return now + ledgerAhead;
    }

    long senderClock() {
        return now + senderAhead;
    }

    Instant ingestInstant() {
        return instant(now + ingestAhead);
    }

    Instant senderInstant() {
        return instant(senderClock());
    }

    Instant instant(long clock) {
        return Instant.ofEpochMilli(EPOCH_MILLI + clock);
    }

    long millis(Instant instant) {
        return instant.toEpochMilli() - EPOCH_MILLI;
    }

    /** What a clock that is set back makes us misjudge, an integrator must have left as a margin. */
    long keyMemoryMillis(GatewayTruth gateway) {
        return gateway.policy().keyMemory() == null
                ? 0
                : gateway.policy().keyMemory().toMillis() + setBack;
    }

    long ledgerAhead() {
        return ledgerAhead;
    }

    /** Whether the clocks of those who accept were put forward: what was on its way seems older than it is. */
    boolean ingestJumped() {
        return ingestAhead > 0;
    }

    long now() {
        return now;
    }

    boolean jumpsForward() {
        return jumpsForward;
    }

    boolean wordBroken() {
        return wordBroken;
    }

    long setBackMillis() {
        return setBack;
    }

    boolean isSetBack() {
        return setBack > 0;
    }

    ConfigurationInForce configuration() {
        return configuration;
    }

    int lifeCount() {
        return lifeCount;
    }

    Life life(int index) {
        return lives[index];
    }

    Terms terms() {
        return terms;
    }

    Dice dice() {
        return dice;
    }

    Faults faults() {
        return faults;
    }

    Meddling meddling() {
        return meddling;
    }

    Agenda agenda() {
        return agenda;
    }

    SimulatedSender sender() {
        return sender;
    }

    SimulatedShell shell() {
        return shell;
    }

    SimulatedRecovery recovery() {
        return recovery;
    }

    SimulatedRestore restore() {
        return restore;
    }

    SimulatedCaller caller() {
        return caller;
    }

    SimulatedGateway gateway() {
        return gateway;
    }

    Watch watch() {
        return watch;
    }

    Story story() {
        return story;
    }
}
