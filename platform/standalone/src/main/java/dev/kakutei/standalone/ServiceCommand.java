package dev.kakutei.standalone;

import dev.kakutei.boot.Service;
import dev.kakutei.boot.ServiceProcess;
import dev.kakutei.boot.Setting;
import dev.kakutei.boot.Settings;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.relay.OutboxRelay;
import dev.kakutei.relay.RelayConfig;
import dev.kakutei.sender.BrokerSender;
import dev.kakutei.sender.SenderConfig;
import dev.kakutei.verifier.VerifierConfig;
import dev.kakutei.verifier.VerifierStream;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * {@code ./kakutei ingest|relay|verifier|sender}: one service as a process of its own (SPEC G2). The four may share one
 * file of settings: what only another one reads is let be, what none of them reads is a mistake.
 */
@CommandLine.Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%n",
        footer = {
            "Settings come from the file, from KAKUTEI_… in the environment, and from -s;",
            "the later goes before the earlier. 'ready' is said on standard output, the",
            "log goes to standard error. /healthz, /readyz and /metrics are served at",
            "admin.host and admin.port.",
            "Exit codes: 2 bad settings, 1 cannot start or go on; after an orderly stop",
            "143 (SIGTERM) or 130 (Ctrl-C)."
        })
abstract class ServiceCommand implements Callable<Integer> {
    @CommandLine.Option(names = "--config", paramLabel = "FILE", description = "a YAML file of settings")
    private Path config;

    @CommandLine.Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "a single setting; may be repeated")
    private Map<String, String> settings = new HashMap<>();

    @CommandLine.Option(names = "--settings", description = "print what can be set, and end")
    private boolean listing;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    /** Reads the service's settings, and thereby describes them. */
    abstract void read(Settings from);

    abstract Service make(Settings from, PrometheusMeterRegistry metrics);

    @Override
    public Integer call() {
        if (listing) {
            return list(spec.commandLine().getOut());
        }
        return ServiceProcess.run(config, settings, keysOfAll(), this::make);
    }

    static Set<String> keysOfAll() {
        Set<String> keys = new HashSet<>();
        Stream.<Consumer<Settings>>of(IngestConfig::read, RelayConfig::read, VerifierConfig::read, SenderConfig::read)
                .forEach(reader -> described(reader).forEach(setting -> keys.add(setting.key())));
        return keys;
    }

    private int list(PrintWriter out) {
        for (Setting setting : described(this::read)) {
            out.printf(
                    "%s%s%n    %s (%s; %s)%n",
                    setting.key(),
                    setting.fallback().isEmpty() ? "" : " = " + setting.fallback(),
                    setting.meaning(),
                    setting.form(),
                    setting.variable());
        }
        out.flush();
        return 0;
    }

    private static List<Setting> described(Consumer<Settings> reader) {
        Settings none = Settings.of(Map.of());
        reader.accept(none);
        return none.described();
    }

    @CommandLine.Command(
            name = "ingest",
            description = "Runs ingest-service: the HTTP API, the request topic, the tables and their upkeep.")
    static final class Ingest extends ServiceCommand {
        @Override
        void read(Settings from) {
            IngestConfig.read(from);
        }

        @Override
        Service make(Settings from, PrometheusMeterRegistry metrics) {
            return new IngestService(IngestConfig.read(from), metrics);
        }
    }

    @CommandLine.Command(
            name = "relay",
            description =
                    "Runs outbox-relay: carries accepted requests from Postgres to Kafka. One works, others stand by.")
    static final class Relay extends ServiceCommand {
        @Override
        void read(Settings from) {
            RelayConfig.read(from);
        }

        @Override
        Service make(Settings from, PrometheusMeterRegistry metrics) {
            return new OutboxRelay(RelayConfig.read(from), metrics);
        }
    }

    @CommandLine.Command(
            name = "verifier",
            description =
                    "Runs verifier-stream: decides what happens to each request. Each needs a state-dir of its own.")
    static final class Verifier extends ServiceCommand {
        @Override
        void read(Settings from) {
            VerifierConfig.read(from);
        }

        @Override
        Service make(Settings from, PrometheusMeterRegistry metrics) {
            return new VerifierStream(VerifierConfig.read(from), metrics);
        }
    }

    @CommandLine.Command(
            name = "sender",
            description = "Runs broker-sender: posts to the gateways, and reports what came back.")
    static final class Sender extends ServiceCommand {
        @Override
        void read(Settings from) {
            SenderConfig.read(from);
        }

        @Override
        Service make(Settings from, PrometheusMeterRegistry metrics) {
            return new BrokerSender(SenderConfig.read(from), metrics);
        }
    }
}
