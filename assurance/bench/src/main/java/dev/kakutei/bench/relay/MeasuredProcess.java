package dev.kakutei.bench.relay;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process of its own that reads through a slot, and what it and the server's process on the other end have used. */
final class MeasuredProcess implements AutoCloseable {
    private static final Duration END = Duration.ofSeconds(20);

    private final Process process;
    private final String slot;
    private final OutboxBacklog backlog;
    private long serverPid = -1;
    private Duration own = Duration.ZERO;
    private Duration server = Duration.ZERO;

    private MeasuredProcess(Process process, String slot, OutboxBacklog backlog) {
        this.process = process;
        this.slot = slot;
        this.backlog = backlog;
    }

    static MeasuredProcess start(
            List<String> command, Map<String, String> environment, Path log, String slot, OutboxBacklog backlog)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        return new MeasuredProcess(builder.start(), slot, backlog);
    }

    /** A main class of this class path; the same machine for everybody. */
    static List<String> java(Class<?> main, String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(args));
        return command;
    }

    /** Asked until it is so, and not again: no measurement should include our queries. */
    boolean reads() {
        if (serverPid < 0) {
            serverPid = backlog.reader(slot);
        }
        return serverPid > 0;
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Looks at both processes; what has ended since keeps what it had at the last look. */
    Used used() {
        own = cpu(process.pid(), own);
        server = serverPid > 0 ? cpu(serverPid, server) : server;
        return new Used(own, server, Duration.ofNanos(System.nanoTime()));
    }

    /** Processor time so far, and the moment it was read. */
    record Used(Duration own, Duration server, Duration at) {
        Used since(Used before) {
            return new Used(own.minus(before.own), server.minus(before.server), at.minus(before.at));
        }

        double seconds() {
            return at.toNanos() / 1e9;
        }

        double ownSeconds() {
            return own.toNanos() / 1e9;
        }

        double serverSeconds() {
            return server.toNanos() / 1e9;
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static Duration cpu(long pid, Duration last) {
        return ProcessHandle.of(pid)
                .flatMap(handle -> handle.info().totalCpuDuration())
                .filter(found -> found.compareTo(last) > 0)
                .orElse(last);
    }
}
