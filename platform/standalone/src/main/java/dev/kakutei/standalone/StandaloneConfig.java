package dev.kakutei.standalone;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of {@code ./kakutei up}.
 *
 * @param data where everything durable lives
 * @param port of the HTTP API; 0 takes a free one
 * @param gateways the gateway file; empty uses the simulator alone
 * @param settingsFile a YAML file of settings; empty for none
 * @param settings single settings that go before everything else
 */
public record StandaloneConfig(
        Path data,
        int port,
        int simulatorPort,
        Optional<Path> gateways,
        Optional<Path> settingsFile,
        Map<String, String> settings) {
    public static final int DEFAULT_PORT = 8080;

    public StandaloneConfig {
        requireNonNull(data, "data");
        requireNonNull(gateways, "gateways");
        requireNonNull(settingsFile, "settingsFile");
        settings = Map.copyOf(settings);
    }

    public static StandaloneConfig in(Path data) {
        return new StandaloneConfig(data, 0, 0, Optional.empty(), Optional.empty(), Map.of());
    }

    public StandaloneConfig withPort(int other) {
        return new StandaloneConfig(data, other, simulatorPort, gateways, settingsFile, settings);
    }

    public StandaloneConfig withSimulatorPort(int other) {
        return new StandaloneConfig(data, port, other, gateways, settingsFile, settings);
    }

    public StandaloneConfig withGateways(Path file) {
        return new StandaloneConfig(data, port, simulatorPort, Optional.of(file), settingsFile, settings);
    }

    public StandaloneConfig withSettings(Map<String, String> others) {
        return new StandaloneConfig(data, port, simulatorPort, gateways, settingsFile, others);
    }
}
