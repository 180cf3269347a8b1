package dev.kakutei.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * As whom the programs of PostgreSQL run. They refuse to run as root, so a root process starts them either in a user
 * namespace of their own, where they look like user 65534 yet keep the right to root's files, or, where such namespaces are
 * closed (many containers), as the account 65534 which is then given the data folder.
 */
enum PostgresAccount {
    OWN(List.of()),
    NAMESPACE(List.of("unshare", "-U")),
    UNPRIVILEGED(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"));

    private static final Duration TRY = Duration.ofSeconds(5);
    private final List<String> prefix;

    PostgresAccount(List<String> prefix) {
        this.prefix = prefix;
    }

    static PostgresAccount choose() {
        if (!succeeds(List.of("sh", "-c", "test \"$(id -u)\" = 0"))) {
            return OWN;
        }
        for (PostgresAccount account : List.of(NAMESPACE, UNPRIVILEGED)) {
            if (succeeds(account.command(List.of("sh", "-c", "test \"$(id -u)\" != 0")))) {
                return account;
            }
        }
        throw new EmbeddedStartException(
                "PostgreSQL does not run as root, and neither 'unshare -U' nor 'setpriv' works here:"
                        + " start this process as another user");
    }

    List<String> command(List<String> program) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(program);
        return all;
    }

    /** Gives the folder to the account, where that is not ours already. */
    void own(Path folder) {
        if (this == UNPRIVILEGED && !succeeds(List.of("chown", "-R", "65534:65534", folder.toString()))) {
            throw new EmbeddedStartException("cannot give " + folder + " to the account PostgreSQL runs as");
        }
    }

    private static boolean succeeds(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(TRY.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
