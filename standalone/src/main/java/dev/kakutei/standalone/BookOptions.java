package dev.kakutei.standalone;

import dev.kakutei.boot.Settings;
import dev.kakutei.embedded.RunningPostgres;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.access.ClientBook;
import dev.kakutei.ingest.access.NotDone;
import dev.kakutei.ingest.store.PostgresConfig;
import dev.kakutei.ingest.store.StoreUnavailable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine;

/**
 * Where the book of clients is: in the Postgres of a running {@code ./kakutei up}, found by its data folder, or in the
 * one that the services are set to use.
 */
final class BookOptions {
    private static final String DEFAULT_DATA = "data";
    private static final String URL = "postgres.url";

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

    /** What a command does with the book. */
    interface Order {
        void carryOut(ClientBook book, ClientsPrinter printer) throws NotDone;
    }

    int carryOut(Order order) {
        PostgresConfig postgres = postgres();
        ClientBook book = ClientBook.at(
                postgres.url(), postgres.user(), postgres.password(), "cli:" + System.getProperty("user.name"));
        ClientsPrinter printer = new ClientsPrinter(
                spec.commandLine().getOut(),
                spec.commandLine().getErr(),
                json ? ClientsPrinter.Form.JSON : ClientsPrinter.Form.TEXT);
        try {
            order.carryOut(book, printer);
            return 0;
        } catch (NotDone e) {
            throw new CommandFailed(e.getMessage());
        } catch (StoreUnavailable e) {
            throw new CommandFailed(
                    "the database does not answer at " + withoutOptions(postgres.url()) + ": " + e.getMessage());
        }
    }

    private PostgresConfig postgres() {
        Settings all = Settings.load(config, System.getenv(), settings);
        boolean elsewhere = !all.text(URL, "", "").isEmpty();
        if (data != null && settings.containsKey(URL)) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--data and " + URL + " name two databases; give one of them");
        }
        if (data == null && elsewhere) {
            PostgresConfig set = IngestConfig.postgres(all);
            all.checkWhatWasRead();
            return set;
        }
        Path folder = data == null ? Path.of(DEFAULT_DATA) : data;
        RunningPostgres running = RunningPostgres.in(folder.resolve("postgres"))
                .orElseThrow(() -> new CommandFailed("no ./kakutei up runs on the data folder "
                        + folder.toAbsolutePath().normalize()
                        + ": start it, name another one with --data DIR, or set " + URL));
        return new PostgresConfig(running.jdbcUrl(), running.user(), running.password(), 1, "");
    }

    /** What stands behind the question mark may be a password. */
    private static String withoutOptions(String url) {
        return url.replaceFirst("\\?.*", "");
    }
}
