package dev.kakutei.store.accept;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ledger.Entry;

/** What became of storing one request. */
public sealed interface Acceptance {
    <T> T match(Cases<T> cases);

    /** One method for each outcome. */
    interface Cases<T> {
        T accepted(Accepted outcome);

        T same(Same outcome);

        T conflict(Conflict outcome);

        T unstorable(Unstorable outcome);

        T unavailable(Unavailable outcome);

        T broken(Broken outcome);

        T shed(Shed outcome);
    }

    /** It is durable, and it is new. */
    record Accepted(Entry entry) implements Acceptance {
        public Accepted {
            requireNonNull(entry, "entry");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.accepted(this);
        }
    }

    /** The same request under the same key was there before; nothing was stored. */
    record Same(Entry entry) implements Acceptance {
        public Same {
            requireNonNull(entry, "entry");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.same(this);
        }
    }

    /** Another request holds this key; nothing was stored. */
    record Conflict(Entry holder) implements Acceptance {
        public Conflict {
            requireNonNull(holder, "holder");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.conflict(this);
        }
    }

    /** Postgres refuses this one request for what is in it; nothing was stored. */
    record Unstorable(String reason) implements Acceptance {
        public Unstorable {
            requireNonNull(reason, "reason");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.unstorable(this);
        }
    }

    /**
     * Postgres could not be asked, or did not answer. Whether the request is stored is not known; sending it again
     * under the same key shows it.
     */
    record Unavailable(String reason) implements Acceptance {
        public Unavailable {
            requireNonNull(reason, "reason");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.unavailable(this);
        }
    }

    /** Storing this one fails because of a bug. Whether it is stored is not known. */
    record Broken(String reason) implements Acceptance {
        public Broken {
            requireNonNull(reason, "reason");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.broken(this);
        }
    }

    /** It was rejected before it was stored, to protect the service. */
    record Shed(Cause cause) implements Acceptance {
        /** What would be at risk. */
        public enum Cause {
            /** Memory: too many are waiting to be stored. */
            QUEUE,
            /** The disk: too much of the WAL waits to be read by the relay. */
            WAL
        }

        public Shed {
            requireNonNull(cause, "cause");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.shed(this);
        }
    }
}
