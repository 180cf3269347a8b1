package dev.kakutei.chaos.report;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.kakutei.schemas.codec.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A run in figures. It is kept as JSON, and everything that is printed of a run comes from it.
 *
 * @param attackMillis how long faults were brought in
 * @param tookMillis all of it, from the start of the first process to the end of the proof
 * @param figures what the proof counted
 * @param problems what went otherwise than the attack foresaw
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record RunRecord(
        long seed,
        Instant began,
        long attackMillis,
        long tookMillis,
        Machine machine,
        Load load,
        List<FaultRecord> faults,
        TimeToRest rest,
        Map<String, Long> figures,
        Verdict verdict,
        @JsonAlias(EARLIER_PROBLEMS) List<String> problems) {
    /** The field's name in earlier records; the stored ones keep it. */
    private static final String EARLIER_PROBLEMS = "troubles";

    /**
     * Where it ran, with everything on it.
     *
     * @param loadBefore the load average before anything was started: others' work
     */
    public record Machine(int cores, long memoryMib, double loadBefore) {}

    /**
     * @param perSecond new requests
     * @param tries how often they were submitted, repetitions included
     * @param skewMillis by how much clocks were wrong at most; 0 where they agreed
     * @param byTopic how many were published; null in records of runs in which none could be
     * @param persons what approvers and operators did and were answered, and how often; null as above
     */
    public record Load(
            int perSecond,
            long submitted,
            long tries,
            long probes,
            long skewMillis,
            Long byTopic,
            Map<String, Integer> persons) {
        public Load {
            persons = persons == null ? null : new TreeMap<>(persons);
        }
    }

    /**
     * From the last healing.
     *
     * @param reached whether there was rest at all; otherwise the times are those at which waiting ended
     * @param answeredMillis until every caller had the answer that its request is accepted
     * @param settledMillis until nothing was open of what had been submitted before the healing
     * @param settlingMillis the longest of the gateway file, of gateways that are asked
     */
    public record TimeToRest(boolean reached, long answeredMillis, long settledMillis, long settlingMillis) {
        /** What may pass after the settling time. */
        static final long ALLOWANCE_MILLIS = 60_000;

        long limitMillis() {
            return settlingMillis + ALLOWANCE_MILLIS;
        }

        boolean within() {
            return reached && settledMillis <= limitMillis();
        }

        String words() {
            return "%s s, %s the %s s that are allowed (settling time %s s + %d s)"
                    .formatted(
                            reached ? Times.seconds(settledMillis) : "none in " + Times.seconds(settledMillis),
                            within() ? "within" : "OVER",
                            Times.seconds(limitMillis()),
                            Times.seconds(settlingMillis),
                            ALLOWANCE_MILLIS / 1000);
        }
    }

    /** How many promises were found kept and broken, or could not be checked, and how often they were broken. */
    public record Verdict(long kept, long broken, long notChecked, long violations) {}

    public RunRecord {
        requireNonNull(began, "began");
        requireNonNull(machine, "machine");
        requireNonNull(load, "load");
        requireNonNull(rest, "rest");
        requireNonNull(verdict, "verdict");
        faults = List.copyOf(faults);
        figures = new LinkedHashMap<>(figures);
        problems = List.copyOf(problems);
    }

    public long requests() {
        return figures.getOrDefault("requests", 0L);
    }

    /** Attempts to post, as the ledger counts them. */
    public long posts() {
        return figures.getOrDefault("attempts", 0L);
    }

    /** Posts whose answer does not show whether they took effect. */
    public long ambiguous() {
        return figures.getOrDefault("ambiguous attempts", 0L);
    }

    public double ambiguousShare() {
        return posts() == 0 ? 0 : (double) ambiguous() / posts();
    }

    public long processFaults() {
        return faults.stream().filter(FaultRecord::process).count();
    }

    public String json() {
        try {
            return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record that cannot be written", e);
        }
    }

    /** @throws IllegalArgumentException saying what is wrong with it */
    public static RunRecord read(String json) {
        try {
            return Json.MAPPER.readValue(json, RunRecord.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a run's record: " + e.getOriginalMessage(), e);
        }
    }
}
