package dev.kakutei.simulation;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** {@code --seed S --schedules N} plays; {@code --seed S --replay K} prints the trace of one schedule. */
public final class SimulationMain {
    private static final Set<String> OPTIONS = Set.of("--seed", "--schedules", "--replay");
    private static final long SCHEDULES = 1_000_000;

    private SimulationMain() {}

    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    /** @return the exit code: 0, 1 where a guarantee did not hold, 2 where the arguments are invalid */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        Map<String, Long> given;
        try {
            given = read(args);
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            err.println("usage: [--seed S] [--schedules N] [--replay K]");
            return 2;
        }
        long seed = given.getOrDefault("--seed", 1L);
        if (given.containsKey("--replay")) {
            List<String> trace = Simulation.replay(seed, given.get("--replay"));
            trace.forEach(out::println);
            return trace.get(trace.size() - 1).startsWith("broken: ") ? 1 : 0;
        }
        long schedules = given.getOrDefault("--schedules", SCHEDULES);
        SimulationReport report = Simulation.run(
                seed,
                schedules,
                played -> err.print(String.format(Locale.ROOT, "\r%,d of %,d schedules", played, schedules)));
        err.println();
        report.lines().forEach(out::println);
        return report.violationCount() == 0 ? 0 : 1;
    }

    private static Map<String, Long> read(String[] args) {
        Map<String, Long> given = new HashMap<>();
        for (int i = 0; i < args.length; i += 2) {
            if (!OPTIONS.contains(args[i])) {
                throw new IllegalArgumentException("not an option: " + args[i]);
            }
            if (i + 1 == args.length) {
                throw new IllegalArgumentException(args[i] + " needs a number");
            }
            try {
                given.put(args[i], Long.parseLong(args[i + 1]));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(args[i] + " needs a number, not " + args[i + 1], e);
            }
        }
        return given;
    }
}
