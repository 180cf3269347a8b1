package dev.kakutei.schemas;

/**
 * What a caller is told about a request. Deliberately coarse: everything that is not settled is {@code PENDING}, so that
 * no client can mistake a request in doubt for a failed one.
 */
public enum RequestStatus {
    PENDING,
    PENDING_APPROVAL,
    /** A payment that the gateway authorised. */
    AUTHORIZED,
    /** An order that the broker took. */
    SUCCEEDED,
    FAILED;

    public static RequestStatus succeeded(RequestKind kind) {
        return switch (kind) {
            case ORDER -> SUCCEEDED;
            case PAYMENT -> AUTHORIZED;
        };
    }
}
