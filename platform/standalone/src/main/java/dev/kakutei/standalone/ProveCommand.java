package dev.kakutei.standalone;

import dev.kakutei.proof.ProofReport;
import dev.kakutei.proof.Seal;
import dev.kakutei.proof.read.GatewayJournalFile;
import dev.kakutei.proof.read.ProofPlan;
import dev.kakutei.proof.read.Prover;
import dev.kakutei.proof.read.Unreadable;
import dev.kakutei.proof.report.HtmlReport;
import dev.kakutei.proof.report.JsonReport;
import dev.kakutei.proof.report.TextReport;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.InvalidGatewayFile;
import dev.kakutei.simulator.JournalFile;
import dev.kakutei.store.database.PostgresConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./kakutei prove}: whether the promises were kept, from what was written down on all sides. */
@CommandLine.Command(
        name = "prove",
        description = {
            "Reads Postgres, the topics and the gateways' journals, and checks every promise.",
            "Ends with 1 when one was broken; with --strict also when one could not be checked."
        },
        mixinStandardHelpOptions = true)
final class ProveCommand implements Callable<Integer> {
    @CommandLine.Mixin
    private UpkeepOptions options;

    @CommandLine.Option(
            names = "--gateways",
            paramLabel = "FILE",
            description = "the gateway file (default: gateways.yaml in the data folder)")
    private Path gateways;

    @CommandLine.Option(
            names = "--journal",
            paramLabel = "GATEWAY=FILE",
            description =
                    "a gateway's journal or settlement file, CSV or JSON; may be repeated (default: the simulator's"
                            + " journal in the data folder)")
    private List<String> journals = new ArrayList<>();

    @CommandLine.Option(
            names = "--callers",
            paramLabel = "FILE",
            description = "a log of what was answered to callers, one JSON object a line; may be repeated")
    private List<Path> callers = new ArrayList<>();

    @CommandLine.Option(
            names = "--grace",
            paramLabel = "TIME",
            converter = OptionConverters.Time.class,
            description = "what moved within this time may still be on its way (default: 60s)")
    private Duration grace = ProofPlan.GRACE;

    @CommandLine.Option(
            names = "--skew",
            paramLabel = "TIME",
            converter = OptionConverters.Time.class,
            description = "how far clocks may differ (default: 2s)")
    private Duration skew = ProofPlan.SKEW;

    @CommandLine.Option(
            names = "--kept",
            paramLabel = "TIME",
            converter = OptionConverters.Time.class,
            description = "how long settled requests are kept in Postgres, where they are cleaned away")
    private Duration kept;

    @CommandLine.Option(
            names = "--against",
            paramLabel = "REPORT",
            description = "an earlier report (JSON): what it sealed must not have changed")
    private Path against;

    @CommandLine.Option(names = "--html", paramLabel = "FILE", description = "write the report as a page, too")
    private Path html;

    @CommandLine.Option(names = "--report", paramLabel = "FILE", description = "write the report as JSON, too")
    private Path report;

    @CommandLine.Option(names = "--strict", description = "what could not be checked counts as broken")
    private boolean strict;

    @CommandLine.Option(
            names = "--temp",
            paramLabel = "DIR",
            description = "for what is read, about 8 KB a request (default: the system's folder)")
    private Path temp = Path.of(System.getProperty("java.io.tmpdir"));

    @Override
    public Integer call() {
        PostgresConfig postgres = options.postgres();
        String slot = postgres.slot().isEmpty() ? ProofPlan.SLOT : postgres.slot();
        return options.with(database -> report(prove(new ProofPlan(
                options.kafka(),
                database,
                slot,
                gateways(),
                journals(),
                callers,
                temp,
                grace,
                skew,
                kept,
                ProofPlan.TIMEOUT,
                sealed()))));
    }

    private ProofReport prove(ProofPlan plan) {
        try {
            return new Prover(plan, this::progress).prove();
        } catch (Unreadable e) {
            throw new CommandFailed(e.getMessage());
        }
    }

    private void progress(String line) {
        options.err().println(line + "…");
        options.err().flush();
    }

    private int report(ProofReport found) {
        options.out().print(options.json() ? JsonReport.of(found) + System.lineSeparator() : TextReport.of(found));
        options.out().flush();
        write(html, HtmlReport.of(found));
        write(report, JsonReport.of(found));
        boolean complete = found.unchecked().isEmpty();
        return found.violations() == 0 && (complete || !strict) ? 0 : 1;
    }

    private static void write(Path file, String text) {
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new CommandFailed("cannot write " + file + ": " + e.getMessage());
        }
    }

    private Map<String, Gateway> gateways() {
        Path file = gateways != null
                ? gateways
                : options.dataFolder()
                        .map(data -> data.resolve("gateways.yaml"))
                        .orElseThrow(() -> new CommandLine.ParameterException(
                                options.spec().commandLine(), "--gateways FILE is needed: what the gateways promise"));
        try {
            return GatewayFile.read(InputFile.text(options.spec(), file)).byName();
        } catch (InvalidGatewayFile e) {
            throw new CommandFailed(file + ": " + e.getMessage());
        }
    }

    private List<GatewayJournalFile> journals() {
        if (journals.isEmpty()) {
            return options.dataFolder()
                    .map(data -> data.resolve("simulator").resolve(JournalFile.NAME))
                    .filter(Files::exists)
                    .map(journal -> List.of(new GatewayJournalFile(Set.of("simulator"), journal)))
                    .orElse(List.of());
        }
        try {
            return journals.stream().map(GatewayJournalFile::of).toList();
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(options.spec().commandLine(), e.getMessage(), e);
        }
    }

    private Seal.Value sealed() {
        return against == null
                ? null
                : JsonReport.seal(InputFile.text(options.spec(), against))
                        .orElseThrow(
                                () -> new CommandFailed(against + " is not a report of prove in JSON with a seal"));
    }
}
