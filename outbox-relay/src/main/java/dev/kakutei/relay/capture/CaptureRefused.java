package dev.kakutei.relay.capture;

/**
 * The capture will not start, because going on could leave a gap that nobody sees. The message says what is wrong and
 * what a person has to do.
 */
public final class CaptureRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String TABLES = CaptureConfig.SCHEMA + "." + CaptureConfig.TABLE + ", " + CaptureConfig.SCHEMA
            + "." + CaptureConfig.CANARIES;

    CaptureRefused(String wrong, String recovery) {
        super(wrong + ". " + recovery);
    }

    static CaptureRefused slotMissing(String slot) {
        return new CaptureRefused(
                "replication slot \"" + slot + "\" does not exist, though the outbox does: rows may have been inserted"
                        + " that nobody will read",
                slotRecovery(slot));
    }

    static CaptureRefused slotLost(String slot, String why) {
        return new CaptureRefused(
                "replication slot \"" + slot + "\" is lost (" + why + "): PostgreSQL has removed log that was not yet"
                        + " read",
                "Drop it with select pg_drop_replication_slot('" + slot + "'). " + slotRecovery(slot));
    }

    static CaptureRefused slotOfAnotherKind(String slot, String what) {
        return new CaptureRefused(
                "replication slot \"" + slot + "\" is " + what
                        + ", not a permanent logical slot with pgoutput of this database",
                "Set postgres.slot to the slot that the migrations made, or give that one its name back");
    }

    static CaptureRefused publicationMissing(String slot) {
        return new CaptureRefused(
                "publication \"" + CaptureConfig.PUBLICATION + "\" does not exist",
                "Make it with create publication " + CaptureConfig.PUBLICATION + " for table " + TABLES
                        + " with (publish = 'insert'). " + anew(slot));
    }

    static CaptureRefused publicationDiffers(String slot, String what) {
        return new CaptureRefused(
                "publication \"" + CaptureConfig.PUBLICATION + "\" " + what,
                "Restore it: alter publication " + CaptureConfig.PUBLICATION + " set table " + TABLES
                        + "; alter publication " + CaptureConfig.PUBLICATION
                        + " set (publish = 'insert'). " + anew(slot));
    }

    /** The log is decoded with the publication as it was at the time of each change, not as it is now. */
    private static String anew(String slot) {
        return "What was committed meanwhile cannot be read from the log: make the slot anew with select"
                + " pg_drop_replication_slot('" + slot + "') and select pg_create_logical_replication_slot('" + slot
                + "', 'pgoutput'), and start the relay again: it announces again what was missed";
    }

    private static String slotRecovery(String slot) {
        return "The relay never makes a slot, because it would begin after a gap. Stop the ingest services, make the"
                + " slot with select pg_create_logical_replication_slot('" + slot
                + "', 'pgoutput'), start the relay and"
                + " the ingest services again: the relay announces again what was missed";
    }
}
