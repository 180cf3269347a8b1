package dev.kakutei.simulator;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;

/**
 * Everything that can be set.
 *
 * @param data the folder of the journal; made where it is not there
 * @param port 0 for any free one
 * @param keyTtl how long an Idempotency-Key is remembered after something was decided under it
 * @param visibilityLag how long after being applied an effect stays unseen by look-ups
 * @param queueCapacity how many journal lines may wait to be written before clients have to wait
 * @param maxConnections how many clients may be connected; the next ones wait to be accepted
 */
public record SimulatorConfig(
        Path data,
        String host,
        int port,
        Fsync fsync,
        Duration keyTtl,
        Duration visibilityLag,
        Control control,
        Mix mix,
        InstantSource clock,
        int bodyLimit,
        int queueCapacity,
        int maxConnections) {

    /** Whether the endpoints under {@code /_sim/} are there. */
    public enum Control {
        ON,
        OFF
    }

    public SimulatorConfig {
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(fsync, "fsync");
        Objects.requireNonNull(control, "control");
        Objects.requireNonNull(mix, "mix");
        Objects.requireNonNull(clock, "clock");
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port is 0 to 65535, not " + port);
        }
        if (keyTtl.isNegative() || visibilityLag.isNegative()) {
            throw new IllegalArgumentException("keyTtl and visibilityLag are not below zero");
        }
        if (bodyLimit < 1 || queueCapacity < 1 || maxConnections < 1) {
            throw new IllegalArgumentException("bodyLimit, queueCapacity and maxConnections are at least 1");
        }
    }

    /** On loopback, at any free port, remembering keys for a day. */
    public static SimulatorConfig in(Path data) {
        return new SimulatorConfig(
                data,
                "127.0.0.1",
                0,
                Fsync.NEVER,
                Duration.ofHours(24),
                Duration.ZERO,
                Control.ON,
                Mix.CALM,
                InstantSource.system(),
                1 << 20,
                8_192,
                20_000);
    }

    Path journalFile() {
        return data.resolve(JournalFile.NAME);
    }

    public SimulatorConfig withAddress(String otherHost, int otherPort) {
        return new SimulatorConfig(
                data,
                otherHost,
                otherPort,
                fsync,
                keyTtl,
                visibilityLag,
                control,
                mix,
                clock,
                bodyLimit,
                queueCapacity,
                maxConnections);
    }

    public SimulatorConfig withPort(int other) {
        return withAddress(host, other);
    }

    public SimulatorConfig withFsync(Fsync other) {
        return new SimulatorConfig(
                data,
                host,
                port,
                other,
                keyTtl,
                visibilityLag,
                control,
                mix,
                clock,
                bodyLimit,
                queueCapacity,
                maxConnections);
    }

    public SimulatorConfig withKeyTtl(Duration other) {
        return new SimulatorConfig(
                data,
                host,
                port,
                fsync,
                other,
                visibilityLag,
                control,
                mix,
                clock,
                bodyLimit,
                queueCapacity,
                maxConnections);
    }

    public SimulatorConfig withVisibilityLag(Duration other) {
        return new SimulatorConfig(
                data, host, port, fsync, keyTtl, other, control, mix, clock, bodyLimit, queueCapacity, maxConnections);
    }

    public SimulatorConfig withControl(Control other) {
        return new SimulatorConfig(
                data,
                host,
                port,
                fsync,
                keyTtl,
                visibilityLag,
                other,
                mix,
                clock,
                bodyLimit,
                queueCapacity,
                maxConnections);
    }

    public SimulatorConfig withMix(Mix other) {
        return new SimulatorConfig(
                data,
                host,
                port,
                fsync,
                keyTtl,
                visibilityLag,
                control,
                other,
                clock,
                bodyLimit,
                queueCapacity,
                maxConnections);
    }

    public SimulatorConfig withClock(InstantSource other) {
        return new SimulatorConfig(
                data,
                host,
                port,
                fsync,
                keyTtl,
                visibilityLag,
                control,
                mix,
                other,
                bodyLimit,
                queueCapacity,
                maxConnections);
    }
}
