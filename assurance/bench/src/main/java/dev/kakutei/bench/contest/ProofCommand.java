package dev.kakutei.bench.contest;

import dev.kakutei.standalone.Kakutei;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * {@code ./kakutei prove} on an installation that is at rest.
 *
 * @param folder for what it says
 * @param classPath that of Kakutei
 */
record ProofCommand(Path folder, Path data, Path gateways, String classPath) {
    private static final long LONGEST_MINUTES = 15;

    /** What was violated, in its words; nothing where every promise was kept. */
    List<String> faults() throws IOException, InterruptedException {
        Path said = folder.resolve("prove.log");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        Kakutei.class.getName(),
                        "prove",
                        "--data",
                        data.toString(),
                        "--gateways",
                        gateways.toString(),
                        "--grace",
                        "1s",
                        "--temp",
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().put("CLASSPATH", classPath);
        Process process = builder.start();
        if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            return List.of("the proof took longer than " + LONGEST_MINUTES + " minutes");
        }
        return process.exitValue() == 0 ? List.of() : List.of("not proved: " + Files.readString(said));
    }
}
