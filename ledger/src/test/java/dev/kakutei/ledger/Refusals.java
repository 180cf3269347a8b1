package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

/** What a refused action leads to: a refusal, and nothing else. */
final class Refusals {
    private Refusals() {}

    /** Returns its reason. */
    static String only(Decision decision, Entry before) {
        assertThat(decision.events()).isEmpty();
        assertThat(decision.entry()).isEqualTo(before);
        return ((Effect.Refuse) decision.effects().get(0)).refusal().reason();
    }
}
