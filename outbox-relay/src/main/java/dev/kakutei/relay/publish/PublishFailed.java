package dev.kakutei.relay.publish;

/** The producer cannot go on. Nothing of the batch counts as delivered; it is read again from the slot. */
public final class PublishFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PublishFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
