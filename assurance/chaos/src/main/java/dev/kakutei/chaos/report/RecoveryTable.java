package dev.kakutei.chaos.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/** How callers got over each kind of fault: a row for each, and one for all that came in twos. */
record RecoveryTable(List<Row> rows) {
    static final String TWO_AT_ONCE = "two at once";

    /**
     * @param times how often it was brought in, alone or beside another
     * @param seen those whose times are known to be its own: it came alone, and callers were served again
     */
    record Row(String fault, long times, List<FaultRecord> seen) {
        Times outages() {
            return Times.of(seen.stream()
                    .map(FaultRecord::outageMillis)
                    .filter(Objects::nonNull)
                    .toList());
        }

        Times recoveries() {
            return Times.of(seen.stream().map(FaultRecord::recoveryMillis).toList());
        }

        long overtaken() {
            return seen.stream().filter(FaultRecord::overtaken).count();
        }
    }

    static RecoveryTable byKind(Collection<FaultRecord> faults) {
        return by(faults, FaultRecord::kind);
    }

    static RecoveryTable byKindAndTarget(Collection<FaultRecord> faults) {
        return by(faults, fault -> fault.kind() + ", " + alike(fault.target()));
    }

    /** Brokers are alike. */
    private static String alike(String target) {
        return target.replaceAll("broker-\\d+", "broker").replace("clients-", "clients to ");
    }

    private static RecoveryTable by(Collection<FaultRecord> faults, Function<FaultRecord, String> name) {
        TreeMap<String, List<FaultRecord>> groups = new TreeMap<>();
        faults.forEach(fault -> groups.computeIfAbsent(name.apply(fault), key -> new ArrayList<>())
                .add(fault));
        List<Row> rows = new ArrayList<>();
        groups.forEach((fault, all) -> rows.add(new Row(fault, all.size(), seen(all, FaultRecord.Overlap.ALONE))));
        List<FaultRecord> pairs = faults.stream()
                .filter(fault -> fault.overlap() == FaultRecord.Overlap.FIRST_OF_TWO)
                .toList();
        if (!pairs.isEmpty()) {
            rows.add(new Row(TWO_AT_ONCE, pairs.size(), seen(pairs, FaultRecord.Overlap.FIRST_OF_TWO)));
        }
        return new RecoveryTable(rows);
    }

    private static List<FaultRecord> seen(List<FaultRecord> all, FaultRecord.Overlap overlap) {
        return all.stream()
                .filter(fault -> fault.overlap() == overlap && fault.recoveryMillis() != null)
                .toList();
    }

    String markdown() {
        StringBuilder out = new StringBuilder();
        out.append("| fault | times | measured | into the next fault | after healing: median / p90 / worst, s"
                + " | whole outage: median / p90 / worst, s |\n|---|---:|---:|---:|---:|---:|\n");
        for (Row row : rows) {
            out.append("| %s | %d | %d | %d | %s | %s |\n"
                    .formatted(
                            row.fault(),
                            row.times(),
                            row.seen().size(),
                            row.overtaken(),
                            row.recoveries().words(),
                            row.outages().words()));
        }
        return out.toString();
    }
}
