package dev.kakutei.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PostgreSQL's own programs {@code initdb} and {@code pg_ctl}, run in bounded time under the right account. */
record PostgresTools(Path home, PostgresAccount account, Path outputFolder) {
    /** How a server is asked to stop. */
    enum StopMode {
        /** Connections are cut, everything is written: the next start has nothing to recover. */
        FAST,
        /** All processes end at once as in a crash: the next start recovers from the log. */
        IMMEDIATE
    }

    record Result(int code, String output) {
        boolean ok() {
            return code == 0;
        }
    }

    private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+)");

    /** Releases before this one know letters beyond ASCII only by the machine's locales. */
    private static final int BUILTIN_LOCALES = 17;

    /** The same order of text on every machine, whatever locales it has. */
    Result initdb(Path data, String user, Path passwordFile) {
        List<String> command = new ArrayList<>(List.of(
                program("initdb"),
                "--pgdata=" + data,
                "--username=" + user,
                "--pwfile=" + passwordFile,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--no-instructions"));
        if (Integer.parseInt(majorVersion()) >= BUILTIN_LOCALES) {
            command.add("--locale-provider=builtin");
            command.add("--builtin-locale=C.UTF-8");
        }
        return run(Duration.ofMinutes(2), command);
    }

    /** Returns when the server accepts connections; recovery after a crash is part of the wait. */
    Result start(Path data, Path log, Duration wait) {
        return run(
                wait.plusSeconds(10),
                List.of(
                        program("pg_ctl"),
                        "start",
                        "--pgdata=" + data,
                        "--log=" + log,
                        "--wait",
                        "--timeout=" + wait.toSeconds()));
    }

    Result stop(Path data, StopMode mode, Duration wait) {
        return run(
                wait.plusSeconds(10),
                List.of(
                        program("pg_ctl"),
                        "stop",
                        "--pgdata=" + data,
                        "--mode=" + (mode == StopMode.FAST ? "fast" : "immediate"),
                        "--wait",
                        "--timeout=" + wait.toSeconds()));
    }

    /** As in {@code PG_VERSION}: "18" for 18.6. */
    String majorVersion() {
        Result said = run(Duration.ofSeconds(20), List.of(program("postgres"), "--version"));
        Matcher number = VERSION.matcher(said.output());
        if (!said.ok() || !number.find()) {
            throw new EmbeddedStartException("PostgreSQL does not print its version: " + said.output());
        }
        return number.group(1);
    }

    private String program(String name) {
        return home.resolve("bin").resolve(name).toString();
    }

    private Result run(Duration limit, List<String> command) {
        Path output = null;
        try {
            // To a file, not a pipe: a program that hangs with the pipe open must not hang us too.
            output = Files.createTempFile(outputFolder, "tool", ".out");
            ProcessBuilder builder = new ProcessBuilder(account.command(command))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put("LC_ALL", "C");
            builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
            Process process = builder.start();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                return new Result(-1, "no end within " + limit.toSeconds() + " s: " + Files.readString(output));
            }
            return new Result(process.exitValue(), Files.readString(output).strip());
        } catch (IOException e) {
            throw new EmbeddedStartException("cannot run " + command.get(0) + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EmbeddedStartException("interrupted while running " + command.get(0), e);
        } finally {
            deleteQuietly(output);
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException ignored) {
            // A few bytes stay behind; nothing reads them.
        }
    }
}
