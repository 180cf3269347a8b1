package dev.kakutei.ingest.access;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.ClientName;
import java.util.EnumSet;
import java.util.Set;

/** Somebody who was let in: on behalf of which client, and as what. */
public record Caller(String client, Set<Role> roles) {
    /** Everybody, where the door is open: one client, trusted with everything. */
    public static final Caller ANYBODY = new Caller(ClientName.DEFAULT, EnumSet.allOf(Role.class));

    private static final Set<Role> SEE_ALL = Set.of(Role.APPROVER, Role.OPERATOR, Role.VIEWER, Role.SUMMARISER);

    public Caller {
        requireNonNull(client, "client");
        roles = Set.copyOf(roles);
    }

    /** Whether it may see the requests of other clients, too. Who only submits sees its own, and no trace of others. */
    public boolean seesAll() {
        return roles.stream().anyMatch(SEE_ALL::contains);
    }

    /** Whether it may see this client's requests. */
    public boolean sees(String other) {
        return client.equals(other) || seesAll();
    }
}
