package dev.kakutei.boot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** In a JVM of its own: what a person at a terminal, or an orchestrator, sees of a service. */
@Timeout(120)
class ServiceProcessTest {
    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private Process process;

    @AfterEach
    void end() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @Test
    void argument_thatIsNone_endsWith2AndNamesIt() throws Exception {
        start(Map.of(), "--verbose");
        assertThat(exitCode()).isEqualTo(2);
        assertThat(stderr()).contains("--verbose: is neither --config FILE nor a setting such as key=value");
    }

    @Test
    void configFile_notThere_endsWith2() throws Exception {
        start(Map.of(), "--config", "no.yaml");
        assertThat(exitCode()).isEqualTo(2);
        assertThat(stderr()).contains("no.yaml: there is no such file");
    }

    @Test
    void settings_withMistakes_endWith2AndAllOfThem() throws Exception {
        start(Map.of("KAKUTEI_TYPO", "1"), "admin.port=x", "demo.greetng=hi");
        assertThat(exitCode()).isEqualTo(2);
        assertThat(stderr())
                .contains("the settings have 3 mistakes:")
                .contains("admin.port: must be a whole number")
                .contains("demo.greetng: is not a setting of this process")
                .contains("KAKUTEI_TYPO: sets nothing in this process");
    }

    @Test
    void start_thatFails_endsWith1() throws Exception {
        start(Map.of(), "demo.greeting=fail");
        assertThat(exitCode()).isEqualTo(1);
        assertThat(stderr()).contains("the demo was configured to fail");
        assertThat(process.inputReader().lines()).isEmpty();
    }

    @Test
    void service_running_saysReadyOnStdoutLogsToStderrAndStopsInOrder() throws Exception {
        start(Map.of(), "demo.greeting=hello");
        assertThat(process.inputReader().readLine()).matches("demo ready, admin http://127\\.0\\.0\\.1:[0-9]+");
        process.toHandle().destroy();
        exitCode();
        assertThat(process.inputReader().lines().toList()).isEmpty();
        assertThat(stderr())
                .containsSubsequence("INFO", "[main] DemoMain hello", "[shutdown] DemoMain closed", "demo stopped in")
                .doesNotContain("debugging", "a library's chat")
                .contains("a library's warning");
    }

    @Test
    void service_askedToStop_isNoLongerReadyBeforeItCloses() throws Exception {
        // Longer than the test: it is not closed yet, however late 503 is seen.
        start(Map.of(), "demo.greeting=hello", "admin.stop-delay=5m");
        String line = process.inputReader().readLine();
        URI readyz = URI.create(line.substring(line.indexOf("http://"))).resolve("/readyz");
        assertThat(status(readyz)).isEqualTo(200);
        process.toHandle().destroy();
        int seen;
        do {
            seen = status(readyz);
        } while (seen == 200);
        assertThat(seen).isEqualTo(503);
        assertThat(stderr()).doesNotContain("closed");
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void service_askedToStop_closesAfterTheDelay() throws Exception {
        start(Map.of(), "demo.greeting=hello", "admin.stop-delay=100ms");
        assertThat(process.inputReader().readLine()).contains("ready");
        process.toHandle().destroy();
        assertThat(exitCode()).isEqualTo(143);
        assertThat(stderr()).contains("DemoMain closed");
    }

    private int status(URI address) throws Exception {
        return http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void log_asJson_isOneObjectALine() throws Exception {
        start(Map.of("KAKUTEI_LOG_FORMAT", "json", "KAKUTEI_LOG_LEVEL", "DEBUG"), "demo.greeting=hello");
        assertThat(process.inputReader().readLine()).contains("ready");
        process.toHandle().destroy();
        exitCode();
        List<JsonNode> lines = new ArrayList<>();
        for (String line : stderr().lines().toList()) {
            lines.add(Json.MAPPER.readTree(line));
        }
        assertThat(lines).anySatisfy(line -> {
            assertThat(line.path("message").textValue()).isEqualTo("hello");
            assertThat(line.path("level").textValue()).isEqualTo("INFO");
            assertThat(line.path("logger_name").textValue()).isEqualTo("dev.kakutei.boot.DemoMain");
            assertThat(line.path("idempotency_key").textValue()).isEqualTo("k-1");
            assertThat(line.has("@timestamp")).isTrue();
        });
        assertThat(lines).extracting(line -> line.path("message").textValue()).contains("debugging");
    }

    private void start(Map<String, String> environment, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                DemoMain.class.getName()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("KAKUTEI_"));
        builder.environment().put("CLASSPATH", absoluteClassPath());
        builder.environment().putAll(environment);
        process = builder.start();
    }

    private static String absoluteClassPath() {
        return String.join(
                java.io.File.pathSeparator,
                List.of(System.getProperty("java.class.path").split(java.io.File.pathSeparator)).stream()
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }

    private int exitCode() throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the process ends").isTrue();
        return process.exitValue();
    }

    private String stderr() throws IOException {
        return Files.readString(folder.resolve("err"), UTF_8);
    }
}
