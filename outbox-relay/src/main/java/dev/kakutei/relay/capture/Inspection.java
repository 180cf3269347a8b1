package dev.kakutei.relay.capture;

/** What was found at the database before the WAL is read. */
public sealed interface Inspection {
    <T> T match(Cases<T> cases);

    /** Whether the relay refuses when it finds this long enough. */
    default boolean refuses() {
        return false;
    }

    /** One method for each finding. */
    interface Cases<T> {
        T ready(Ready finding);

        T inUse(InUse finding);

        T notYet(NotYet finding);

        T missing(Missing finding);

        T unusable(Unusable finding);
    }

    /** The slot is there, whole, and free. */
    record Ready() implements Inspection {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.ready(this);
        }
    }

    /** The slot is in use: by another instance, or one that died and was not yet missed. */
    record InUse(String by) implements Inspection {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.inUse(this);
        }
    }

    /** What reading needs is not there, and will come by itself. */
    record NotYet(Lack lack, String reason) implements Inspection {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.notYet(this);
        }
    }

    /** What is not there. */
    enum Lack {
        /** A primary that answers. */
        POSTGRES,
        /** The tables, or whatever else a migration that has not finished yet will make. */
        MIGRATION
    }

    /**
     * The table is there, and the slot or the publication is not. A migration that is under way looks like this for a
     * moment; a slot that was dropped looks like this for ever.
     */
    record Missing(CaptureRefused refusal) implements Inspection {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.missing(this);
        }

        @Override
        public boolean refuses() {
            return true;
        }
    }

    /** Reading on would leave a gap, or read the wrong thing. */
    record Unusable(CaptureRefused refusal) implements Inspection {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.unusable(this);
        }

        @Override
        public boolean refuses() {
            return true;
        }
    }
}
