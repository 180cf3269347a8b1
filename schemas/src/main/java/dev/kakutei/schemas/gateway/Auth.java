package dev.kakutei.schemas.gateway;

import static java.util.Objects.requireNonNull;

/** How we show a gateway who we are. */
public sealed interface Auth {
    <T> T match(Cases<T> cases);

    /** One method for each way. */
    interface Cases<T> {
        T none(None auth);

        T bearer(Bearer auth);

        T basic(Basic auth);

        T apiKey(ApiKey auth);
    }

    /** Not at all, or by the certificate of the connection. */
    record None() implements Auth {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.none(this);
        }
    }

    /** {@code Authorization: Bearer …}. */
    record Bearer(Secret token) implements Auth {
        public Bearer {
            requireNonNull(token, "bearer");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.bearer(this);
        }
    }

    /** {@code Authorization: Basic …}. */
    record Basic(String user, Secret password) implements Auth {
        public Basic {
            requireNonNull(user, "user");
            requireNonNull(password, "password");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.basic(this);
        }
    }

    /** A key in a header of its own. */
    record ApiKey(String header, Secret key) implements Auth {
        public ApiKey {
            requireNonNull(header, "header");
            requireNonNull(key, "key");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.apiKey(this);
        }
    }
}
