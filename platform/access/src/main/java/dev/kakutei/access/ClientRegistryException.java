package dev.kakutei.access;

/** A change of clients or keys that is not possible, with a sentence for the person who asked for it. Nothing was changed. */
public final class ClientRegistryException extends Exception {
    private static final long serialVersionUID = 1L;

    ClientRegistryException(String message) {
        super(message, null, false, false);
    }
}
