package dev.kakutei.proof;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * When alerts were open: for each cause and gateway, from the time an alert began to the time it was ended. There are as many
 * as alerts were ever published and are still known, not as many as requests raised them.
 */
public final class AlertPeriods {
    public static final AlertPeriods NONE = new Collector().done();

    /** By cause and gateway: the beginnings, each with the latest end of all that began until then. */
    private final Map<String, TreeMap<Instant, Instant>> ends;

    private AlertPeriods(Map<String, TreeMap<Instant, Instant>> ends) {
        this.ends = ends;
    }

    /** What alerts of one cause at one gateway have in common. */
    public static String subject(String cause, String gateway) {
        return cause + "/" + (gateway == null ? "" : gateway);
    }

    /** Whether an alert began by the one time, and was open at the other or began after it. */
    public boolean covers(String subject, Instant beganBy, Instant openAt) {
        TreeMap<Instant, Instant> latest = ends.get(subject);
        Map.Entry<Instant, Instant> last = latest == null ? null : latest.floorEntry(beganBy);
        return last != null && !last.getValue().isBefore(openAt);
    }

    /** Takes them one by one, in any order. */
    public static final class Collector {
        private final Map<String, TreeMap<Instant, Instant>> periods = new HashMap<>();

        /** @param resolvedAt null while it is open */
        public void add(String subject, Instant since, Instant resolvedAt) {
            Instant end = resolvedAt == null ? Instant.MAX : resolvedAt;
            periods.computeIfAbsent(requireNonNull(subject, "subject"), any -> new TreeMap<>())
                    .merge(requireNonNull(since, "since"), end, AlertPeriods::later);
        }

        public AlertPeriods done() {
            for (TreeMap<Instant, Instant> subject : periods.values()) {
                Instant latest = Instant.MIN;
                for (Map.Entry<Instant, Instant> period : subject.entrySet()) {
                    latest = later(latest, period.getValue());
                    period.setValue(latest);
                }
            }
            return new AlertPeriods(periods);
        }
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
