package dev.kakutei.e2e.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.e2e.RequiresProgram;
import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.standalone.Kakutei;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** SPEC G2: the guide to running it in earnest does what it says, with real processes, as a user without rights to spare. */
class DeployingGuideTest {
    private static final Path GUIDE = ComposeFile.ROOT.resolve("docs/guides/deploying.md");
    private static final Pattern BLOCK =
            Pattern.compile("```(\\w*)\n(.*?)\n```|<!-- Here the test kills", Pattern.DOTALL);
    private static final Pattern SERVICE =
            Pattern.compile("\\./kakutei (simulator|ingest|relay|verifier|sender) .*", Pattern.DOTALL);
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    private GuideShell shell;
    private String command;
    private int compared;

    @Test
    @RequiresProgram("curl")
    void guide_everyBlockInItsOrder_givesWhatItShows() throws Exception {
        try (EmbeddedPostgres postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder.resolve("postgres"))
                        .withSettings(Map.of("max_slot_wal_keep_size", "32GB", "wal_sender_timeout", "10s")));
                EmbeddedKafka kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder.resolve("kafka")))) {
            postgres.start();
            kafka.start();
            shell = new GuideShell(
                    folder,
                    Map.of(
                            "kafka.example:9092", kafka.bootstrapServers(),
                            "jdbc:postgresql://postgres.example:5432/kakutei", postgres.jdbcUrl("guide"),
                            "user: kakutei", "user: guide",
                            "role kakutei", "role guide",
                            "database kakutei owner kakutei", "database guide owner guide"));
            try (GuideShell open = shell) {
                Matcher block = BLOCK.matcher(Files.readString(GUIDE));
                while (block.find()) {
                    if (block.group(1) == null) {
                        open.kill("9102", "9103", "9104");
                    } else {
                        run(block.group(1), block.group(2), postgres);
                    }
                }
                open.stopAll();
            }
        }
        assertThat(compared).isEqualTo(5);
    }

    private void run(String language, String text, EmbeddedPostgres postgres) throws Exception {
        switch (language) {
            case "sql" -> sql(postgres, shell.here(text));
            case "yaml" -> shell.write(text);
            case "sh" -> {
                command = text;
                if (SERVICE.matcher(text).matches()) {
                    shell.startAll(text);
                } else if (text.contains("docker compose")) {
                    commandsInTheContainer(text);
                }
            }
            default -> compare(text);
        }
    }

    /** What is asked is asked until the answer has come about; what is submitted is submitted once. */
    private void compare(String shown) {
        boolean posts = command.contains(" -d ");
        String expected = Pattern.quote(shown).replace("…", "\\E.*?\\Q") + "\n?";
        shell.untilAsserted(
                command,
                posts ? Duration.ZERO : TIMEOUT,
                () -> assertThat(shell.run(command)).matches(Pattern.compile(expected, Pattern.DOTALL)));
        compared++;
    }

    private static void sql(EmbeddedPostgres postgres, String statements) throws Exception {
        try (Connection connection = postgres.connect("kakutei");
                Statement statement = connection.createStatement()) {
            for (String each : statements.split(";\\s*")) {
                statement.execute(each);
            }
        }
    }

    private static void commandsInTheContainer(String text) {
        List<String> commands = text.lines()
                .filter(line -> line.contains(" exec ingest kakutei "))
                .map(line -> line.replaceFirst(".* kakutei ", ""))
                .toList();
        assertThat(commands).hasSize(2).allSatisfy(line -> new CommandLine(new Kakutei()).parseArgs(line.split(" ")));
        assertThat(ComposeFile.text(ComposeFile.ROOT.resolve("docker-compose.yml")))
                .contains(commands);
    }
}
