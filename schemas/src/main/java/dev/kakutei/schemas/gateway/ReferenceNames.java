package dev.kakutei.schemas.gateway;

import java.util.Optional;

/**
 * The three names of a request. The caller's is not unique, and the gateway's is known only once it has answered, so each
 * has places where it must not be used.
 */
public final class ReferenceNames {
    /** Ours, the same in every attempt. */
    public static final String REQUEST_ID = "request_id";
    /** The gateway's own, from an answer that shows that it has the request. */
    public static final String GATEWAY_REFERENCE = "gateway_reference";

    private static final String MERCHANT_REFERENCE = Placeholder.MERCHANT_REFERENCE.spelling();

    private ReferenceNames() {}

    /** What is wrong with the name in a post: in its path, a header or the body. Empty where there is nothing to say. */
    static Optional<String> wrongInPost(String name) {
        return name.equals(GATEWAY_REFERENCE)
                ? Optional.of(
                        "{gateway_reference} is no placeholder here: it is known only when the gateway has answered;"
                                + " it can be used in status_query.paths")
                : ambiguous(name);
    }

    /** The same, in the path of a status query. */
    static Optional<String> wrongInStatusQuery(String name) {
        return name.equals(MERCHANT_REFERENCE)
                ? Optional.of("{merchant_reference} is no placeholder of a status query: several requests may have the"
                        + " same; ask by {request_id} or {gateway_reference}")
                : ambiguous(name);
    }

    private static Optional<String> ambiguous(String name) {
        return name.equals("reference")
                ? Optional.of("{reference} is no placeholder: choose {merchant_reference}, the caller's reference of a"
                        + " payment; {request_id}, our id of the request; or, in status_query.paths,"
                        + " {gateway_reference}, the gateway's own from its answer")
                : Optional.empty();
    }
}
