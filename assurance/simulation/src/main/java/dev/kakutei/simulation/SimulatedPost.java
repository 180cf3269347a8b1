package dev.kakutei.simulation;

/** One attempt as it goes through the world, from its command to what came of it. Reused: millions are needed. */
final class SimulatedPost {
    /** Where it is in truth. */
    enum Place {
        /** Commanded; the sender may still write it. */
        COMMANDED,
        /** Written; it may still reach the gateway. */
        WRITTEN,
        /** The gateway is at it. */
        WORKING,
        APPLIED,
        DECLINED,
        /** It had no effect and never will. */
        VOID
    }

    SimulatedRequest request;
    int attempt;
    /** Which key the gateway is shown: 0 is the right one. */
    int key;

    /** Where it is sent to: the request may have another gateway later. */
    GatewayTruth gateway;
    /** The recovery that the command names: attempts that left no trace may be counted again. */
    int recovery;
    /** A person accepted what may come of it. */
    boolean accepted;

    Place place;
    long issuedAt;
    /** In the ledger's clock. */
    long notAfterClock;

    long windowMillis;
    long timeoutMillis;
    /** What was left of the window when the sender read the command. */
    long remainingAtReceipt;

    long receivedAt;
    /** By then, whatever comes of it can be seen at the gateway. */
    long settledBy;

    long knownFrom;
    /** The decision when the work is done. */
    Place decision;

    /** The sender waits for an answer no more. */
    boolean closed;
    /** The sender has learnt for certain that it had no effect. */
    boolean provenVoid;

    void begin(SimulatedRequest owner, int number, int shownKey) {
        request = owner;
        attempt = number;
        key = shownKey;
        gateway = owner.gateway;
        accepted = owner.acceptedAttempts.get(number);
        recovery = 0;
        place = Place.COMMANDED;
        closed = false;
        provenVoid = false;
        knownFrom = Long.MAX_VALUE;
    }
}
