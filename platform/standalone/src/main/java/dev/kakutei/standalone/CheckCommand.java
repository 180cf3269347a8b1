package dev.kakutei.standalone;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.project.FaultTable;
import dev.kakutei.store.upkeep.CheckProgress;
import dev.kakutei.store.upkeep.LedgerCheck;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./kakutei check}: whether the tables say what the events say (SPEC E3). */
@CommandLine.Command(
        name = "check",
        description =
                "Compares every request with its events, while the services run. Ends with 1 when something differs.",
        mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
    @CommandLine.Mixin
    private UpkeepOptions options;

    @CommandLine.Option(
            names = "--after",
            paramLabel = "ID",
            converter = OptionConverters.RequestWord.class,
            description = "go on behind this request, where an earlier check was broken off")
    private RequestId after;

    @Override
    public Integer call() {
        return options.with(this::check);
    }

    private int check(Database database) {
        UpkeepPrinter printer = options.printer();
        CheckProgress passed = new LedgerCheck(database).run(after, printer::difference, printer::progress);
        List<FaultTable.Open> faults = new FaultTable(database).open();
        faults.forEach(printer::fault);
        ObjectNode sum = Json.MAPPER.createObjectNode();
        sum.put("checked", passed.requests());
        sum.put("differences", passed.differences());
        sum.put("not_projected", faults.size());
        printer.sum(
                passed.requests() + " requests checked: " + passed.differences() + " differences, " + faults.size()
                        + " records not projected",
                sum);
        return passed.differences() == 0 && faults.isEmpty() ? 0 : 1;
    }
}
