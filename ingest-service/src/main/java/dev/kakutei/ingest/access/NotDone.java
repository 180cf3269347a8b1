package dev.kakutei.ingest.access;

/** An order about clients or keys that cannot be carried out, in a sentence for whoever gave it. Nothing was changed. */
public final class NotDone extends Exception {
    private static final long serialVersionUID = 1L;

    NotDone(String message) {
        super(message, null, false, false);
    }
}
