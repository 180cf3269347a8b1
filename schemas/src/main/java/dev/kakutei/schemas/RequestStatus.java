package dev.kakutei.schemas;

/**
 * The status of a request as callers see it. Deliberately coarse: everything that is not settled is {@code PENDING}, so
 * that no client can mistake a request in doubt for a failed one.
 */
public enum RequestStatus {
    PENDING,
    PENDING_APPROVAL,
    /** A payment that the gateway authorised. */
    AUTHORIZED,
    /** An order that the broker took. */
    SUCCEEDED,
    FAILED;

    /** How the type of a CloudEvent about it ends. */
    String eventWord() {
        return switch (this) {
            case PENDING -> "Pending";
            case PENDING_APPROVAL -> "PendingApproval";
            case AUTHORIZED -> "Authorized";
            case SUCCEEDED -> "Succeeded";
            case FAILED -> "Failed";
        };
    }
}
