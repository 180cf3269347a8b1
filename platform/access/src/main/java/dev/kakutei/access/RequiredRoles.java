package dev.kakutei.access;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The roles that a route requires of its callers.
 *
 * @param anyOf one of these roles is enough
 */
public record RequiredRoles(Set<ClientRole> anyOf) {
    /** To submit a request. */
    public static final RequiredRoles SUBMITTING = new RequiredRoles(EnumSet.of(ClientRole.SUBMITTER));

    /** To see requests: every role may, but a client that only submits sees only its own ({@link Caller#sees}). */
    public static final RequiredRoles VIEWING = new RequiredRoles(EnumSet.allOf(ClientRole.class));

    /** To act on a request. */
    public static final RequiredRoles ACTING = new RequiredRoles(EnumSet.of(ClientRole.OPERATOR));

    /** To decide on what is held for approval. */
    public static final RequiredRoles APPROVING = new RequiredRoles(EnumSet.of(ClientRole.APPROVER));

    /** To attach summaries. */
    public static final RequiredRoles SUMMARISING = new RequiredRoles(EnumSet.of(ClientRole.SUMMARISER));

    /** To see what concerns no single client: lag, alerts, jobs. */
    public static final RequiredRoles MONITORING =
            new RequiredRoles(EnumSet.of(ClientRole.OPERATOR, ClientRole.APPROVER, ClientRole.VIEWER));

    public RequiredRoles {
        if (anyOf.isEmpty()) {
            throw new IllegalArgumentException("a route that no role may call");
        }
        anyOf = Set.copyOf(anyOf);
    }

    boolean metBy(Set<ClientRole> roles) {
        return !Collections.disjoint(anyOf, roles);
    }
}
