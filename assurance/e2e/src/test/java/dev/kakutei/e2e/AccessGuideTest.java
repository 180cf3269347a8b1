package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.standalone.Kakutei;
import dev.kakutei.testkit.SourceTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC G3: the guide to access does what it says, block by block, with a real certificate, curl and the commands. */
class AccessGuideTest {
    private static final Path GUIDE = SourceTree.file("docs/guides/access.md");
    private static final Pattern BLOCK = Pattern.compile("```(sh|yaml|)\n(.*?)\n```", Pattern.DOTALL);
    private static final String ADDRESS = "https://localhost:8080";
    private static final String UP = "./kakutei up";

    @TempDir
    private Path folder;

    private RunningKakutei kakutei;

    private record Block(String language, String text) {}

    @Test
    @RequiresProgram({"curl", "openssl"})
    void guide_everyBlockInItsOrder_givesWhatItShows() throws Exception {
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
            assertThat(run("./kakutei clients list"))
                    .contains("shop  submitter  200 requests/s")
                    .contains("team  viewer  no rate limit  removed at");
            assertThat(kakutei.process().output()).contains("ready in").contains("https://0.0.0.0:");
            assertThat(run("echo $SHOP_KEY")).startsWith("kk_");
            assertThat(kakutei.process().output())
                    .doesNotContain(run("echo $SHOP_KEY").strip().split("_")[2])
                    .doesNotContain("anybody who reaches");
        } finally {
            if (kakutei != null) {
                kakutei.close();
            }
        }
        assertThat(compared).isEqualTo(5);
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

    /** The first line names the file; files it speaks of are in the folder, which is not where this test runs. */
    private void writeFile(String text) throws IOException {
        String name = text.lines().findFirst().orElseThrow().replaceFirst("# ", "");
        Files.writeString(
                folder.resolve(name),
                text.replace(
                                "certificate.pem",
                                folder.resolve("certificate.pem").toString())
                        .replace("key.pem", folder.resolve("key.pem").toString()));
    }

    private RunningKakutei start(String command) {
        List<String> options =
                new ArrayList<>(List.of(command.substring(UP.length()).strip().split(" ")));
        options.replaceAll(
                option -> option.endsWith(".yaml") ? folder.resolve(option).toString() : option);
        options.addAll(List.of("--port", "0"));
        return RunningKakutei.up(folder.resolve("data"), options.toArray(String[]::new));
    }

    /** One shell after the other, as if it were one: variables are handed on. */
    private String run(String block) throws IOException, InterruptedException {
        String script = "set -ea\n. ./variables\n"
                + (kakutei == null
                        ? block
                        : block.replace(
                                ADDRESS, "https://localhost:" + kakutei.url().getPort()))
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
