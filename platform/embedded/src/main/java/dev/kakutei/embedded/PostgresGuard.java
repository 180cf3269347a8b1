package dev.kakutei.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Ends PostgreSQL when this JVM is gone. A shell waits at the end of a pipe whose other end only this JVM holds: when
 * the JVM dies, even by kill -9, the pipe closes and the shell asks that one server to shut down. It is a courtesy;
 * correctness rests on the next start, which finds a server left behind by itself.
 */
final class PostgresGuard implements AutoCloseable {
    /** $1 is the server's pid: by number, not by folder, for a newer server may serve that folder by then. */
    private static final String SCRIPT = """
            trap '' INT TERM HUP
            read word && exit 0
            kill -INT "$1" 2>/dev/null || exit 0
            n=0
            while [ $n -lt 15 ]; do
              kill -0 "$1" 2>/dev/null || exit 0
              sleep 1
              n=$((n + 1))
            done
            kill -QUIT "$1" 2>/dev/null
            """;

    private final Process shell;

    private PostgresGuard(Process shell) {
        this.shell = shell;
    }

    static PostgresGuard over(long serverPid) {
        try {
            return new PostgresGuard(new ProcessBuilder("sh", "-c", SCRIPT, "kakutei-guard", Long.toString(serverPid))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            throw new EmbeddedStartException("cannot run sh: " + e.getMessage(), e);
        }
    }

    long pid() {
        return shell.pid();
    }

    @Override
    public void close() {
        try (OutputStream pipe = shell.getOutputStream()) {
            pipe.write("stopped\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException guardGone) {
            // Then there is nothing to dismiss.
        }
    }
}
