package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.standalone.Kakutei;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A guide that is carried out in a folder, block by block: files are written, commands are run, output is compared. */
final class GuideRun {
    private static final Pattern BLOCK = Pattern.compile("```(sh|yaml|)\n(.*?)\n```", Pattern.DOTALL);
    private static final String UP = "./kakutei up";

    private final Path folder;
    private final String shownAddress;
    /** Where Kakutei answers; the guide's own address as long as it does not run. */
    private String address;

    private record Block(String language, String text) {}

    /** @param shownAddress where Kakutei answers, as the guide has it */
    GuideRun(Path folder, String shownAddress) throws IOException {
        this.folder = folder;
        this.shownAddress = shownAddress;
        this.address = shownAddress;
        writeCommand();
    }

    /**
     * Returns how many outputs were compared.
     *
     * @param file makes of a file's text in the guide what is written
     * @param up starts Kakutei with the options of the guide, and returns where it answers
     */
    int follow(Path guide, UnaryOperator<String> file, Function<List<String>, String> up)
            throws IOException, InterruptedException {
        int compared = 0;
        List<Block> blocks = blocks(guide);
        for (int i = 0; i < blocks.size(); i++) {
            Block block = blocks.get(i);
            if (block.language().equals("yaml")) {
                writeFile(block.text(), file);
            } else if (block.text().startsWith(UP)) {
                address = up.apply(options(block.text()));
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
        return compared;
    }

    /** One shell after the other, as if it were one: variables are handed on. */
    String run(String block) throws IOException, InterruptedException {
        String script = "set -ea\n. ./variables\n" + block.replace(shownAddress, address) + "\nexport -p > variables\n";
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

    private static List<Block> blocks(Path guide) throws IOException {
        return BLOCK.matcher(Files.readString(guide))
                .results()
                .map(found -> new Block(found.group(1), found.group(2)))
                .toList();
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
    private void writeFile(String text, UnaryOperator<String> file) throws IOException {
        String name = text.lines().findFirst().orElseThrow().replaceFirst("# ", "");
        Files.writeString(folder.resolve(name), file.apply(text));
    }

    /** Files are in the folder, which is not where this test runs. */
    private List<String> options(String command) {
        return Stream.of(command.substring(UP.length()).strip().split("[\\s\\\\]+"))
                .map(option -> option.endsWith(".yaml") ? folder.resolve(option).toString() : option)
                .toList();
    }
}
