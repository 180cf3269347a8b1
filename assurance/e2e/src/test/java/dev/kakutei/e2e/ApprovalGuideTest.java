package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.simulator.JournalEntry;
import dev.kakutei.simulator.JournalFile;
import dev.kakutei.standalone.Kakutei;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ReservedPort;
import dev.kakutei.testkit.SourceTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SPEC C9 through the whole: the guide to approvals does what it says, block by block, and the gateway was sent what was
 * approved, once, and nothing else.
 */
class ApprovalGuideTest {
    private static final Path GUIDE = SourceTree.file("docs/guides/approvals.md");
    private static final Pattern BLOCK = Pattern.compile("```(sh|yaml|)\n(.*?)\n```", Pattern.DOTALL);
    private static final String ADDRESS = "http://127.0.0.1:8080";
    private static final String SIMULATOR_PORT = "9090";
    private static final String UP = "./kakutei up";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final String simulatorPort = Integer.toString(ReservedPort.next());
    /** The same after it was stopped and started again. */
    private final String port = Integer.toString(ReservedPort.next());

    private RunningKakutei kakutei;

    private record Block(String language, String text) {}

    @Test
    @RequiresProgram("curl")
    void guide_everyBlockInItsOrder_givesWhatItShowsAndTheGatewayGotWhatWasApproved() throws Exception {
        writeCommand();
        int compared = 0;
        try {
            List<Block> blocks = blocks();
            for (int i = 0; i < blocks.size(); i++) {
                Block block = blocks.get(i);
                if (block.language().equals("yaml")) {
                    writeFile(block.text());
                } else if (block.text().startsWith(UP)) {
                    kakutei = start(block.text());
                } else if (block.language().equals("sh")) {
                    String output = run(block.text());
                    if (i + 1 < blocks.size() && blocks.get(i + 1).language().isEmpty()) {
                        assertThat(output)
                                .as(block.text())
                                .isEqualTo(blocks.get(i + 1).text() + "\n");
                        compared++;
                    }
                }
            }
            assertThat(compared).isEqualTo(12);
            Await.until("both are settled", LIMIT, () -> settled("p-1") && settled("p-2"));
            assertThat(posts()).containsExactlyInAnyOrder("250000 JPY", "900000 JPY");
            assertThat(run("./kakutei check")).contains("0 differences");
        } finally {
            if (kakutei != null) {
                kakutei.close();
            }
        }
    }

    private boolean settled(String key) {
        try {
            return run("curl -s \"$URL/requests/" + key + "\" -H \"$SHOP\"").contains("\"status\":\"AUTHORIZED\"");
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Everything that was ever posted, by what it asked for. */
    private List<String> posts() {
        return JournalFile.read(folder.resolve("data").resolve("simulator").resolve(JournalFile.NAME)).stream()
                .filter(entry -> entry.type() == JournalEntry.Type.RECEIVED)
                .map(entry -> entry.amount() + " " + entry.currency())
                .toList();
    }

    private static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(Files.readString(GUIDE));
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(1), matcher.group(2)));
        }
        return blocks;
    }

    /** {@code ./kakutei} as it stands in the folder, without the building. */
    private void writeCommand() throws IOException {
        Path command = Files.writeString(folder.resolve("kakutei"), """
                #!/bin/sh
                exec '%s' -XX:TieredStopAtLevel=1 %s "$@"
                """.formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"), Kakutei.class.getName()));
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(folder.resolve("variables"), "");
    }

    /** The first line names the file. */
    private void writeFile(String text) throws IOException {
        String name = text.lines().findFirst().orElseThrow().replaceFirst("# ", "");
        Files.writeString(folder.resolve(name), text.replace(SIMULATOR_PORT, simulatorPort));
    }

    private RunningKakutei start(String command) {
        if (kakutei != null) {
            kakutei.close();
        }
        List<String> options =
                new ArrayList<>(List.of(command.substring(UP.length()).strip().split("[\\s\\\\]+")));
        options.replaceAll(
                option -> option.endsWith(".yaml") ? folder.resolve(option).toString() : option);
        options.replaceAll(option -> option.replace(SIMULATOR_PORT, simulatorPort));
        options.addAll(List.of("--port", port));
        return RunningKakutei.up(folder.resolve("data"), options.toArray(String[]::new));
    }

    /** One shell after the other, as if it were one: variables are handed on. */
    private String run(String block) throws IOException, InterruptedException {
        String script = "set -ea\n. ./variables\n"
                + (kakutei == null
                        ? block
                        : block.replace(ADDRESS, kakutei.url().toString()))
                + "\nexport -p > variables\n";
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("CLASSPATH", RunningKakutei.classPath());
        Process shell = builder.start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(shell.exitValue()).as(block + "\n" + output).isZero();
        return output;
    }
}
