package dev.kakutei.embedded;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * Where an embedded broker keeps its data and how it behaves.
 *
 * @param dataDirectory holds the whole state of the broker; one process at a time
 * @param port the port clients connect to on 127.0.0.1; 0 chooses a free one at each first start of an object
 * @param flush what a producer's acknowledgement is worth when the machine loses power
 * @param access who is let in
 * @param properties broker properties that override the defaults of this module
 */
public record EmbeddedKafkaConfig(
        Path dataDirectory, int port, Flush flush, Access access, Map<String, String> properties) {
    /** When records are forced to the disk. */
    public enum Flush {
        /**
         * The system writes pages back in its own time, as Kafka does everywhere by default. An acknowledged record
         * survives any death of the process, kill -9 included. A single node has no replica, so a loss of power may
         * cost the last seconds.
         */
        BY_SYSTEM,
        /** Every append is forced to the disk before it is acknowledged: survives a loss of power, and costs speed. */
        EVERY_APPEND
    }

    /** Who may connect. */
    public enum Access {
        /** Every process on this machine. */
        OPEN,
        /** Only who has the password that is made with the data folder (see {@link KafkaCredentials}). */
        PASSWORD
    }

    public EmbeddedKafkaConfig {
        dataDirectory = dataDirectory.toAbsolutePath().normalize();
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("Kafka port out of range: " + port);
        }
        Objects.requireNonNull(flush, "flush");
        Objects.requireNonNull(access, "access");
        properties = Map.copyOf(properties);
    }

    public static EmbeddedKafkaConfig in(Path dataDirectory) {
        return new EmbeddedKafkaConfig(dataDirectory, 0, Flush.BY_SYSTEM, Access.OPEN, Map.of());
    }

    public EmbeddedKafkaConfig withPort(int port) {
        return new EmbeddedKafkaConfig(dataDirectory, port, flush, access, properties);
    }

    public EmbeddedKafkaConfig withFlush(Flush flush) {
        return new EmbeddedKafkaConfig(dataDirectory, port, flush, access, properties);
    }

    public EmbeddedKafkaConfig withAccess(Access access) {
        return new EmbeddedKafkaConfig(dataDirectory, port, flush, access, properties);
    }

    public EmbeddedKafkaConfig withProperties(Map<String, String> properties) {
        return new EmbeddedKafkaConfig(dataDirectory, port, flush, access, properties);
    }
}
