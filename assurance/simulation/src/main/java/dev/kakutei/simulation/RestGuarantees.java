package dev.kakutei.simulation;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;

/** What must hold when nothing will happen any more. */
final class RestGuarantees {
    private final World world;

    RestGuarantees(World world) {
        this.world = world;
    }

    void comesToRest(SimulatedRequest request) {
        Entry entry = request.lastState();
        if (request.refused) {
            return;
        }
        if (entry == null || !(entry.status().terminal() || entry.status().waitsForPerson())) {
            throw new GuaranteeBroken(
                    Guarantee.COMES_TO_REST,
                    request.name() + " rests, and is "
                            + (entry == null ? "not known" : entry.status().word()));
        }
    }

    /** A request that waits for a person, or whose contradiction was recorded, claims nothing. */
    void truthIsSettled(SimulatedRequest request) {
        Entry entry = request.lastState();
        if (request.refused || !entry.status().terminal() || entry.contradicted() || world.wordBroken()) {
            return;
        }
        boolean claimed = entry.status() == Status.SUCCEEDED;
        if (claimed != (request.effects > 0)) {
            throw new GuaranteeBroken(
                    Guarantee.TRUTH_IS_SETTLED,
                    request.name() + " is " + entry.status().word() + ", and took effect " + request.effects
                            + " times");
        }
    }
}
