package dev.kakutei.sender.render;

/** A request that cannot be put into the gateway's form, now or later. The message says why, for people. */
public final class NotRenderable extends Exception {
    private static final long serialVersionUID = 1L;

    public NotRenderable(String message) {
        super(message, null, false, false);
    }
}
