package dev.kakutei.ingest.access;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What somebody must be to ask for something.
 *
 * @param anyOf one of these roles is enough
 */
public record Needs(Set<Role> anyOf) {
    /** To submit a request. */
    public static final Needs SUBMITTING = new Needs(EnumSet.of(Role.SUBMITTER));

    /** To look at requests: everybody may, but who only submits sees only its own ({@link Caller#sees}). */
    public static final Needs LOOKING = new Needs(EnumSet.allOf(Role.class));

    /** To act on a request. */
    public static final Needs ORDERING = new Needs(EnumSet.of(Role.OPERATOR));

    /** To decide on what is held for approval. */
    public static final Needs APPROVING = new Needs(EnumSet.of(Role.APPROVER));

    /** To attach summaries. */
    public static final Needs SUMMARISING = new Needs(EnumSet.of(Role.SUMMARISER));

    /** To look at what concerns no single client. */
    public static final Needs WATCHING = new Needs(EnumSet.of(Role.OPERATOR, Role.APPROVER, Role.VIEWER));

    public Needs {
        if (anyOf.isEmpty()) {
            throw new IllegalArgumentException("what nobody may do needs no route");
        }
        anyOf = Set.copyOf(anyOf);
    }

    boolean metBy(Set<Role> roles) {
        return !Collections.disjoint(anyOf, roles);
    }
}
