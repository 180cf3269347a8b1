package dev.kakutei.standalone.recover;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a recovery did, or would do. */
public final class RecoveryReport {
    private static final int MAX_NAMED = 20;

    private final String reason;
    private final Map<String, Long> moves = new TreeMap<>();
    private final List<String> forPeople = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private int number;
    private long inDoubt;
    private long settled;
    private long untouched;
    private long brought;
    private long peopleNeeded;
    private int elsewhere;

    RecoveryReport(String reason) {
        this.reason = reason;
    }

    void number(int recovery) {
        number = recovery;
    }

    void inDoubt(Entry before, Entry after) {
        inDoubt++;
        moves.merge(
                "gateway " + after.gateway() + ": " + before.status().word() + " -> "
                        + after.status().word(),
                1L,
                Long::sum);
        if (after.perhapsElsewhere() && elsewhere++ < MAX_NAMED) {
            note(after.client() + " " + after.idempotencyKey() + " at " + after.gateway()
                    + " may have been sent to another gateway as well, and is not sent by itself any more: "
                    + after.otherGateways());
        }
        if (after.status() == Status.VERIFICATION_FAILED) {
            peopleNeeded++;
            if (forPeople.size() < MAX_NAMED) {
                forPeople.add(after.client() + " " + after.idempotencyKey() + " at " + after.gateway());
            }
        }
    }

    void untouched() {
        untouched++;
    }

    void settled() {
        settled++;
    }

    void brought(long events) {
        brought += events;
    }

    void note(String text) {
        notes.add(text);
    }

    /** Why it was done. */
    public String reason() {
        return reason;
    }

    /** The recovery's number; 0 where nothing was done. */
    public int number() {
        return number;
    }

    /** Open requests, all of which are in doubt now. */
    public long inDoubt() {
        return inDoubt;
    }

    /** Requests that were accepted while nothing could be sent: these are new. */
    public long acceptedWhileHalted() {
        return untouched;
    }

    /** Settled requests that verifiers go on knowing. */
    public long settledRequests() {
        return settled;
    }

    /** Events and acceptances that only Kafka still had. */
    public long broughtFromKafka() {
        return brought;
    }

    /** Of those in doubt, how many only a person can clear. */
    public long peopleNeeded() {
        return peopleNeeded;
    }

    /** How many went from which state to which, by gateway. */
    public Map<String, Long> moves() {
        return Map.copyOf(moves);
    }

    /** The first of those that only a person can clear. */
    public List<String> forPeople() {
        return List.copyOf(forPeople);
    }

    /** What else an operator should know. */
    public List<String> notes() {
        return List.copyOf(notes);
    }
}
