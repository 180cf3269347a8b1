package dev.kakutei.boot;

import java.util.function.Consumer;

/**
 * The points between two durable steps: what was done before each is kept, what comes after has not been done. A test
 * kills a real process at each of them, once.
 *
 * <p>Nothing in a running service arms them, and no setting can: only the test kit does, in processes that it starts.
 * Not armed, reaching one is the reading of a field.
 */
public enum Failpoint {
    /** A transaction of acceptances begins. */
    ACCEPT_BEGUN,
    ACCEPT_INSERTED,
    /** Durable, and no caller has been answered. */
    ACCEPT_COMMITTED,
    /** Requests of the topic are stored; their rejections are not published, and the position has not moved. */
    TOPIC_STORED,
    TOPIC_REJECTIONS_PUBLISHED,
    TOPIC_POSITION_COMMITTED,
    PROJECTION_READ,
    PROJECTION_OFFSETS_MOVED,
    PROJECTION_EVENTS_INSERTED,
    PROJECTION_ROWS_UPDATED,
    PROJECTION_COMMITTED,
    CANARY_WRITTEN,
    RELAY_READ,
    RELAY_SENT,
    RELAY_ACKNOWLEDGED,
    /** The slot may move, and Postgres has not been informed. */
    RELAY_MARKED,
    RELAY_FINISHED,
    VERIFIER_OBSERVED,
    VERIFIER_FACTS_FORWARDED,
    VERIFIER_ENTRY_STORED,
    VERIFIER_TIMER_MOVED,
    VERIFIER_EFFECTS_FORWARDED,
    VERIFIER_TICKED,
    SENDER_READ,
    /** The position is past the command, and nothing has been posted. */
    SENDER_COMMITTED,
    /** The last clock check before the write. */
    SENDER_CHECKED,
    SENDER_ANSWERED,
    SENDER_REPORT_SENT,
    SENDER_REPORT_ACKNOWLEDGED;

    /** Set once, by the first code of a process, before there is a second thread. */
    private static Consumer<Failpoint> armed;

    public void reached() {
        if (armed != null) {
            armed.accept(this);
        }
    }

    /** For the test kit alone. */
    public static void arm(Consumer<Failpoint> trap) {
        armed = trap;
    }
}
