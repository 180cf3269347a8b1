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

        T tellResult();

        T tellStatus();

        T refuse(Refuse effect);

        T raise(Raise effect);

        T clear(Clear effect);

        T countAbsurdWait(CountAbsurdWait effect);
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

    /** Publish the terminal result: once in a request's life. */
    record TellResult() implements Effect {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.tellResult();
        }
    }

    /** Publish the change of status. */
    record TellStatus() implements Effect {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.tellStatus();
        }
    }

    /** Tell who gave an order that it was not carried out. */
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
     * Tell somebody.
     *
     * @param cause the word of a {@link Cause}
     */
    record Raise(Alert.Severity severity, String cause, String summary) implements Effect {
        public Raise {
            requireNonNull(severity, "severity");
            requireNonNull(cause, "cause");
            requireNonNull(summary, "summary");
            if (Cause.ofWord(cause).isEmpty()) {
                throw new IllegalArgumentException(cause + " is not among the causes: say there when it is over");
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

    /** Count that a waiting time was asked for which nobody keeps: a bound was reached. */
    record CountAbsurdWait(AbsurdWait what) implements Effect {
        public CountAbsurdWait {
            requireNonNull(what, "what");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.countAbsurdWait(this);
        }
    }
}
