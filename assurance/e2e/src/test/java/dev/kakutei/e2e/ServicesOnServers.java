package dev.kakutei.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.simulator.Simulator;
import dev.kakutei.simulator.SimulatorConfig;
import dev.kakutei.standalone.Standalone;
import dev.kakutei.testkit.fleet.Fleet;
import dev.kakutei.testkit.fleet.Role;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** SPEC G2: the four services, each a process of its own, on an external Kafka and Postgres. */
record ServicesOnServers(ServerAddresses servers, Simulator simulator, Fleet fleet) implements Installation {
    /** Returns when all are ready. The servers are the caller's to stop, afterwards. */
    static ServicesOnServers start(ServerAddresses servers, Path folder) {
        Simulator simulator = Simulator.start(SimulatorConfig.in(folder.resolve("simulator")));
        Fleet fleet = Fleet.in(
                folder,
                Map.of(
                        "kafka.bootstrap", servers.kafka(),
                        "postgres.url", servers.postgresUrl(),
                        "postgres.user", servers.user(),
                        "postgres.password", servers.password(),
                        "gateways.file", gateways(folder, simulator.url()).toString()));
        ServicesOnServers services = new ServicesOnServers(servers, simulator, fleet);
        try {
            Stream.of(Role.values()).map(role -> fleet.launch(role)).toList().forEach(member -> member.awaitReady());
            return services;
        } catch (RuntimeException | Error e) {
            services.close();
            throw e;
        }
    }

    /** The file that {@code ./kakutei up} comes with: a contract must find the same rules everywhere. */
    private static Path gateways(Path folder, URI simulator) {
        try (InputStream shipped = Standalone.class.getResourceAsStream("gateways.yaml")) {
            String text = new String(shipped.readAllBytes(), UTF_8).replace("${simulator}", simulator.toString());
            return Files.writeString(folder.resolve("gateways.yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public URI url() {
        return fleet.members(Role.INGEST).get(0).url();
    }

    @Override
    public Map<String, Object> kafka() {
        return Map.of("bootstrap.servers", servers.kafka());
    }

    @Override
    public PostgresTables tables() {
        return new PostgresTables(servers.postgresUrl(), servers.user(), servers.password());
    }

    @Override
    public void close() {
        fleet.close();
        simulator.close();
    }
}
