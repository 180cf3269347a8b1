package dev.kakutei.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A main class of this class path in a JVM of its own. Ends with {@link #close}, and at the latest with this JVM. */
public final class ServiceJvm implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration STOP = Duration.ofSeconds(30);

    private final Process process;
    private final Path output;
    private final Thread hook;

    private ServiceJvm(Process process, Path output) {
        this.process = process;
        this.output = output;
        this.hook = new Thread(process::destroyForcibly, "end of " + output.getFileName());
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Returns when it has said that it is ready. */
    public static ServiceJvm start(Path folder, String name, List<String> options, Class<?> main, List<String> args)
            throws IOException {
        return start(folder, name, options, main, args, System.getProperty("java.class.path"));
    }

    /** The same with fewer libraries than this JVM has. */
    public static ServiceJvm start(
            Path folder, String name, List<String> options, Class<?> main, List<String> args, String classPath)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add(main.getName());
        command.addAll(args);
        Path output = folder.resolve(name + ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("CLASSPATH", classPath);
        ServiceJvm service = new ServiceJvm(builder.start(), output);
        service.line("ready");
        return service;
    }

    public long pid() {
        return process.pid();
    }

    /** Waits for a line that holds the text. */
    public String line(String text) throws IOException {
        long end = System.nanoTime() + START.toNanos();
        while (System.nanoTime() < end) {
            boolean alive = process.isAlive();
            List<String> said = Files.readAllLines(output);
            for (String line : said) {
                if (line.contains(text)) {
                    return line;
                }
            }
            if (!alive) {
                throw new IllegalStateException("ended before it said '" + text + "': " + String.join("\n", said));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        throw new IllegalStateException("did not say '" + text + "' in " + START + "; see " + output);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().removeShutdownHook(hook);
    }
}
