package dev.kakutei.simulator;

import java.util.Objects;

/** What effects are counted by: a reference, within its kind. */
record Subject(Kind kind, String reference) {
    Subject {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(reference, "reference");
    }
}
