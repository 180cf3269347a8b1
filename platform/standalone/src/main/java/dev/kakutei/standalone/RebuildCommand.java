package dev.kakutei.standalone;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.ClientName;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.project.FaultTable;
import dev.kakutei.store.project.LedgerReplay;
import dev.kakutei.store.upkeep.CheckProgress;
import dev.kakutei.store.upkeep.Rebuild;
import dev.kakutei.store.upkeep.Repair;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;

/** {@code ./kakutei rebuild}: rebuilds snapshots from their events, and brings missing events back (SPEC E3). */
@CommandLine.Command(
        name = "rebuild",
        description = "Rebuilds requests' rows from their events, while the services run.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class RebuildCommand implements Callable<Integer> {
    /** What is to be rebuilt; one of these. */
    static final class Which {
        @CommandLine.Option(names = "--key", paramLabel = "K", description = "the request under this idempotency key")
        private String key;

        @CommandLine.Option(names = "--all", description = "every request, each under its lock for a moment")
        private boolean all;

        @CommandLine.Option(
                names = "--only-different",
                description = "those that a check without locks finds to differ")
        private boolean onlyDifferent;

        @CommandLine.Option(names = "--not-projected", description = "those with records that could not be projected")
        private boolean notProjected;

        @CommandLine.Option(
                names = "--dismiss",
                paramLabel = "PLACE",
                description = "none: dismiss a record that could not be projected, by its place as check shows it")
        private String place;
    }

    @CommandLine.ArgGroup(multiplicity = "1")
    private Which which;

    @CommandLine.Option(
            names = "--client",
            paramLabel = "NAME",
            defaultValue = ClientName.DEFAULT,
            description = "whose key it is (default: ${DEFAULT-VALUE})")
    private String client;

    @CommandLine.Option(
            names = "--from-topic",
            description = "with --key or --not-projected: first bring missing events back from the ledger topic")
    private boolean fromTopic;

    @CommandLine.Option(
            names = "--after",
            paramLabel = "ID",
            converter = OptionConverters.RequestWord.class,
            description = "with --all or --only-different: go on behind this request")
    private RequestId after;

    @CommandLine.Mixin
    private UpkeepOptions options;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    private int repaired;
    private int left;

    @Override
    public Integer call() {
        if (fromTopic && which.key == null && !which.notProjected) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--from-topic goes with --key K or --not-projected");
        }
        return options.with(this::rebuild);
    }

    private int rebuild(Database database) {
        UpkeepPrinter printer = options.printer();
        Rebuild rebuild = new Rebuild(database);
        Consumer<Repair> onRepair = repair -> {
            printer.repair(repair);
            count(repair.obstacle().isEmpty());
        };
        CheckProgress passed = new CheckProgress(0, 0, null);
        if (which.place != null) {
            count(new FaultTable(database).dismiss(which.place));
        } else if (which.all) {
            passed = rebuild.all(after, onRepair, printer::progress);
        } else if (which.onlyDifferent) {
            passed = rebuild.onlyDifferent(after, onRepair, printer::progress);
        } else {
            List<RequestId> ids = which.key == null ? withFaults(database) : List.of(named(rebuild));
            for (RequestId id : ids) {
                one(database, rebuild, id, printer, onRepair);
            }
            passed = new CheckProgress(ids.size(), 0, null);
        }
        ObjectNode sum = Json.MAPPER.createObjectNode();
        sum.put("requests", passed.requests());
        sum.put("repaired", repaired);
        sum.put("left", left);
        printer.sum(passed.requests() + " requests: " + repaired + " repaired, " + left + " left", sum);
        return left == 0 ? 0 : 1;
    }

    private void one(
            Database database, Rebuild rebuild, RequestId id, UpkeepPrinter printer, Consumer<Repair> onRepair) {
        if (fromTopic) {
            LedgerReplay.Outcome outcome = new LedgerReplay(options.kafka(), database)
                    .replay(id, rebuild.acceptedAt(id).orElse(null));
            printer.replayed(id, outcome);
            count(outcome.obstacles().isEmpty());
        }
        rebuild.one(id).forEach(onRepair);
    }

    private RequestId named(Rebuild rebuild) {
        return rebuild.find(client, which.key)
                .orElseThrow(() -> new CommandFailed("there is no request " + which.key + " of " + client));
    }

    private static List<RequestId> withFaults(Database database) {
        return new FaultTable(database)
                .open().stream()
                        .map(FaultTable.Open::requestId)
                        .filter(Objects::nonNull)
                        .distinct()
                        .toList();
    }

    private void count(boolean done) {
        repaired += done ? 1 : 0;
        left += done ? 0 : 1;
    }
}
