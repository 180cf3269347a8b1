package dev.kakutei.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.GatewayFileReport;
import dev.kakutei.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Does what the integrators' guide says, in its order: every file is checked, and every command run. */
class GatewayGuideTest {
    private static final Path GUIDE = SourceTree.file("docs/guides/gateways.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
    private static final Pattern ARGUMENT = Pattern.compile("'([^']*)'|(\\S+)");
    private static final YAMLMapper YAML = new YAMLMapper();

    @TempDir
    Path folder;

    private int run;

    @Test
    void guide_everyBlock_isTrue() throws IOException {
        Matcher blocks = BLOCK.matcher(Files.readString(GUIDE));
        int found = 0;
        while (blocks.find()) {
            switch (blocks.group(1)) {
                case "yaml" -> yaml(blocks.group(2));
                case "console" -> console(blocks.group(2));
                default -> throw new AssertionError("a block that no test looks at: " + blocks.group());
            }
            found++;
        }
        assertThat(found).isGreaterThan(15);
        assertThat(run).isGreaterThan(6);
    }

    /** A whole file names itself in its first line; what does not is part of a gateway. */
    private void yaml(String text) throws IOException {
        Matcher name = Pattern.compile("# (\\S+\\.yaml)\\n").matcher(text);
        String file = text;
        if (name.lookingAt()) {
            Files.writeString(folder.resolve(name.group(1)), text);
        } else {
            ObjectNode gateway = (ObjectNode) YAML.readTree("""
                    class: queryable
                    url: https://api.acme.example/v1
                    paths: {payment: /charges}
                    status_query: {paths: {payment: "/charges/{request_id}"}, succeeded: [paid], pending: [open]}
                    """);
            gateway.setAll((ObjectNode) YAML.readTree(text));
            file = "{\"gateways\": {\"acme\": " + gateway + "}}";
            if (gateway.has("response_success_criteria")) {
                Files.writeString(folder.resolve("judged.yaml"), file);
            }
        }
        GatewayFileReport report = GatewayFile.check(file);
        assertThat(report.mistakes()).as(text).isEmpty();
        assertThat(report.warnings()).as(text).isEmpty();
    }

    /** What follows {@code $ cat FILE} is that file, what follows another command is what it printed. */
    private void console(String text) throws IOException {
        List<String> commands = new ArrayList<>();
        List<StringBuilder> outputs = new ArrayList<>();
        text.lines().forEach(line -> {
            if (line.startsWith("$ ")) {
                commands.add(line.substring(2));
                outputs.add(new StringBuilder());
            } else {
                outputs.get(outputs.size() - 1).append(line).append('\n');
            }
        });
        for (int i = 0; i < commands.size(); i++) {
            String output = outputs.get(i).toString();
            if (commands.get(i).startsWith("cat ")) {
                Files.writeString(folder.resolve(commands.get(i).substring(4)), output);
            } else {
                assertThat(printed(commands.get(i))).as(commands.get(i)).isEqualTo(output);
            }
        }
    }

    private String printed(String command) {
        assertThat(command).startsWith("./kakutei ");
        List<String> arguments = new ArrayList<>();
        Matcher matcher = ARGUMENT.matcher(command.substring("./kakutei ".length()));
        while (matcher.find()) {
            String argument = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
            boolean file = argument.endsWith(".yaml") || argument.endsWith(".json");
            arguments.add(file ? folder.resolve(argument).toString() : argument);
        }
        run++;
        CommandRun done = CommandRun.of(arguments.toArray(String[]::new));
        assertThat(done.err()).isEmpty();
        return done.out().replace(folder + "/", "");
    }
}
