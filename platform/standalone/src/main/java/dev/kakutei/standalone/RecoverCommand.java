package dev.kakutei.standalone;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.Settings;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.gateway.InvalidGatewayFile;
import dev.kakutei.standalone.recover.Recovery;
import dev.kakutei.standalone.recover.RecoveryFailed;
import dev.kakutei.standalone.recover.RecoveryReport;
import dev.kakutei.store.database.Database;
import dev.kakutei.verifier.VerifierConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine;

/** {@code ./kakutei recover}: after Kafka has lost records, or a backup was restored (SPEC H3). */
@CommandLine.Command(
        name = "recover",
        description = {
            "Brings the services back after Kafka has lost records, or after a backup was restored.",
            "Every open request may have been sent without a trace of it, so each becomes in doubt and is verified, sent"
                    + " again under its key, or given to a person, as its gateway's class allows. None is taken for new.",
            "Shows what it would do; with --apply it does it, while the services run. They are halted, and go on by"
                    + " themselves.",
            "Ends with 1 when a recovery is needed and was not made."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class RecoverCommand implements Callable<Integer> {
    @CommandLine.Mixin
    private UpkeepOptions options;

    @CommandLine.Option(
            names = "--gateways",
            paramLabel = "FILE",
            description = "the gateway file (default: the one that the running ./kakutei up uses, or gateways.file)")
    private Path gateways;

    @CommandLine.Option(names = "--apply", description = "recover; without it nothing is changed")
    private boolean apply;

    @CommandLine.Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "recover though nothing shows that records were lost: both stores were restored, for example")
    private String reason;

    @CommandLine.Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = OptionConverters.Time.class,
            description = "how long verifiers and senders may take to stop (default: 60s)")
    private Duration wait = Duration.ofSeconds(60);

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        return options.with(this::recover);
    }

    private int recover(Database database) {
        KafkaConfig kafka = options.kafka();
        Settings settings = options.settings();
        Recovery recovery = new Recovery(
                kafka,
                database,
                gateways(settings),
                VerifierConfig.retention(settings),
                wait,
                line -> say(options.json() ? "" : line),
                InstantSource.system());
        try {
            Optional<String> why = recovery.problem().or(() -> Optional.ofNullable(reason));
            if (why.isEmpty()) {
                say("Nothing shows that Kafka has lost records. To recover all the same, give --reason TEXT.");
                return 0;
            }
            RecoveryReport report = apply ? recovery.run(why.get()) : recovery.dryRun(why.get());
            if (apply) {
                options.dataFolder().ifPresent(Standalone::recovered);
            }
            show(report);
            return apply ? 0 : 1;
        } catch (RecoveryFailed e) {
            throw new CommandFailed(e.getMessage());
        } catch (KafkaException e) {
            throw new CommandFailed("Kafka at " + kafka.bootstrap() + ": " + e.getMessage());
        }
    }

    private Gateways gateways(Settings settings) {
        Path file = Optional.ofNullable(gateways)
                .or(() -> options.dataFolder()
                        .map(data -> GatewayLocation.in(data).read()))
                .orElseGet(() -> Path.of(settings.text("gateways.file", "gateways.yaml", "")));
        try {
            return GatewayFile.read(InputFile.text(spec, file));
        } catch (InvalidGatewayFile e) {
            throw new CommandFailed(file + ": " + e.getMessage());
        }
    }

    private void show(RecoveryReport report) {
        if (options.json()) {
            show(json(report));
            return;
        }
        say(report.reason());
        String verb = apply ? "are" : "would be";
        say(report.inDoubt() + " open requests " + verb + " in doubt" + (report.inDoubt() == 0 ? "" : ":"));
        new TreeMap<>(report.moves()).forEach((move, count) -> say("  " + count + "  " + move));
        if (report.peopleNeeded() > 0) {
            say(report.peopleNeeded() + " of them need a person, for example:");
            report.forPeople().forEach(one -> say("  " + one));
        }
        say(report.acceptedWhileHalted() + " requests were accepted while nothing was sent, and are new");
        say(report.settledRequests() + " settled requests " + (apply ? "were" : "would be") + " taken over, "
                + report.broughtFromKafka() + " records that only Kafka had were brought over");
        report.notes().forEach(note -> say("note: " + note));
        say(
                apply
                        ? "Recovered (number " + report.number()
                                + "). ./kakutei requests --waiting shows what needs a person;"
                                + " ./kakutei prove checks the promises."
                        : "Nothing was changed. Run it again with --apply to recover.");
    }

    private ObjectNode json(RecoveryReport report) {
        ObjectNode node = Json.MAPPER.createObjectNode();
        node.put("applied", apply);
        node.put("reason", report.reason());
        node.put("recovery", report.number());
        node.put("in_doubt", report.inDoubt());
        node.put("need_a_person", report.peopleNeeded());
        node.put("accepted_while_halted", report.acceptedWhileHalted());
        node.put("settled", report.settledRequests());
        node.put("brought_from_kafka", report.broughtFromKafka());
        node.set("moves", Json.MAPPER.valueToTree(new TreeMap<>(report.moves())));
        node.set("notes", Json.MAPPER.valueToTree(report.notes()));
        return node;
    }

    private void show(ObjectNode node) {
        try {
            options.out().println(Json.MAPPER.writeValueAsString(node));
            options.out().flush();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private void say(String line) {
        if (!line.isEmpty() && !(options.json())) {
            options.out().println(line);
            options.out().flush();
        }
    }
}
