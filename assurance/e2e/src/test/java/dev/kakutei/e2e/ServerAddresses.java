package dev.kakutei.e2e;

import static java.util.Objects.requireNonNull;

/** A Kafka and a Postgres that were started elsewhere: all that the services need to know of them. */
record ServerAddresses(String kafka, String postgresUrl, String user, String password) {
    ServerAddresses {
        requireNonNull(kafka, "kafka");
        requireNonNull(postgresUrl, "postgresUrl");
        requireNonNull(user, "user");
        requireNonNull(password, "password");
    }
}
