package dev.kakutei.sender.gateway;

/** Checked before a call, and again immediately before its request is handed to the socket (SPEC D6). */
@FunctionalInterface
public interface PreSendCheck {
    boolean mayLeave();
}
