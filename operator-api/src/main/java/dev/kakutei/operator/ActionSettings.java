package dev.kakutei.operator;

import dev.kakutei.boot.Settings;
import dev.kakutei.http.DeadlineRule;
import dev.kakutei.operator.action.ActionConfig;
import dev.kakutei.operator.bulk.BulkConfig;
import java.time.Duration;

/** The settings of actions that persons request. */
final class ActionSettings {
    private ActionSettings() {}

    static BulkConfig bulk(Settings settings) {
        return new BulkConfig(
                settings.integer("ingest.bulk.max", 100_000, 1, 1_000_000, "requests that one bulk action may concern"),
                settings.duration(
                        "ingest.bulk.lease",
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(1),
                        Duration.ofMinutes(10),
                        "how long a bulk action is left to an instance that says nothing; then another takes over"));
    }

    /** @param callers how long callers wait otherwise: no action waits longer than they may */
    static ActionConfig actions(Settings settings, DeadlineRule callers) {
        Duration wait = settings.duration(
                "ingest.actions.wait",
                Duration.ofSeconds(10),
                Duration.ofMillis(1),
                Duration.ofHours(1),
                "how long a caller who requested an action, and gave no deadline, waits for its result; never longer than"
                        + " ingest.deadline.cap");
        Duration cap = callers.cap();
        return new ActionConfig(
                new DeadlineRule(wait.compareTo(cap) > 0 ? cap : wait, cap),
                settings.integer(
                        "ingest.actions.max",
                        1_000,
                        1,
                        100_000,
                        "actions that may be waited for at once; others are turned away with 503. Comments have a tenth as"
                                + " many places of their own"));
    }
}
