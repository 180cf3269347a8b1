package dev.kakutei.access;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.ClientName;
import java.util.EnumSet;
import java.util.Set;

/** An authenticated caller: on behalf of which client it acts, and with which roles. */
public record Caller(String client, Set<ClientRole> roles) {
    /** Every caller where access is open ({@code ingest.access=open}): one client that has every role. */
    public static final Caller ANYBODY = new Caller(ClientName.DEFAULT, EnumSet.allOf(ClientRole.class));

    private static final Set<ClientRole> SEE_ALL =
            Set.of(ClientRole.APPROVER, ClientRole.OPERATOR, ClientRole.VIEWER, ClientRole.SUMMARISER);

    public Caller {
        requireNonNull(client, "client");
        roles = Set.copyOf(roles);
    }

    /** Whether it may see the requests of other clients, too. A client that only submits sees no trace of others. */
    public boolean seesAll() {
        return roles.stream().anyMatch(SEE_ALL::contains);
    }

    /** Whether it may see this client's requests. */
    public boolean sees(String other) {
        return client.equals(other) || seesAll();
    }
}
