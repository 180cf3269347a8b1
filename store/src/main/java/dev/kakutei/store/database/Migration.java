package dev.kakutei.store.database;

import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;

/** Brings the tables, the publication and the slot up to date. Safe to run from several instances at once. */
final class Migration {
    private static final String LOCATION = "classpath:dev/kakutei/schemas/postgres";

    private static final int LOCK_TRIES = 120;
    private static final int CONNECT_TRIES = 5;
    private static final int CONNECT_PAUSE_SECONDS = 2;

    private Migration() {}

    static void run(PostgresConfig config) {
        run(config, MigrationVersion.LATEST);
    }

    static void run(PostgresConfig config, MigrationVersion target) {
        try {
            FluentConfiguration flyway = Flyway.configure()
                    .dataSource(config.url(), config.owner(), config.ownersPassword())
                    .locations(LOCATION)
                    .target(target)
                    .placeholders(Map.of("slot", config.slot()))
                    .lockRetryCount(LOCK_TRIES)
                    .connectRetries(CONNECT_TRIES)
                    .connectRetriesInterval(CONNECT_PAUSE_SECONDS);
            // Creating a slot waits for every transaction that was open before; a lock held by an open transaction of
            // Flyway's own would wait for itself.
            flyway.getConfigurationExtension(PostgreSQLConfigurationExtension.class)
                    .setTransactionalLock(false);
            flyway.load().migrate();
        } catch (FlywayException e) {
            throw new IllegalStateException(
                    "cannot bring the tables up to date at " + config.url() + " as " + config.owner() + ": "
                            + e.getMessage(),
                    e);
        }
    }
}
