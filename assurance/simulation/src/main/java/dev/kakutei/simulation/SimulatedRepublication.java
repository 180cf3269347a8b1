package dev.kakutei.simulation;

import dev.kakutei.ledger.Republication;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What a recovery publishes again, and what Postgres knows of the recoveries before it. */
final class SimulatedRepublication {
    /**
     * A recovery that Postgres knows of.
     *
     * @param at in truth
     */
    private record Done(long at, Republication.Earlier earlier) {}

    private final World world;
    private final List<Done> done = new ArrayList<>();
    /** Among all records of the ledger topic. */
    private long nextPlace;
    /** Postgres has a fact that the ledger topic has lost. */
    private boolean noticed;
    /** Postgres was put back to before a recovery. */
    private boolean unknown;

    SimulatedRepublication(World world) {
        this.world = world;
    }

    void begin() {
        done.clear();
        nextPlace = 0;
        noticed = false;
        unknown = false;
    }

    long nextPlace() {
        return nextPlace++;
    }

    /** Whether Postgres misses something in the ledger topic. */
    void noticed(boolean missing) {
        noticed |= missing;
    }

    /** Postgres is this copy: whether a recovery is more recent, of which it does not know any more. */
    boolean losesRecovery(long copiedAt) {
        boolean lost = done.removeIf(recovery -> recovery.at > copiedAt);
        unknown |= lost;
        return lost;
    }

    /** From when on the ledger topic may lack what Postgres has, after Postgres has read what it still has. */
    Instant lacksSince() {
        Instant newest = null;
        for (int i = 0; i < world.requestCount(); i++) {
            Facts facts = world.request(i).journal.facts;
            facts.drained(world.now());
            Instant its = facts.newestStamp();
            newest = newest == null || (its != null && its.isAfter(newest)) ? its : newest;
        }
        List<Long> left = noticed ? List.of(newest == null ? -1 : newest.toEpochMilli()) : List.of();
        List<Republication.Earlier> earlier = done.stream()
                .map(Done::earlier)
                .filter(recovery -> recovery.lacksSince() != null)
                .toList();
        return world.hooks()
                .lacksSince(
                        new Republication.Found(left, false, unknown),
                        earlier,
                        Duration.ofMillis(world.setBackMillis()));
    }

    /** Those that are kept come after those that are not: whoever reads the end of the topic finds what must be known. */
    void settled(Instant stamp, Instant lacksSince, Predicate<SimulatedRequest> which) {
        for (int i = 0; i < world.requestCount(); i++) {
            SimulatedRequest request = world.request(i);
            if (request.folded != null
                    && request.folded.status().terminal()
                    && which.test(request)
                    && Republication.isPublishedAgain(
                            request.folded, request.journal.facts.newestEvent(), lacksSince)) {
                publish(request, stamp, lacksSince);
            }
        }
    }

    /** @param lacksSince null for an open request */
    void publish(SimulatedRequest request, Instant stamp, Instant lacksSince) {
        nextPlace = request.journal.facts.publishAgain(
                world.now(), nextPlace, stamp, event -> world.hooks().publishesAgain(event, lacksSince));
    }

    void completed(Instant lacksSince, Instant stopped) {
        done.add(new Done(world.now(), new Republication.Earlier(lacksSince, stopped)));
        noticed = false;
        unknown = false;
    }
}
