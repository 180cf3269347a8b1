package dev.kakutei.chaos;

import static java.util.Objects.requireNonNull;

import dev.kakutei.access.ClientRegistry;
import dev.kakutei.access.ClientRegistryException;
import dev.kakutei.access.ClientRole;
import dev.kakutei.embedded.EmbeddedPostgres;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The clients of a cluster, each with its key: approving takes two persons, so callers must present one. */
record Access(String submitterKey, String approverKey, String summariserKey, String operatorKey) {
    static final String SUBMITTER = "shop";

    private static final String APPROVER = "approver";
    private static final String SUMMARISER = "summariser";
    private static final String OPERATOR = "operator";
    private static final Duration KNOWN_WITHIN = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofMillis(200);

    Access {
        requireNonNull(submitterKey, "submitterKey");
        requireNonNull(approverKey, "approverKey");
        requireNonNull(summariserKey, "summariserKey");
        requireNonNull(operatorKey, "operatorKey");
    }

    /** Makes them in the tables, which ingest must have made before, and waits until every one of these instances knows them. */
    static Access made(EmbeddedPostgres postgres, List<URI> instances) throws InterruptedException {
        ClientRegistry clients = ClientRegistry.at(postgres.jdbcUrl(), postgres.user(), postgres.password(), "chaos");
        Access access;
        try {
            access = new Access(
                    key(clients, SUBMITTER, ClientRole.SUBMITTER),
                    key(clients, APPROVER, ClientRole.APPROVER),
                    key(clients, SUMMARISER, ClientRole.SUMMARISER),
                    key(clients, OPERATOR, ClientRole.OPERATOR));
        } catch (ClientRegistryException e) {
            throw new IllegalStateException(e);
        }
        long deadline = System.nanoTime() + KNOWN_WITHIN.toNanos();
        for (URI instance : instances) {
            // The last one that was made: who knows it knows them all.
            Person operator = new Person(() -> List.of(instance), access.operatorKey());
            while (operator.get("/me").isEmpty()) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException(instance + " does not know the keys of the cluster");
                }
                Nemesis.rest(LOOK);
            }
        }
        return access;
    }

    private static String key(ClientRegistry clients, String name, ClientRole role) throws ClientRegistryException {
        clients.add(name, Set.of(role), OptionalInt.empty());
        return clients.addKey(name, Optional.empty()).key().reveal();
    }
}
