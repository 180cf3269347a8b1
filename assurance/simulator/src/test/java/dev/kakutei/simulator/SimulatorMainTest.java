package dev.kakutei.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulator as a process: started, stopped, and killed. */
class SimulatorMainTest {
    @TempDir
    Path data;

    private record SimulatorProcess(Process process, RawClient client) implements AutoCloseable {
        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private SimulatorProcess launch(String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                SimulatorMain.class.getName(),
                "--port",
                "0",
                "--data",
                data.toString()));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command)
                .redirectError(data.resolve("stderr.txt").toFile())
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String ready = out.readLine();
        assertThat(ready).startsWith("ready http://127.0.0.1:");
        int port = Integer.parseInt(ready.split(" ")[1].replaceAll(".*:", ""));
        return new SimulatorProcess(process, new RawClient(port));
    }

    @Test
    void main_killedAfterAnswering_hasLostNothingOfWhatItSaid() throws Exception {
        int answered = 0;
        try (SimulatorProcess simulator = launch()) {
            for (; answered < 200; answered++) {
                assertThat(simulator
                                .client()
                                .pay("r" + answered, "k" + answered)
                                .http())
                        .isEqualTo(201);
            }
            simulator.process().destroyForcibly().waitFor();
        }
        List<JournalEntry> journal = JournalFile.read(data.resolve(JournalFile.NAME));
        assertThat(journal.stream().filter(e -> e.type() == JournalEntry.Type.APPLIED))
                .hasSize(answered);
        try (SimulatorProcess simulator = launch()) {
            assertThat(simulator.client().pay("r0", "k0").headers()).containsKey("Idempotent-Replayed");
        }
    }

    @Test
    void main_terminated_stopsCleanlyWithASilentClientWaiting() throws Exception {
        Path mix = Files.writeString(
                data.resolve("mix.json"),
                "{\"seed\":1,\"posts\":[{\"probability\":1,\"behaviour\":{\"act\":\"HANG_AFTER\",\"hold\":60000}}]}");
        try (SimulatorProcess simulator = launch("--mix", mix.toString(), "--seed", "5", "--fsync", "batch")) {
            Thread waiting = new Thread(() -> simulator.client().pay("r", "k"));
            waiting.start();
            SimulatorAwait.until(
                    "applied",
                    () -> simulator.client().get("/payments/r").body().contains("AUTHORIZED"));

            simulator.process().destroy();

            assertThat(simulator.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
            waiting.join(60_000);
            assertThat(waiting.isAlive()).isFalse();
        }
        assertThat(JournalFile.read(data.resolve(JournalFile.NAME)))
                .anyMatch(e -> e.type() == JournalEntry.Type.APPLIED);
        assertThat(Files.readString(data.resolve("stderr.txt"))).doesNotContain("ERROR", "Exception");
    }

    @Test
    void main_dataInUse_saysSoInOneLine() {
        try (Simulator first = Simulator.start(SimulatorConfig.in(data))) {
            java.io.StringWriter err = new java.io.StringWriter();
            int exit = SimulatorMain.commandLine()
                    .setErr(new java.io.PrintWriter(err, true))
                    .execute("--port", "0", "--data", data.toString());
            assertThat(exit).isNotZero();
            assertThat(err.toString())
                    .startsWith("simulator: ")
                    .contains("in use")
                    .hasLineCount(1);
            assertThat(first.health().status()).isEqualTo("up");
        }
    }
}
