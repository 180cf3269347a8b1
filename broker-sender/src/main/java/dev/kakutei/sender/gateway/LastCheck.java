package dev.kakutei.sender.gateway;

/** Asked before a call, and again immediately before its request is handed to the socket (SPEC D6). */
@FunctionalInterface
public interface LastCheck {
    boolean mayLeave();
}
