package dev.kakutei.simulation;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;

/** What must hold when nothing will happen any more. */
final class RestGuarantees {
    private final World world;

    RestGuarantees(World world) {
        this.world = world;
    }

    void comesToRest(Life life) {
        Entry entry = life.standing();
        if (life.refused) {
            return;
        }
        if (entry == null || !(entry.status().terminal() || entry.status().waitsForPerson())) {
            throw new Broken(
                    Guarantee.COMES_TO_REST,
                    life.name() + " rests, and is "
                            + (entry == null ? "not known" : entry.status().word()));
        }
    }

    /** A request that waits for a person, or whose contradiction was recorded, claims nothing. */
    void truthIsSettled(Life life) {
        Entry entry = life.standing();
        if (life.refused || !entry.status().terminal() || entry.contradicted() || world.wordBroken()) {
            return;
        }
        boolean claimed = entry.status() == Status.SUCCEEDED;
        if (claimed != (life.effects > 0)) {
            throw new Broken(
                    Guarantee.TRUTH_IS_SETTLED,
                    life.name() + " is " + entry.status().word() + ", and took effect " + life.effects + " times");
        }
    }
}
