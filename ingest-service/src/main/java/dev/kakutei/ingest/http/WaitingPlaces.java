package dev.kakutei.ingest.http;

import java.util.HashMap;
import java.util.Map;

/**
 * How many callers may wait, and for which gateway: a gateway may hold four times as many places as are free then. Alone it
 * gets four fifths of them; however many callers wait for gateways that hang, those of another one find a place
 * (SPEC D7).
 */
final class WaitingPlaces {
    private static final int SHARE = 4;

    private final int max;
    private final Map<String, Integer> held = new HashMap<>();
    private int free;

    WaitingPlaces(int max) {
        this.max = max;
        this.free = max;
    }

    /** Whether there was one. */
    synchronized boolean take(String gateway) {
        int mine = held.getOrDefault(gateway, 0);
        if (mine >= (long) SHARE * free) {
            return false;
        }
        held.put(gateway, mine + 1);
        free--;
        return true;
    }

    synchronized void release(String gateway) {
        int mine = held.getOrDefault(gateway, 0);
        if (mine == 0) {
            throw new IllegalStateException("no caller holds a place for " + gateway);
        }
        held.compute(gateway, (name, count) -> mine == 1 ? null : mine - 1);
        free++;
    }

    synchronized int taken() {
        return max - free;
    }
}
