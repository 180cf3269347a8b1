package dev.kakutei.relay.capture;

/**
 * The capture will not start, because going on could leave a gap that is not seen. The message says what is wrong and
 * what an operator has to do. No advice drops a slot that still holds what was not read.
 */
public final class CaptureRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String PUBLICATION = CaptureConfig.PUBLICATION;
    private static final String TABLES = CaptureConfig.SCHEMA + "." + CaptureConfig.TABLE + ", " + CaptureConfig.SCHEMA
            + "." + CaptureConfig.CANARIES;

    /** The WAL is decoded with the publication as it was at the time of each change, not as it is now. */
    private static final String KEEP_THE_SLOT = "Do not drop the slot: it holds what was committed and not yet read."
            + " Requests that the publication left out meanwhile are in " + CaptureConfig.TABLE
            + ": the relay announces each of them again when it has shown no progress for relay.reconcile.age";

    private final String wrong;

    CaptureRefused(String wrong, String recovery) {
        super(wrong + ". " + recovery);
        this.wrong = wrong;
    }

    /** What is wrong, without the advice: that is not for a finding that may still pass. */
    public String wrong() {
        return wrong;
    }

    static CaptureRefused slotMissing(String slot) {
        return new CaptureRefused(
                "replication slot \"" + slot + "\" does not exist, though the outbox does: rows may have been inserted"
                        + " that will never be read",
                slotRecovery(slot));
    }

    static CaptureRefused slotLost(String slot, String why) {
        return new CaptureRefused(
                "replication slot \"" + slot + "\" is lost (" + why + "): PostgreSQL has removed WAL that was not yet"
                        + " read",
                "It can never be read again, so drop it with select pg_drop_replication_slot('" + slot + "'). "
                        + slotRecovery(slot));
    }

    static CaptureRefused slotOfAnotherKind(String slot, String what) {
        return new CaptureRefused(
                "replication slot \"" + slot + "\" is " + what
                        + ", not a permanent logical slot with pgoutput of this database",
                "Set postgres.slot to the slot that the migrations made, or give that one its name back");
    }

    static CaptureRefused publicationMissing() {
        return new CaptureRefused(
                "publication \"" + PUBLICATION + "\" does not exist",
                "Create it: create publication " + PUBLICATION + " for table " + TABLES
                        + " with (publish = 'insert'), and start the relay again. " + KEEP_THE_SLOT
                        + ". Only if the capture then ends again and again because the publication does not exist,"
                        + " which PostgreSQL up to 17 does: docs/guides/relay.md says how to replace the slot");
    }

    static CaptureRefused tableNotPublished(String table) {
        return publicationDiffers(
                "does not contain the table " + table, "add table " + CaptureConfig.SCHEMA + "." + table);
    }

    static CaptureRefused rowsFiltered() {
        return publicationDiffers("filters rows", "set table " + TABLES);
    }

    static CaptureRefused insertsNotPublished() {
        return publicationDiffers("does not publish inserts", "set (publish = 'insert')");
    }

    static CaptureRefused moreThanInsertsPublished() {
        return publicationDiffers("publishes more than inserts", "set (publish = 'insert')");
    }

    private static CaptureRefused publicationDiffers(String what, String change) {
        return new CaptureRefused(
                "publication \"" + PUBLICATION + "\" " + what,
                "Restore it: alter publication " + PUBLICATION + " " + change + ", and start the relay again. "
                        + KEEP_THE_SLOT);
    }

    private static String slotRecovery(String slot) {
        return "The relay never makes a slot, because it would begin after a gap. Stop the ingest services, make the"
                + " slot with select pg_create_logical_replication_slot('" + slot
                + "', 'pgoutput'), start the relay and the ingest services again: the new slot has nothing of what was"
                + " committed before it, and the relay announces that again from " + CaptureConfig.TABLE
                + " when it has shown no progress for relay.reconcile.age";
    }
}
