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
    private static final int MAX_REQUESTS = 3;
    /** Nothing may go on for longer; the longest quota lasts a month, and there are a dozen of them at most. */
    private static final long REST_BY = 400 * 86_400_000L;

    private static final int MAX_STEPS = 2_000;
    private static final long TEN_YEARS = 10L * 365 * 24 * 3_600_000;

    private final Dice dice;
    private final Faults faults;
    private final MutationHooks hooks;
    private final EventQueue queue = new EventQueue();
    private final SimulatedRequest[] requests = new SimulatedRequest[MAX_REQUESTS];
    private final ConfigurationInForce configuration = new ConfigurationInForce(this);
    private final SimulatedCaller caller = new SimulatedCaller(this);
    private final SimulatedSender sender = new SimulatedSender(this);
    private final SimulatedGateway gateway = new SimulatedGateway(this);
    private final SimulatedPerson person = new SimulatedPerson(this);
    private final SimulatedApprover approver = new SimulatedApprover(this);
    private final SimulatedShell shell;
    private final SimulatedRecovery recovery;
    private final SimulatedLossPlan losses = new SimulatedLossPlan(this);
    private final SimulatedRestore restore = new SimulatedRestore(this, MAX_REQUESTS);
    private final GuaranteeMonitor monitor;
    private Trace trace = Trace.NONE;

    private GatewayContracts contracts;
    private int requestCount;
    private long now;
    private int steps;
    private long ledgerAhead;
    private long senderAhead;
    private long ingestAhead;
    private long setBack;
    private boolean jumpsForward;
    private boolean wordBroken;

    World(Dice dice, Faults faults, MutationHooks hooks, Coverage coverage) {
        this.dice = dice;
        this.faults = faults;
        this.hooks = hooks;
        this.monitor = new GuaranteeMonitor(this);
        this.shell = new SimulatedShell(this, coverage);
        this.recovery = new SimulatedRecovery(this, coverage);
        for (int i = 0; i < MAX_REQUESTS; i++) {
            requests[i] = new SimulatedRequest(i + 1);
        }
    }

    /**
     * Plays one schedule to its end.
     *
     * @return how many steps it took
     * @throws GuaranteeBroken where a guarantee does not hold
     */
    int play(GatewayContracts gatewayContracts, Trace trace) {
        contracts = gatewayContracts;
        this.trace = trace;
        begin();
        try {
            while (step()) {
                if (++steps > MAX_STEPS || now > REST_BY) {
                    throw new GuaranteeBroken(
                            Guarantee.COMES_TO_REST, "still going on after " + steps + " steps and " + now + " ms");
                }
            }
        } catch (IllegalStateException | IllegalArgumentException | NullPointerException e) {
            throw new GuaranteeBroken(Guarantee.LEDGER_IS_TOTAL, e.toString());
        }
        for (int i = 0; i < requestCount; i++) {
            monitor.atRest(requests[i]);
        }
        return steps;
    }

    private void begin() {
        faults.beginSchedule(trace);
        queue.clear();
        configuration.begin();
        shell.begin();
        now = 0;
        steps = 0;
        ledgerAhead = 0;
        ingestAhead = 0;
        setBack = 0;
        wordBroken = faults.strikes(SimulatedFault.WORD_BROKEN);
        long skew = contracts.skewMillis();
        senderAhead =
                faults.strikes(SimulatedFault.SENDER_SKEWED) ? dice.between(-skew, dice.oneIn(4) ? 60_000 : skew) : 0;
        planJumps();
        planChanges();
        recovery.begin();
        losses.begin();
        restore.begin();
        requestCount = dice.oneIn(8) ? 2 + dice.below(MAX_REQUESTS - 1) : 1;
        if (trace.isRecorded()) {
            trace.add(contracts.toString());
        }
        for (int i = 0; i < requestCount; i++) {
            if (i > 0 && faults.strikes(SimulatedFault.LATER_REQUEST)) {
                requests[i].begin(null, null, contracts.gateway());
                queue.add(ScheduledEvent.Kind.ACCEPTED, dice.between(0, 2 * retentionMillis()), requests[i]);
            } else {
                caller.submit(requests[i]);
            }
        }
    }

    private void planJumps() {
        jumpsForward = contracts.survivesJump() && faults.strikes(SimulatedFault.CLOCK_FORWARD);
        if (jumpsForward) {
            long by = dice.oneIn(8) ? TEN_YEARS : dice.between(1, dice.oneIn(2) ? 20_000 : 300_000);
            queue.add(ScheduledEvent.Kind.CLOCK_MOVED, dice.between(0, 60_000), (SimulatedRequest) null).number = by;
        }
        for (int i = 0; i < 2 && faults.strikes(SimulatedFault.CLOCK_BACK); i++) {
            long by = dice.between(1, 30_000);
            setBack += by;
            queue.add(ScheduledEvent.Kind.CLOCK_MOVED, dice.between(0, 60_000), (SimulatedRequest) null).number = -by;
        }
    }

    private void planChanges() {
        for (int i = 0; i < 2 && faults.strikes(SimulatedFault.GATEWAY_REMOVED); i++) {
            long at = dice.between(0, 90_000);
            String gateway = dice.oneIn(4) ? GatewayContracts.OTHER : GatewayContracts.GATEWAY;
            queue.add(ScheduledEvent.Kind.GATEWAY_REMOVED, at, (SimulatedRequest) null).what = gateway;
            if (!dice.oneIn(4)) {
                queue.add(ScheduledEvent.Kind.GATEWAY_RESTORED, at + dice.between(0, 120_000), (SimulatedRequest) null);
            }
        }
    }

    long retentionMillis() {
        return contracts.retention().kept().toMillis();
    }

    /** The next thing happens: whatever is on the agenda, or a timer of the shell. */
    private boolean step() {
        ScheduledEvent next = queue.next();
        SimulatedRequest due = shell.nextDue();
        long dueAt = due == null ? SimulatedRequest.NEVER : shell.dueAt(due);
        if (next == null && due == null) {
            return false;
        }
        if (next == null || dueAt < next.at) {
            now = Math.max(now, dueAt);
            shell.timeCame(due);
            return true;
        }
        now = Math.max(now, next.at);
        queue.take(next);
        if (trace.isRecorded() && next.kind != ScheduledEvent.Kind.OBSERVED) {
            trace.add(TraceText.scheduled(this, next));
        }
        happen(next);
        queue.release(next);
        return true;
    }

    private void happen(ScheduledEvent next) {
        switch (next.kind) {
            case OBSERVED -> shell.observe(next.request, next.observation());
            case ACCEPTED -> caller.submit(next.request);
            case REMOVAL_CHECKED -> shell.removeIfDue(next.request);
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
            case INQUIRY_READ -> sender.inquire(next.request, (Effect.Inquire) next.what, next);
            case PERSON_LOOKED -> person.look(next.request);
            case APPROVER_LOOKED -> approver.look(next.request);
            case CLOCK_MOVED -> moveClock(next.number);
        }
    }

    /** Either the ledger's machine alone, or every machine; the gateway has a clock of its own. */
    private void moveClock(long by) {
        ledgerAhead += by;
        if (dice.oneIn(2)) {
            senderAhead += by;
            ingestAhead += by;
        }
    }

    void observeLater(SimulatedRequest request, Observation observation, long at) {
        queue.add(ScheduledEvent.Kind.OBSERVED, at, request).what = observation;
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

    int requestCount() {
        return requestCount;
    }

    SimulatedRequest request(int index) {
        return requests[index];
    }

    GatewayContracts contracts() {
        return contracts;
    }

    Dice dice() {
        return dice;
    }

    Faults faults() {
        return faults;
    }

    MutationHooks hooks() {
        return hooks;
    }

    EventQueue queue() {
        return queue;
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

    SimulatedLossPlan losses() {
        return losses;
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

    GuaranteeMonitor monitor() {
        return monitor;
    }

    Trace trace() {
        return trace;
    }
}
