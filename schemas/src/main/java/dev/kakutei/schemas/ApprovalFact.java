package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The facts of a request that is held for approval (SPEC C9). Who did it is in the event's {@code by}. */
public final class ApprovalFact {
    private ApprovalFact() {}

    /** Those of {@link Fact.Cases} that are about approvals. */
    public interface Cases<T> {
        T approvalRequested(Requested fact);

        T approvalOverdue(Overdue fact);

        T approved(Approved fact);

        T returned(Returned fact);

        T resubmitted(Resubmitted fact);

        T summaryAttached(SummaryAttached fact);
    }

    /**
     * A rule holds this version of the request until a second person approves it. What the rule says later changes
     * nothing.
     *
     * @param policy the rule's name
     * @param version which version of the request waits, counted from 1
     * @param limitAt when it has waited too long; null for no limit
     * @param lapse what happens then
     */
    public record Requested(String policy, int version, Instant limitAt, Lapse lapse) implements Fact {
        public Requested {
            requireNonNull(policy, "policy");
            requireNonNull(lapse, "lapse");
            counted(version);
        }

        @Override
        public <T> T match(Fact.Cases<T> cases) {
            return cases.approvalRequested(this);
        }
    }

    /** It has waited for a person longer than its rule allows, and an alert was raised. It goes on waiting. */
    public record Overdue(int version) implements Fact {
        public Overdue {
            counted(version);
        }

        @Override
        public <T> T match(Fact.Cases<T> cases) {
            return cases.approvalOverdue(this);
        }
    }

    /**
     * A second person lets this version go; what follows is its first attempt.
     *
     * @param comment may be null
     */
    public record Approved(@JsonAlias("order_id") String actionId, int version, String comment) implements Fact {
        public Approved {
            requireNonNull(actionId, "action_id");
            counted(version);
        }

        @Override
        public <T> T match(Fact.Cases<T> cases) {
            return cases.approved(this);
        }

        @Override
        public Optional<String> byAction() {
            return Optional.of(actionId);
        }
    }

    /**
     * An approver gave it back to its submitter.
     *
     * @param limitAt when the submitter has waited too long; null for no limit
     */
    public record Returned(@JsonAlias("order_id") String actionId, int version, String comment, Instant limitAt)
            implements Fact {
        public Returned {
            requireNonNull(actionId, "action_id");
            requireNonNull(comment, "comment");
            counted(version);
        }

        @Override
        public <T> T match(Fact.Cases<T> cases) {
            return cases.returned(this);
        }

        @Override
        public Optional<String> byAction() {
            return Optional.of(actionId);
        }
    }

    /**
     * The submitter put a new version in the place of the one that was returned. It asks for approval again.
     *
     * @param note what the submitter says to whoever approves it; may be null
     */
    public record Resubmitted(
            @JsonAlias("order_id") String actionId,
            int version,
            String digest,
            String gateway,
            @JsonFormat(shape = JsonFormat.Shape.STRING) BigDecimal amount,
            String currency,
            Instant expiresAt,
            JsonNode request,
            String note)
            implements Fact {
        public Resubmitted {
            requireNonNull(actionId, "action_id");
            requireNonNull(gateway, "gateway");
            requireNonNull(request, "request");
            expiresAt = expiresAt == null ? null : expiresAt.truncatedTo(ChronoUnit.MILLIS);
            digested(digest);
            if (version < 2) {
                throw new IllegalArgumentException("the first version is the one accepted: " + version);
            }
        }

        @Override
        public <T> T match(Fact.Cases<T> cases) {
            return cases.resubmitted(this);
        }

        @Override
        public Optional<String> byAction() {
            return Optional.of(actionId);
        }
    }

    /**
     * A summary describes one version for whoever decides on it. It changes nothing, and may come at any time.
     *
     * @param submissionEventId the event that brought the version: the acceptance, or a resubmission
     * @param replaces the event of the summary in whose place it is; null where the version had none
     */
    public record SummaryAttached(
            @JsonAlias("order_id") String actionId,
            int submissionEventId,
            int version,
            String text,
            Integer replaces,
            SubmissionSummary.Origin origin)
            implements Fact {
        public SummaryAttached {
            requireNonNull(actionId, "action_id");
            requireNonNull(origin, "origin");
            counted(version);
            SubmissionSummary.checked(text);
            if (submissionEventId < 1) {
                throw new IllegalArgumentException("events are counted from 1, not " + submissionEventId);
            }
        }

        @Override
        public <T> T match(Fact.Cases<T> cases) {
            return cases.summaryAttached(this);
        }

        @Override
        public Optional<String> byAction() {
            return Optional.of(actionId);
        }
    }

    /** What becomes of a request that has waited for a person for too long. */
    public enum Lapse {
        /** An alert is raised; it goes on waiting. */
        ALERT,
        /** It is given up. */
        EXPIRE
    }

    private static void counted(int version) {
        if (version < 1) {
            throw new IllegalArgumentException("versions are counted from 1, not " + version);
        }
    }

    private static void digested(String digest) {
        if (digest == null || digest.length() != 64) {
            throw new IllegalArgumentException("not a SHA-256 in hex: " + digest);
        }
    }
}
