package dev.kakutei.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Clocks that differ, on one machine: a library that is put before the system's own in single processes. Where there is no C
 * compiler, all clocks agree, and the report says so.
 */
final class ClockSkew {
    private final Path library;

    private ClockSkew(Path library) {
        this.library = library;
    }

    static Optional<ClockSkew> made(Path folder) {
        Path source = folder.resolve("skew.c");
        Path library = folder.resolve("skew.so").toAbsolutePath();
        try (InputStream text = ClockSkew.class.getResourceAsStream("skew.c")) {
            Files.write(source, text.readAllBytes());
            Process compiler = new ProcessBuilder(
                            "cc", "-shared", "-fPIC", "-O2", "-o", library.toString(), source.toString(), "-ldl")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean done = compiler.waitFor(60, TimeUnit.SECONDS) && compiler.exitValue() == 0;
            return done ? Optional.of(new ClockSkew(library)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** What a process must find in its environment to be wrong by so much. */
    Map<String, String> environment(long millis) {
        return Map.of("LD_PRELOAD", library.toString(), "SKEW_MS", Long.toString(millis));
    }
}
