package dev.kakutei.bench.relay;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.connect.connector.policy.AllConnectorClientConfigOverridePolicy;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.runtime.Worker;
import org.apache.kafka.connect.runtime.isolation.Plugins;
import org.apache.kafka.connect.runtime.standalone.StandaloneConfig;
import org.apache.kafka.connect.runtime.standalone.StandaloneHerder;
import org.apache.kafka.connect.storage.FileOffsetBackingStore;

/**
 * Debezium the ordinary way: a worker of Kafka Connect with JSON converters, as its own sample configuration has it, and
 * the connector with its defaults. Set is only what it cannot do without, and that it reads the log through a slot that
 * is there instead of copying the table first.
 */
public final class ConnectWorker {
    private ConnectWorker() {}

    /** Arguments: Kafka, host, port, database, user, password, slot, file for offsets. */
    public static void main(String[] args) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "bootstrap.servers",
                args[0],
                "key.converter",
                JsonConverter.class.getName(),
                "value.converter",
                JsonConverter.class.getName(),
                "plugin.discovery",
                "service_load",
                "offset.storage.file.filename",
                args[7]));
        Plugins plugins = new Plugins(settings);
        plugins.compareAndSwapWithDelegatingLoader();
        StandaloneConfig config = new StandaloneConfig(settings);
        JsonConverter keys = new JsonConverter();
        keys.configure(Map.of("schemas.enable", "false"), true);
        AllConnectorClientConfigOverridePolicy policy = new AllConnectorClientConfigOverridePolicy();
        policy.configure(config.originals());
        FileOffsetBackingStore offsets = new FileOffsetBackingStore(keys);
        offsets.configure(config);
        Worker worker = new Worker("bench", Time.SYSTEM, plugins, config, offsets, policy);
        StandaloneHerder herder = new StandaloneHerder(worker, config.kafkaClusterId(), policy);
        Runtime.getRuntime().addShutdownHook(new Thread(herder::stop, "stop"));
        herder.start();
        Map<String, String> connector = new HashMap<>(Map.of(
                "name", "debezium",
                "connector.class", "io.debezium.connector.postgresql.PostgresConnector",
                "plugin.name", "pgoutput",
                "topic.prefix", "debezium",
                "table.include.list", "public.outbox_orders",
                "slot.name", args[6],
                "publication.name", "kakutei_outbox",
                "snapshot.mode", "no_data"));
        connector.put("database.hostname", args[1]);
        connector.put("database.port", args[2]);
        connector.put("database.dbname", args[3]);
        connector.put("database.user", args[4]);
        connector.put("database.password", args[5]);
        herder.putConnectorConfig("debezium", connector, false, (error, created) -> {
            if (error != null) {
                error.printStackTrace();
                System.exit(1);
            }
        });
    }
}
