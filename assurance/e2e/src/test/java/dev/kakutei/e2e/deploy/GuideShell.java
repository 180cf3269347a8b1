package dev.kakutei.e2e.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.standalone.Kakutei;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ReservedPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder in which the commands of a guide are run as they stand there, but for ports, which are free ones, and the
 * addresses of examples, which are those of real servers.
 */
final class GuideShell implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("\\b(8080|8090|8180|91\\d\\d)\\b");
    private static final Pattern READY = Pattern.compile("\\bready\\b.*http://");
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration STOP = Duration.ofSeconds(60);

    private record RunningCommand(String line, Process process, Path output) {}

    private final Path folder;
    private final Map<String, String> addresses;
    private final Map<String, String> ports = new HashMap<>();
    private final List<RunningCommand> running = new ArrayList<>();

    GuideShell(Path folder, Map<String, String> addresses) throws IOException {
        this.folder = folder;
        this.addresses = addresses;
        // Services end with this test; a command ends by itself.
        Path command = Files.writeString(folder.resolve("kakutei"), """
                #!/bin/sh
                case $1 in
                  simulator|ingest|relay|verifier|sender) main='dev.kakutei.testkit.ChildMain %1$s' ;;
                  *) main=%1$s ;;
                esac
                exec '%2$s' -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 $main "$@"
                """.formatted(
                        Kakutei.class.getName(), Path.of(System.getProperty("java.home"), "bin", "java")));
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
    }

    /** The text as it is to be here. */
    String here(String text) {
        String here = PORT.matcher(text).replaceAll(port -> port(port.group()));
        for (Map.Entry<String, String> address : addresses.entrySet()) {
            here = here.replace(address.getKey(), address.getValue());
        }
        return here;
    }

    /** A file that names itself in its first line. */
    void write(String text) throws IOException {
        Matcher name = Pattern.compile("# (\\S+)\n").matcher(text);
        assertThat(name.lookingAt()).as(text).isTrue();
        Files.writeString(folder.resolve(name.group(1)), here(text));
    }

    /** Each line is a process of its own; returns when all have said that they are ready. */
    void startAll(String lines) throws IOException {
        List<RunningCommand> started = new ArrayList<>();
        for (String line : lines.lines().toList()) {
            boolean servesHttp = line.contains("kakutei ingest ") && !line.contains("ingest.http.port");
            String whole = here(line) + (servesHttp ? " -s ingest.http.port=" + port("8080") : "");
            Path output = folder.resolve("process-" + running.size() + ".log");
            Process process = shell("exec " + whole)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            RunningCommand one = new RunningCommand(whole, process, output);
            running.add(one);
            started.add(one);
        }
        for (RunningCommand one : started) {
            untilAsserted(
                    one.line() + " is ready", START, () -> assertThat(text(one)).containsPattern(READY));
        }
    }

    /** Waits, and fails at once when one of the processes has ended: what is waited for will not come. */
    void untilAsserted(String what, Duration limit, Await.Assertions assertions) {
        Optional<RunningCommand> ended = Await.until(
                what,
                limit,
                () -> {
                    Optional<RunningCommand> first = running.stream()
                            .filter(one -> !one.process().isAlive())
                            .findFirst();
                    if (first.isEmpty()) {
                        assertions.run();
                    }
                    return first;
                },
                any -> true);
        ended.ifPresent(one -> {
            throw new AssertionError("'" + one.line() + "' ended with "
                    + one.process().exitValue() + " while the test waited until " + what + ": " + text(one));
        });
    }

    /** The process of the command that has this port, without a word. */
    void kill(String... adminPorts) throws InterruptedException {
        for (String port : adminPorts) {
            RunningCommand one = running.stream()
                    .filter(each -> each.line().contains("admin.port=" + port(port)))
                    .findFirst()
                    .orElseThrow();
            running.remove(one);
            one.process().destroyForcibly().waitFor();
        }
    }

    String run(String command) throws IOException, InterruptedException {
        Process process = shell(here(command))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(90, TimeUnit.SECONDS)).as(command).isTrue();
        assertThat(process.exitValue()).as(command + "\n" + output).isZero();
        return output;
    }

    /** In order, as a service manager does. */
    void stopAll() throws InterruptedException {
        running.forEach(one -> one.process().destroy());
        for (RunningCommand one : running) {
            assertThat(one.process().waitFor(STOP.toSeconds(), TimeUnit.SECONDS))
                    .as(one.line())
                    .isTrue();
            assertThat(one.process().exitValue()).as(text(one)).isEqualTo(143);
        }
    }

    @Override
    public void close() {
        running.forEach(one -> one.process().destroyForcibly());
    }

    private ProcessBuilder shell(String script) {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("KAKUTEI_"));
        builder.environment()
                .put(
                        "CLASSPATH",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        return builder;
    }

    private static String text(RunningCommand one) {
        try {
            return Files.readString(one.output());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String port(String shown) {
        return ports.computeIfAbsent(shown, any -> Integer.toString(ReservedPort.next()));
    }
}
