package dev.kakutei.simulator;

import java.util.List;

/**
 * What became of one reference, as the journal says.
 *
 * @param posts how many posts came in
 * @param applied how many APPLIED lines there are: more than one is a double charge
 * @param inEffect how many of those are not DECLINED in the end
 * @param declined how many posts were refused for certain
 * @param effects what was applied, in order
 */
public record Tally(
        Kind kind,
        String reference,
        int posts,
        int lookups,
        int applied,
        int inEffect,
        int declined,
        List<RecordedEffect> effects) {
    public Tally {
        effects = List.copyOf(effects);
    }
}
