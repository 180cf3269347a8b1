package dev.kakutei.bench.workload;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Where a figure was taken; without names. */
public final class Machine {
    private static final long GIB = 1L << 30;

    private Machine() {}

    public static Map<String, String> conditions() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Map<String, String> all = new LinkedHashMap<>();
        all.put("cores", Integer.toString(system.getAvailableProcessors()));
        all.put("memory_gib", Long.toString(Math.round(system.getTotalMemorySize() / (double) GIB)));
        all.put("system", system.getName() + " " + system.getArch());
        all.put("java", System.getProperty("java.version"));
        return all;
    }

    /** How many threads ran or waited for a core in the last minute: above {@code cores}, figures of time are worth less. */
    public static String loadAverage() {
        return String.format(
                Locale.ROOT,
                "%.1f",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }
}
