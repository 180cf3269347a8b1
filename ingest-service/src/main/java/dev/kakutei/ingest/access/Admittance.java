package dev.kakutei.ingest.access;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Set;

/** What the doorkeeper says to somebody. */
public sealed interface Admittance {
    record Admitted(Caller caller) implements Admittance {
        public Admitted {
            requireNonNull(caller, "caller");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.admitted(this);
        }
    }

    /** No key was shown. */
    record KeyMissing() implements Admittance {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.keyMissing(this);
        }
    }

    /** The key is no good. Whether it is unknown, expired or revoked is not told: that would help only who stole it. */
    record KeyInvalid() implements Admittance {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.keyInvalid(this);
        }
    }

    /** @param anyOf one of these would have been enough */
    record RoleMissing(Caller caller, Set<Role> anyOf) implements Admittance {
        public RoleMissing {
            requireNonNull(caller, "caller");
            anyOf = Set.copyOf(anyOf);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.roleMissing(this);
        }
    }

    /** @param pause after which one more request is taken */
    record TooFast(Duration pause) implements Admittance {
        public TooFast {
            requireNonNull(pause, "pause");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.tooFast(this);
        }
    }

    /** Nobody can tell now whether the key is good. */
    record Uncheckable() implements Admittance {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.uncheckable(this);
        }
    }

    <T> T match(Cases<T> cases);

    /** One method for each answer. */
    interface Cases<T> {
        T admitted(Admitted answer);

        T keyMissing(KeyMissing answer);

        T keyInvalid(KeyInvalid answer);

        T roleMissing(RoleMissing answer);

        T tooFast(TooFast answer);

        T uncheckable(Uncheckable answer);
    }
}
