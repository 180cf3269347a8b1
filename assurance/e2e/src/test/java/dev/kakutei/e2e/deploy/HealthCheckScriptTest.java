package dev.kakutei.e2e.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.AdminEndpoint;
import dev.kakutei.boot.HealthCheck;
import dev.kakutei.simulator.Simulator;
import dev.kakutei.simulator.SimulatorConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The image's health check against the real endpoints. */
class HealthCheckScriptTest {
    private static final Path SCRIPT = ComposeFile.ROOT.resolve("deploy/docker/healthcheck");

    private record Ended(int code, String output) {}

    @Test
    void adminEndpoint_readyThenNotThenGone_isHealthyOnlyWhileReady() throws Exception {
        AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());
        int port;
        try (AdminEndpoint admin = new AdminEndpoint(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
                List.of(new HealthCheck("part", problem::get)))) {
            admin.start();
            port = admin.port();
            assertThat(check(port, "/readyz").code()).isZero();
            problem.set(Optional.of("stands still"));
            Ended ended = check(port, "/readyz");
            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.output()).contains("stands still");
        }
        assertThat(check(port, "/readyz").code()).isEqualTo(1);
    }

    @Test
    void simulator_running_isHealthy(@TempDir Path data) throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorConfig.in(data))) {
            List<?> test = (List<?>)
                    ComposeFile.map(new ComposeFile().service("simulator").get("healthcheck"))
                            .get("test");
            assertThat(check(simulator.url().getPort(), test.get(3).toString()).code())
                    .isZero();
        }
    }

    private static Ended check(int port, String path) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("bash", SCRIPT.toString(), Integer.toString(port), path)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), output);
    }
}
