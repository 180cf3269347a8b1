package dev.kakutei.standalone;

import dev.kakutei.simulation.SimulationMain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./kakutei simulate}: plays adversarial schedules against the ledger, and reports every broken guarantee. */
@CommandLine.Command(
        name = "simulate",
        description = "Tries to break the ledger: plays seeded schedules of faults, and checks every guarantee.",
        mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
    @CommandLine.Option(
            names = "--seed",
            paramLabel = "S",
            description = "the same seed plays the same schedules (default: ${DEFAULT-VALUE})",
            defaultValue = "1")
    private long seed;

    @CommandLine.Option(
            names = "--schedules",
            paramLabel = "N",
            description = "how many (default: ${DEFAULT-VALUE})",
            defaultValue = "1000000")
    private long schedules;

    @CommandLine.Option(
            names = "--replay",
            paramLabel = "K",
            description = "print the history of schedule K, step by step")
    private Long replay;

    @Override
    public Integer call() {
        List<String> args = new ArrayList<>(List.of("--seed", Long.toString(seed)));
        if (replay == null) {
            args.addAll(List.of("--schedules", Long.toString(schedules)));
        } else {
            args.addAll(List.of("--replay", Long.toString(replay)));
        }
        return SimulationMain.run(args.toArray(String[]::new), System.out, System.err);
    }
}
