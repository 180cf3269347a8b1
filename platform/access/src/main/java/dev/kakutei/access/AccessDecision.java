package dev.kakutei.access;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Set;

/** What an {@link Authenticator} decides about one call. */
public sealed interface AccessDecision {
    record Admitted(Caller caller) implements AccessDecision {
        public Admitted {
            requireNonNull(caller, "caller");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.admitted(this);
        }
    }

    /** The call carries no key. */
    record KeyMissing() implements AccessDecision {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.keyMissing(this);
        }
    }

    /** The key is invalid. Whether it is unknown, expired or revoked is not disclosed: that would help only a thief. */
    record KeyInvalid() implements AccessDecision {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.keyInvalid(this);
        }
    }

    /** @param anyOf one of these roles would have been enough */
    record RoleMissing(Caller caller, Set<ClientRole> anyOf) implements AccessDecision {
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
    record TooFast(Duration pause) implements AccessDecision {
        public TooFast {
            requireNonNull(pause, "pause");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.tooFast(this);
        }
    }

    /** Whether the key is valid cannot be checked now. */
    record Uncheckable() implements AccessDecision {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.uncheckable(this);
        }
    }

    <T> T match(Cases<T> cases);

    /** One method for each decision. */
    interface Cases<T> {
        T admitted(Admitted answer);

        T keyMissing(KeyMissing answer);

        T keyInvalid(KeyInvalid answer);

        T roleMissing(RoleMissing answer);

        T tooFast(TooFast answer);

        T uncheckable(Uncheckable answer);
    }
}
