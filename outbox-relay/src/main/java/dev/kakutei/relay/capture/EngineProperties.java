package dev.kakutei.relay.capture;

import java.util.Properties;

/** Debezium's settings. Most of them are here to take something away from it. */
final class EngineProperties {
    private EngineProperties() {}

    static Properties of(CaptureConfig config) {
        Properties all = new Properties();
        all.setProperty("name", "kakutei-outbox");
        all.setProperty("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
        all.setProperty("topic.prefix", "kakutei");
        database(all, config.postgres());
        slotIsTheTruth(all, config);
        onlyInserts(all);
        pace(all, config);
        noRestarts(all);
        return all;
    }

    private static void database(Properties all, PostgresAddress postgres) {
        all.setProperty("database.hostname", postgres.host());
        all.setProperty("database.port", Integer.toString(postgres.port()));
        all.setProperty("database.dbname", postgres.database());
        all.setProperty("database.user", postgres.user());
        all.setProperty("database.password", postgres.password());
        postgres.parameters().forEach((name, value) -> all.setProperty("driver." + name, value));
        // A relay that is frozen gives its slot back after this time, whatever the server's own timeout is. Who asks
        // for another time in the url comes later, and wins.
        all.merge("driver.options", "-c wal_sender_timeout=10s", (theirs, ours) -> ours + " " + theirs);
    }

    private static void slotIsTheTruth(Properties all, CaptureConfig config) {
        // Offsets in memory end with the engine: the next one begins where the slot is. Offsets kept elsewhere have
        // lost
        // rows of transactions that stayed open across a restart. No heartbeats and no transaction metadata, for these
        // move an offset without a row.
        all.setProperty("offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore");
        all.setProperty(
                "offset.flush.interval.ms",
                Long.toString(config.acknowledgeInterval().toMillis()));
        // By itself, the driver acknowledges positions that were never delivered.
        all.setProperty("lsn.flush.mode", "connector");
        all.setProperty("snapshot.mode", "no_data");
        all.setProperty("plugin.name", "pgoutput");
        all.setProperty("slot.name", config.slot());
        all.setProperty("slot.drop.on.stop", "false");
        // Debezium makes a slot that it does not find. A time limit below zero is refused by the driver before the
        // statement is sent, so it cannot, not even when the slot vanishes between our check and its own.
        all.setProperty("internal.create.slot.command.timeout", "-1");
        all.setProperty("publication.name", CaptureConfig.PUBLICATION);
        all.setProperty("publication.autocreate.mode", "disabled");
    }

    private static void onlyInserts(Properties all) {
        all.setProperty(
                "table.include.list",
                CaptureConfig.SCHEMA + "." + CaptureConfig.TABLE + "," + CaptureConfig.SCHEMA + "."
                        + CaptureConfig.CANARIES);
        all.setProperty("skipped.operations", "u,d,t");
        all.setProperty("tombstones.on.delete", "false");
    }

    private static void pace(Properties all, CaptureConfig config) {
        all.setProperty("poll.interval.ms", Long.toString(config.pollInterval().toMillis()));
        all.setProperty("max.batch.size", Integer.toString(config.batchRows()));
        all.setProperty("max.queue.size", Integer.toString(config.queueRows()));
        all.setProperty("max.queue.size.in.bytes", Integer.toString(64 * 1024 * 1024));
        all.setProperty("status.update.interval.ms", "2000");
    }

    /** Debezium's own restarts go on from its offsets; ours go on from the slot. So any error ends the engine. */
    private static void noRestarts(Properties all) {
        all.setProperty("errors.max.retries", "0");
        all.setProperty("retriable.restart.connector.wait.ms", "300");
        all.setProperty("slot.max.retries", "0");
        all.setProperty("slot.retry.delay.ms", "300");
        all.setProperty("executor.shutdown.timeout.ms", "2000");
        all.setProperty("record.processing.shutdown.timeout.ms", "500");
    }
}
