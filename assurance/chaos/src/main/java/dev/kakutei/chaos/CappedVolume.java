package dev.kakutei.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A small disk of its own, in memory, that can be filled to the last byte. Making one needs the rights of root. */
final class CappedVolume implements AutoCloseable {
    private static final int MEGABYTES = 700;
    private static final byte[] PIECE = new byte[1 << 16];

    private final Path folder;

    private CappedVolume(Path folder) {
        this.folder = folder;
    }

    /** Empty where it may not be made. */
    static Optional<CappedVolume> at(Path folder) throws IOException {
        Files.createDirectories(folder);
        return run("mount", "-t", "tmpfs", "-o", "size=" + MEGABYTES + "m,mode=0755", "tmpfs", folder.toString())
                ? Optional.of(new CappedVolume(folder))
                : Optional.empty();
    }

    /** The next write fails: no space left. */
    void fill() {
        try (OutputStream out = Files.newOutputStream(ballast())) {
            while (true) {
                out.write(PIECE);
            }
        } catch (IOException full) {
            // That is what was wanted; the last bytes go one by one.
            fillTheRest();
        }
    }

    private void fillTheRest() {
        try (OutputStream out = Files.newOutputStream(folder.resolve("ballast-rest"))) {
            for (int i = 0; i < PIECE.length; i++) {
                out.write(0);
            }
        } catch (IOException full) {
            // Full.
        }
    }

    void free() {
        try {
            Files.deleteIfExists(ballast());
            Files.deleteIfExists(folder.resolve("ballast-rest"));
        } catch (IOException e) {
            throw new IllegalStateException("cannot remove the ballast from " + folder, e);
        }
    }

    private Path ballast() {
        return folder.resolve("ballast");
    }

    /** Also of an earlier run that could not. */
    @Override
    public void close() {
        run("umount", folder.toString());
    }

    private static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
