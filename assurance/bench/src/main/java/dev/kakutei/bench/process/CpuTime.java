package dev.kakutei.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** CPU time in milliseconds, by the kernel's account. It counts in hundredths of a second. */
public final class CpuTime {
    private static final double MILLIS_PER_TICK = 10;
    /** Where the fields stand behind the name, which may hold anything and ends with the last parenthesis. */
    private static final int USER = 11;

    private static final int CHILDREN_SYSTEM = 14;

    private CpuTime() {}

    /** A process and all that it has waited for or that lives under it: Postgres with its backends. */
    public static double withChildren(ProcessHandle process) {
        double sum = fields(Path.of("/proc", Long.toString(process.pid()), "stat"), CHILDREN_SYSTEM);
        return sum + process.children().mapToDouble(CpuTime::withChildren).sum();
    }

    /** Of all processes that this one has started and that have ended. */
    public static double ofEndedChildren() {
        Path self = Path.of("/proc", Long.toString(ProcessHandle.current().pid()), "stat");
        return fields(self, CHILDREN_SYSTEM) - fields(self, USER + 1);
    }

    /** Of everything on this machine. */
    public static double ofMachine() {
        try {
            String[] fields =
                    Files.readString(Path.of("/proc/stat")).split("\n")[0].split(" +");
            double ticks = 0;
            for (int i = 1; i <= 8; i++) {
                // 4 and 5 are times of doing nothing
                ticks += i == 4 || i == 5 ? 0 : Long.parseLong(fields[i]);
            }
            return ticks * MILLIS_PER_TICK;
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    public static double of(long pid) {
        return fields(Path.of("/proc", Long.toString(pid), "stat"), USER + 1);
    }

    /** The living threads of a process, summed up under the names that {@code group} makes of theirs. */
    public static Map<String, Double> threads(long pid, UnaryOperator<String> group) {
        Map<String, Double> sums = new TreeMap<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            tasks.forEach(task -> {
                String name = name(task);
                sums.merge(group.apply(name), fields(task.resolve("stat"), USER + 1), Double::sum);
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sums;
    }

    private static String name(Path task) {
        try {
            return Files.readString(task.resolve("comm")).strip();
        } catch (IOException e) {
            return "gone";
        }
    }

    private static double fields(Path file, int last) {
        try {
            String text = Files.readString(file);
            String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
            double ticks = 0;
            for (int i = USER; i <= last; i++) {
                ticks += Long.parseLong(fields[i]);
            }
            return ticks * MILLIS_PER_TICK;
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            // a process that ends while it is read
            return 0;
        }
    }
}
