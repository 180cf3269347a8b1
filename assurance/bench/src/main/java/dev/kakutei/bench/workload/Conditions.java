package dev.kakutei.bench.workload;

import java.util.Map;

/** What a figure must not be read without. */
final class Conditions {
    static final String NOT_WARMED = "none";

    private Conditions() {}

    static Map<String, String> of(BenchPlan plan, String warmed) {
        Map<String, String> all = Machine.conditions();
        all.put("seconds", Long.toString(plan.seconds().toSeconds()));
        all.put("warm_up", warmed);
        all.put("connections", Integer.toString(BenchPlan.CONNECTIONS));
        all.put("jvm_options", String.join(" ", plan.options()));
        if (!plan.settings().isEmpty()) {
            all.put("settings", String.join(" ", plan.settings()));
        }
        if (!plan.note().isEmpty()) {
            all.put("note", plan.note());
        }
        return all;
    }
}
