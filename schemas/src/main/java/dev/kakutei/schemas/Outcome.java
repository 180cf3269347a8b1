package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * How one attempt at a gateway ended, as the sender judged it. A time-out is not a failure, it is {@link Unknown}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Outcome.Delivered.class, name = "delivered"),
    @JsonSubTypes.Type(value = Outcome.Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = Outcome.Retryable.class, name = "retryable"),
    @JsonSubTypes.Type(value = Outcome.Unknown.class, name = "unknown"),
    @JsonSubTypes.Type(value = Outcome.NotSent.class, name = "not_sent")
})
public sealed interface Outcome {
    Answer answer();

    <T> T match(Cases<T> cases);

    /** One method for each ending: a new ending must break every reader at compile time. */
    interface Cases<T> {
        T delivered(Delivered outcome);

        T refused(Refused outcome);

        T retryable(Retryable outcome);

        T unknown(Unknown outcome);

        T notSent(NotSent outcome);
    }

    /** The gateway did what was asked. */
    record Delivered(Answer answer) implements Outcome {
        public Delivered {
            requireNonNull(answer, "answer");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.delivered(this);
        }
    }

    /** The gateway did not do it and will not, however often it is asked. */
    record Refused(Answer answer) implements Outcome {
        public Refused {
            requireNonNull(answer, "answer");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.refused(this);
        }
    }

    /**
     * The gateway answered that it could not do it now.
     *
     * @param doubt whether it may have done it nevertheless: a 500 after the work was done looks like a 500 before it
     * @param atLeastMillis how long it is of no use to try again, counted from when the report is decided upon: a quota
     *     lasts until its period ends, however long that is (SPEC C3). Null where only the gateway's headers and the
     *     backoff say when
     */
    record Retryable(Answer answer, Doubt doubt, Long atLeastMillis) implements Outcome {
        public Retryable {
            requireNonNull(answer, "answer");
            requireNonNull(doubt, "doubt");
            if (atLeastMillis != null && atLeastMillis < 0) {
                throw new IllegalArgumentException("cannot wait for " + atLeastMillis + " ms");
            }
        }

        public Retryable(Answer answer, Doubt doubt) {
            this(answer, doubt, null);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.retryable(this);
        }
    }

    /** The request may have reached the gateway, and what came of it is not known. */
    record Unknown(Answer answer) implements Outcome {
        public Unknown {
            requireNonNull(answer, "answer");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.unknown(this);
        }
    }

    /** Not one byte of the request left this process. */
    record NotSent(Answer answer) implements Outcome {
        public NotSent {
            requireNonNull(answer, "answer");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.notSent(this);
        }
    }

    /** Whether an attempt that was answered with an error may have taken effect all the same. */
    enum Doubt {
        NONE,
        POSSIBLE
    }
}
