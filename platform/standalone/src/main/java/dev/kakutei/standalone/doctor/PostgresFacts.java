package dev.kakutei.standalone.doctor;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;

/**
 * What a Postgres says of itself.
 *
 * @param settings by name, in the units of pg_settings; what the server's version does not have is missing
 * @param version as a number: 180006
 * @param clockAhead how far its clock is before ours; negative when behind
 * @param slotsInUse replication slots of everybody
 */
record PostgresFacts(
        Map<String, String> settings,
        int version,
        boolean replica,
        Duration clockAhead,
        boolean mayReplicate,
        boolean mayCreate,
        int slotsInUse) {
    PostgresFacts {
        settings = Map.copyOf(settings);
        requireNonNull(clockAhead, "clockAhead");
    }

    String setting(String name) {
        return settings.getOrDefault(name, "");
    }

    /** -1 where there is none. */
    long number(String name) {
        return Long.parseLong(settings.getOrDefault(name, "-1"));
    }
}
