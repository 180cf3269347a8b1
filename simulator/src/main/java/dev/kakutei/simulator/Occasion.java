package dev.kakutei.simulator;

/** The two things a client can do: have something done, or ask how it stands. */
public enum Occasion {
    POST,
    LOOKUP
}
