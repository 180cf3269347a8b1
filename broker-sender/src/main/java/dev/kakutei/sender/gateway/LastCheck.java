package dev.kakutei.sender.gateway;

/** Asked once, immediately before a request is handed to the socket (SPEC D6). */
@FunctionalInterface
public interface LastCheck {
    boolean mayLeave();
}
