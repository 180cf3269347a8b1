package dev.kakutei.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code postgresql.conf}: ours entirely, written again before each start. */
final class PostgresSettings {
    private PostgresSettings() {}

    static Map<String, String> of(EmbeddedPostgresConfig config, int port) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("listen_addresses", LoopbackPort.HOST);
        all.put("port", Integer.toString(port));
        // No socket file: its path is limited to about 100 characters, and no client needs it.
        all.put("unix_socket_directories", "");
        // What is acknowledged is on the disk.
        all.put("fsync", "on");
        all.put("synchronous_commit", "on");
        all.put("full_page_writes", "on");
        all.put("wal_level", "logical");
        // A reader of the log that vanished gives its slot back after this time.
        all.put("wal_sender_timeout", "10s");
        all.put("max_replication_slots", "10");
        all.put("max_wal_senders", "10");
        all.put("max_connections", "100");
        all.put("shared_buffers", "256MB");
        // The first change of a page after a checkpoint writes the whole page to the log. At thousands of requests a
        // second, the default of 1 GB would mean a checkpoint every few seconds, and little else in the log than pages.
        all.put("max_wal_size", "4GB");
        all.put("checkpoint_timeout", "15min");
        all.put("timezone", "UTC");
        all.put("log_timezone", "UTC");
        all.put("log_line_prefix", "%m [%p] ");
        all.put("log_checkpoints", "off");
        all.putAll(config.settings());
        return all;
    }

    static void write(Path data, Map<String, String> settings) {
        StringBuilder text = new StringBuilder("# Written by Kakutei before each start; changes made here are lost.\n");
        settings.forEach((key, value) ->
                text.append(key).append(" = '").append(value.replace("'", "''")).append("'\n"));
        Path file = data.resolve("postgresql.conf");
        try {
            Path making = data.resolve("postgresql.conf.partial");
            Files.writeString(making, text);
            Files.move(making, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new EmbeddedStartException("cannot write " + file + ": " + e, e);
        }
    }
}
