package dev.kakutei.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The system's name for the time since the machine was last switched on. As long as it stays the same, what a killed
 * process wrote is still in memory or on the disk. Containers see that of their host, which is the one that counts.
 */
final class BootId {
    private static final Path LINUX = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private BootId() {}

    /** Empty where the system has none, or does not show it. */
    static Optional<String> current() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        try {
            if (system.startsWith("linux")) {
                return filled(Files.readString(LINUX));
            }
            return system.startsWith("mac") ? output("sysctl", "-n", "kern.bootsessionuuid") : Optional.empty();
        } catch (IOException notShown) {
            return Optional.empty();
        }
    }

    private static Optional<String> output(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
                return Optional.empty();
            }
            return filled(new String(process.getInputStream().readNBytes(200), StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            process.destroyForcibly();
        }
    }

    private static Optional<String> filled(String text) {
        return Optional.of(text.strip()).filter(id -> !id.isEmpty());
    }
}
