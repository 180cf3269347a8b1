package dev.kakutei.chaos;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Clocks that differ and jump, on one machine: a library that is put before the system's own in single processes. Where
 * there is no C compiler, all clocks agree, and the report says so.
 */
record ClockSkew(Path folder, Path library) {
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
            return done ? Optional.of(new ClockSkew(folder, library)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** A clock for one process, wrong by so much until it jumps. */
    SkewedClock clock(String name, Duration wrongBy) {
        return new SkewedClock(library, folder.resolve("clock-" + name).toAbsolutePath(), wrongBy);
    }

    /** The clock of one process: a file that the library in it has mapped, and reads at every look at the time. */
    static final class SkewedClock {
        private final Path library;
        private final Path file;
        private final Duration wrongBy;

        private SkewedClock(Path library, Path file, Duration wrongBy) {
            this.library = library;
            this.file = file;
            this.wrongBy = requireNonNull(wrongBy, "wrongBy");
            set(wrongBy);
        }

        /** What the process must find in its environment. */
        Map<String, String> environment() {
            return Map.of("LD_PRELOAD", library.toString(), "SKEW_FILE", file.toString());
        }

        /** Jumps by so much, forward or back, in the running process. */
        void jump(Duration by) {
            set(wrongBy.plus(by));
        }

        /** Jumps back to where it would be without a jump. */
        void jumpBack() {
            set(wrongBy);
        }

        /** All eight bytes in one write: no reader sees half of them. */
        private void set(Duration offset) {
            ByteBuffer millis = ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .putLong(offset.toMillis())
                    .flip();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.write(millis, 0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
