import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Stores the results of orders and payments, each exactly once, in a database of its own. It may be killed at any line.
 *
 * <p>Run it with: java -cp platform/standalone/target/lib/kakutei.jar docs/examples/consumer/ResultConsumer.java BOOTSTRAP JDBC_URL
 * USER PASSWORD [KAFKA_PROPERTIES]
 */
public final class ResultConsumer {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int KNOWN_VERSION = 2;

    public static void main(String[] args) throws Exception {
        Properties settings = new Properties();
        settings.put("bootstrap.servers", args[0]);
        settings.put("group.id", "bookkeeping");
        // Results are written in transactions. Records of an aborted one must never be read.
        settings.put("isolation.level", "read_committed");
        // The first time, begin with the oldest result, not with the next one.
        settings.put("auto.offset.reset", "earliest");
        // After this time without a heartbeat, the group gives a dead consumer's partitions to the others.
        settings.put("session.timeout.ms", 10_000);
        // The position is committed after the database, below.
        settings.put("enable.auto.commit", false);
        if (args.length > 4) {
            try (BufferedReader account = Files.newBufferedReader(Path.of(args[4]))) {
                settings.load(account);
            }
        }
        try (Connection database = DriverManager.getConnection(args[1], args[2], args[3]);
                KafkaConsumer<String, String> consumer =
                        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            prepare(database);
            stopOnSignal(consumer);
            consumer.subscribe(List.of("kakutei.orders.results", "kakutei.payments.results"));
            System.out.println("listening");
            while (true) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofSeconds(1))) {
                    store(database, record);
                }
                database.commit();
                // If it dies here, the same results come again, and the primary key of the table below ignores them.
                consumer.commitSync();
            }
        } catch (WakeupException stopping) {
            System.out.println("stopped");
        }
    }

    private static void prepare(Connection database) throws SQLException {
        database.setAutoCommit(false);
        try (Statement statement = database.createStatement()) {
            statement.execute("create table if not exists booked (event_id text primary key, type text not null,"
                    + " idempotency_key text not null, amount numeric, currency text)");
        }
        database.commit();
    }

    private static void store(Connection database, ConsumerRecord<String, String> record) throws Exception {
        JsonNode result = JSON.readTree(record.value());
        if (result.path("v").asInt() > KNOWN_VERSION) {
            // Better to stop than to guess at money.
            throw new IllegalStateException("a result of version " + result.path("v") + ", newer than this program");
        }
        // The id of the event is the request's own: a second result of the same request has the same one.
        try (PreparedStatement insert = database.prepareStatement(
                "insert into booked values (?, ?, ?, ?, ?) on conflict (event_id) do nothing")) {
            insert.setString(1, header(record, "ce_id"));
            insert.setString(2, header(record, "ce_type"));
            insert.setString(3, result.path("idempotency_key").asText());
            // Amounts are decimal strings: never through a double.
            insert.setBigDecimal(
                    4, result.hasNonNull("amount") ? new java.math.BigDecimal(result.get("amount").asText()) : null);
            insert.setString(5, result.path("currency").asText(null));
            if (insert.executeUpdate() == 1) {
                System.out.println(header(record, "ce_type") + " " + result.path("idempotency_key").asText() + " "
                        + result.path("status").asText());
                // What else must happen once belongs here, in this same transaction.
            }
        }
    }

    private static String header(ConsumerRecord<?, ?> record, String name) {
        Header header = record.headers().lastHeader(name);
        if (header == null) {
            throw new IllegalStateException("no header " + name + " at " + record.topic() + "/" + record.offset());
        }
        return new String(header.value(), StandardCharsets.UTF_8);
    }

    private static void stopOnSignal(KafkaConsumer<?, ?> consumer) {
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            consumer.wakeup();
            try {
                main.join(10_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }
}
