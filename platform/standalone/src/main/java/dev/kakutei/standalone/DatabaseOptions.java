package dev.kakutei.standalone;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.Settings;
import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.KafkaCredentials;
import dev.kakutei.embedded.RunningPostgres;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.store.StoreConfig;
import dev.kakutei.store.database.PostgresConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/**
 * Which installation a command is for: a running {@code ./kakutei up}, found by its data folder, or the Postgres (and
 * Kafka) that the services are set to use.
 */
class DatabaseOptions {
    private static final String DEFAULT_DATA = "data";
    private static final String URL = "postgres.url";
    private static final String BOOTSTRAP = "kafka.bootstrap";
    private static final String SECURITY_FILE = "kafka.security-file";
    private static final int CONNECTIONS = 2;

    @CommandLine.Option(
            names = "--data",
            paramLabel = "DIR",
            description = "the data folder of a running ./kakutei up (default: " + DEFAULT_DATA
                    + ", unless postgres.url is set)")
    private Path data;

    @CommandLine.Option(
            names = "--config",
            paramLabel = "FILE",
            description = "the services' YAML file of settings; postgres.* is read from it")
    private Path config;

    @CommandLine.Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "a single setting (postgres.url, postgres.user, …); may be repeated")
    private Map<String, String> settings = new HashMap<>();

    @CommandLine.Option(names = "--json", description = "print JSON")
    private boolean json;

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    private CommandLine.Model.CommandSpec spec;

    boolean json() {
        return json;
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    PostgresConfig postgres() {
        Settings all = Settings.load(config, System.getenv(), settings);
        if (data != null && settings.containsKey(URL)) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--data and " + URL + " name two databases; give one of them");
        }
        if (!byFolder(all)) {
            PostgresConfig set = StoreConfig.postgres(all);
            all.checkWhatWasRead();
            return set;
        }
        RunningPostgres running = RunningPostgres.in(folder().resolve("postgres"))
                .orElseThrow(() -> new CommandFailed("no ./kakutei up runs on the data folder "
                        + folder().toAbsolutePath().normalize()
                        + ": start it, name another one with --data DIR, or set " + URL));
        return new PostgresConfig(running.jdbcUrl(), running.user(), running.password(), CONNECTIONS, "");
    }

    KafkaConfig kafka() {
        Map<String, String> overrides = new HashMap<>(settings);
        Settings all = Settings.load(config, System.getenv(), overrides);
        if (byFolder(all) && all.text(BOOTSTRAP, "", "").isEmpty()) {
            Path kafka = folder().resolve("kafka");
            overrides.put(
                    BOOTSTRAP,
                    EmbeddedKafka.lastAddress(kafka)
                            .orElseThrow(() -> new CommandFailed("no Kafka ever ran on the data folder "
                                    + folder().toAbsolutePath().normalize() + "; set " + BOOTSTRAP)));
            KafkaCredentials.file(kafka).ifPresent(file -> overrides.put(SECURITY_FILE, file.toString()));
            all = Settings.load(config, System.getenv(), overrides);
        }
        KafkaConfig kafka = KafkaConfig.read(all);
        all.checkWhatWasRead();
        return kafka;
    }

    /** Everything that is set for the services. */
    Settings settings() {
        return Settings.load(config, System.getenv(), settings);
    }

    /** What ingest would read, as far as it is set; what is missing is as if it had not been asked for. */
    IngestConfig ingest() {
        return IngestConfig.read(Settings.load(config, System.getenv(), settings));
    }

    /** The data folder of the {@code ./kakutei up} that is meant; empty where settings name the servers. */
    Optional<Path> dataFolder() {
        return byFolder(Settings.load(config, System.getenv(), settings)) ? Optional.of(folder()) : Optional.empty();
    }

    CommandLine.Model.CommandSpec spec() {
        return spec;
    }

    static CommandFailed unanswered(PostgresConfig postgres, StoreUnavailable e) {
        return new CommandFailed(
                "the database does not answer at " + withoutOptions(postgres.url()) + ": " + e.getMessage());
    }

    private boolean byFolder(Settings all) {
        return data != null || all.text(URL, "", "").isEmpty();
    }

    private Path folder() {
        return data == null ? Path.of(DEFAULT_DATA) : data;
    }

    /** What follows the question mark may be a password. */
    private static String withoutOptions(String url) {
        return url.replaceFirst("\\?.*", "");
    }
}
