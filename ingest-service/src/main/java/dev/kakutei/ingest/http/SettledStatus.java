package dev.kakutei.ingest.http;

import dev.kakutei.ledger.Status;

/**
 * The HTTP status of a submission whose request was settled while the caller waited (SPEC A5).
 *
 * <p>201 means success and nothing else does. 402 means that the gateway declined: it said so with a 402, or it refused
 * in a way that is not a fault of the request (an error inside a 2xx, a verification that found it declined). Every other
 * certain failure is a 400 with its reason: the gateway called the request invalid (another 4xx), it expired, it was
 * withdrawn, or every attempt failed without effect. None of these is a 5xx, because nothing is left to retry under this
 * key.
 */
final class SettledStatus {
    private SettledStatus() {}

    static int of(Status status, Integer gatewayStatusCode) {
        return switch (status) {
            case SUCCEEDED -> 201;
            case FAILED -> invalidAtTheGateway(gatewayStatusCode) ? 400 : 402;
            case ABORTED, EXPIRED, CANCELLED -> 400;
            case ACCEPTED, PENDING_APPROVAL, RETURNED, HELD, SENDING, RETRYING, VERIFYING, VERIFICATION_FAILED -> 202;
        };
    }

    private static boolean invalidAtTheGateway(Integer code) {
        return code != null && code >= 400 && code < 500 && code != 402;
    }
}
