package dev.kakutei.simulator;

/** The two things a client can do: have something done, or ask for its state. */
public enum CallType {
    POST,
    LOOKUP
}
