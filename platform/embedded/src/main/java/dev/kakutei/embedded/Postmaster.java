package dev.kakutei.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The process that {@code postmaster.pid} in a data folder speaks of. The file outlives a crash, and its number may
 * since have been given to any other process, so it proves nothing by itself.
 *
 * @param pid as written in the file
 * @param data the data folder as written in the file
 * @param port 0 where the server had not come so far yet
 */
record Postmaster(long pid, Path data, int port) {
    private static final String FILE = "postmaster.pid";
    private static final int PORT_LINE = 3;

    static Optional<Postmaster> in(Path data) {
        try {
            List<String> lines = Files.readAllLines(data.resolve(FILE));
            if (lines.size() < 2) {
                return Optional.empty();
            }
            return Optional.of(new Postmaster(
                    Long.parseLong(lines.get(0).strip()),
                    Path.of(lines.get(1).strip()),
                    lines.size() > PORT_LINE
                            ? Integer.parseInt(lines.get(PORT_LINE).strip())
                            : 0));
        } catch (NoSuchFileException notRunning) {
            return Optional.empty();
        } catch (IOException | NumberFormatException e) {
            throw new EmbeddedStartException("cannot read " + data.resolve(FILE) + ": " + e, e);
        }
    }

    boolean isAlive() {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    /** Whether that process is a PostgreSQL server which works on this very folder. */
    boolean serves(Path folder) {
        if (!isAlive() || !sameFolder(data, folder)) {
            return false;
        }
        ProcessHandle.Info info = ProcessHandle.of(pid).orElseThrow().info();
        String program = info.command()
                .map(path -> Path.of(path).getFileName().toString())
                .orElse("");
        String line = info.commandLine().orElse("")
                + String.join(" ", info.arguments().orElse(new String[0]));
        return program.startsWith("postgres") && line.contains(data.toString());
    }

    /**
     * Takes away a file that names a living process which is not this folder's server: PostgreSQL itself would refuse
     * to start for its sake. A file of a dead process is left: PostgreSQL replaces it after checks of its own.
     */
    void forget(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve(FILE));
        } catch (IOException e) {
            throw new EmbeddedStartException("cannot remove the stale " + folder.resolve(FILE), e);
        }
    }

    private static boolean sameFolder(Path one, Path other) {
        try {
            return Files.isSameFile(one, other);
        } catch (IOException gone) {
            return false;
        }
    }
}
