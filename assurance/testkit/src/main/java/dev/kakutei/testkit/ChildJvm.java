package dev.kakutei.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A main class of the test class path in a JVM of its own, to be killed, frozen and asked to stop. Its output goes to a
 * file under {@code target/}, which stays for reading. It ends with {@link #close()}, and at the latest with the JVM
 * that started it.
 */
public final class ChildJvm implements AutoCloseable {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** Those that were not asked to end. */
    private static final Set<ChildJvm> EXPECTED_ALIVE = ConcurrentHashMap.newKeySet();

    private final Process process;
    private final Path output;

    private ChildJvm(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    public static ChildJvm start(Class<?> main, String... args) {
        return start(main, List.of("-Xmx512m"), Map.of(), List.of(args));
    }

    public static ChildJvm start(
            Class<?> main, List<String> jvmArgs, Map<String, String> environment, List<String> args) {
        return start(main.getName(), main.getSimpleName(), jvmArgs, environment, args);
    }

    /**
     * For a main class that this module may not see.
     *
     * @param label begins the name of the file with its output
     */
    public static ChildJvm start(
            String main, String label, List<String> jvmArgs, Map<String, String> environment, List<String> args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+UseSerialGC");
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(jvmArgs);
        command.add(ChildMain.class.getName());
        command.add(main);
        command.addAll(args);
        try {
            Path folder = Files.createDirectories(Path.of("target", "child-jvm").toAbsolutePath());
            Path output = folder.resolve(
                    label + "-" + ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet() + ".log");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().put("CLASSPATH", classPath());
            builder.environment().putAll(environment);
            ChildJvm child = new ChildJvm(builder.start(), output);
            if (jvmArgs.stream().noneMatch(Trap::isSetBy)) {
                EXPECTED_ALIVE.add(child);
            }
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Fails when a child ended by itself that no test has asked to end. Reported once: the test that waits now fails,
     * not all that come after it.
     */
    static void requireNoneCrashed(String awaited) {
        for (ChildJvm child : EXPECTED_ALIVE) {
            if (!child.process.isAlive() && EXPECTED_ALIVE.remove(child)) {
                throw new AssertionError("a child process ended with " + child.process.exitValue()
                        + " while the test waited until " + awaited + " (" + child + "): " + child.lastLines());
            }
        }
    }

    /** For a child that is expected to end by itself; the test then looks at how it ended. */
    public ChildJvm mayEnd() {
        EXPECTED_ALIVE.remove(this);
        return this;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for a line that contains the text and returns it; fails at once when the child ends without it. */
    public String awaitLine(String text, Duration limit) {
        String found = Await.until(
                "the child prints '" + text + "' (" + this + ")",
                limit,
                () -> {
                    boolean ended = !process.isAlive();
                    String line = lineWith(text);
                    return line == null && ended ? "" : line;
                },
                line -> line != null);
        if (found.isEmpty()) {
            throw new AssertionError(
                    "the child ended with " + process.exitValue() + " before it printed '" + text + "': " + output());
        }
        return found;
    }

    /** The process dies at once, as in a loss of power; returns when it is gone. */
    public void kill9() {
        mayEnd();
        process.destroyForcibly();
        awaitExit(Await.LIMIT);
    }

    /** Asks the process to end, as service managers do. */
    public void sigterm() {
        mayEnd();
        signal("TERM");
    }

    /** Freezes the process, as a long pause would. */
    public void sigstop() {
        signal("STOP");
    }

    public void sigcont() {
        signal("CONT");
    }

    public int awaitExit(Duration limit) {
        mayEnd();
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("the child did not end within " + limit.toMillis() + " ms (" + this + ")");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for a child to end", e);
        }
    }

    @Override
    public void close() {
        mayEnd();
        if (process.isAlive()) {
            kill9();
        }
    }

    @Override
    public String toString() {
        return "pid " + process.pid() + ", output in " + output;
    }

    private String lastLines() {
        List<String> lines = output().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
    }

    private String lineWith(String text) {
        return output().lines().filter(line -> line.contains(text)).findFirst().orElse(null);
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                    .inheritIO()
                    .start();
            if (!kill.waitFor(Await.LIMIT.toSeconds(), TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new AssertionError("cannot send SIG" + name + " to the child (" + this + ")");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while sending a signal", e);
        }
    }

    /** Surefire hides the real class path behind a small jar and keeps it in a property. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
