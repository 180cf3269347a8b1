package dev.kakutei.schemas;

/** How far the approval of a request has come; it stays as it is when the request goes on, or ends (SPEC C9). */
public enum ApprovalStatus {
    /** The current version waits to be approved. */
    PENDING,
    /** An approver gave it back; its submitter may resubmit it. */
    RETURNED,
    /** The current version was approved. */
    APPROVED
}
