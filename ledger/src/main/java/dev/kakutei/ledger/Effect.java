package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.Alert;
import java.time.Duration;
import java.time.Instant;

/** Something to be done outside, because of what was decided. Timers are none: they are in {@link Entry#dueAt}. */
public sealed interface Effect {
    <T> T match(Cases<T> cases);

    interface Cases<T> {
        T send(Send effect);

        T inquire(Inquire effect);

        T publishResult();

        T publishStatus();

        T refuse(Refuse effect);

        T raise(Raise effect);

        T clear(Clear effect);

        T countExcessiveWait(CountExcessiveWait effect);
    }

    /** Post the request to its gateway. */
    record Send(int attempt, Instant notAfter, Duration callTimeout) implements Effect {
        public Send {
            requireNonNull(notAfter, "notAfter");
            requireNonNull(callTimeout, "callTimeout");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.send(this);
        }
    }

    /**
     * Ask the gateway what became of the request.
     *
     * @param gatewayReference by which the gateway has acknowledged it; null where it has not
     */
    record Inquire(int inquiry, Instant notAfter, Duration callTimeout, String gatewayReference) implements Effect {
        public Inquire {
            requireNonNull(notAfter, "notAfter");
            requireNonNull(callTimeout, "callTimeout");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.inquire(this);
        }
    }

    /** Publish the terminal result: once for each request. */
    record PublishResult() implements Effect {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.publishResult();
        }
    }

    /** Publish the change of status. */
    record PublishStatus() implements Effect {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.publishStatus();
        }
    }

    /** Notify the person who requested an action that it was not carried out. */
    record Refuse(ActionRefusal refusal) implements Effect {
        public Refuse {
            requireNonNull(refusal, "refusal");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.refuse(this);
        }
    }

    /**
     * Raise an alert.
     *
     * @param cause the word of a {@link Cause}
     */
    record Raise(Alert.Severity severity, String cause, String summary) implements Effect {
        public Raise {
            requireNonNull(severity, "severity");
            requireNonNull(cause, "cause");
            requireNonNull(summary, "summary");
            if (Cause.ofWord(cause).isEmpty()) {
                throw new IllegalArgumentException(
                        cause + " is not among the causes: add it there, and say when it is resolved");
            }
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.raise(this);
        }
    }

    /**
     * The request is no reason any more for what it raised.
     *
     * @param gateway where it was raised: a request that is resubmitted may have another one now
     */
    record Clear(Cause cause, String gateway) implements Effect {
        public Clear {
            requireNonNull(cause, "cause");
            requireNonNull(gateway, "gateway");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.clear(this);
        }
    }

    /** Count that a waiting time was asked for which is not kept as asked: a bound was reached. */
    record CountExcessiveWait(ExcessiveWait what) implements Effect {
        public CountExcessiveWait {
            requireNonNull(what, "what");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.countExcessiveWait(this);
        }
    }
}
