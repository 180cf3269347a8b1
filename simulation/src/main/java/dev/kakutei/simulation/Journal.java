package dev.kakutei.simulation;

import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Report;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was written of one request: its facts on the ledger topic, of which Postgres has a prefix, and the reports on it.
 * Times are true ones. Only a loss of records asks for it.
 */
final class Journal {
    /** A fact, and when Postgres has it. */
    private record Published(LedgerEvent event, long at, long projectedAt) {}

    private record Reported(Observation observation, Report report, long at) {}

    private final List<Published> facts = new ArrayList<>();
    private final List<Wishes> wishes = new ArrayList<>();
    private final List<Reported> reports = new ArrayList<>();
    /** In Postgres before the order is given: where a resubmission may lead, and which event it is based on at the latest. */
    private final Map<String, Integer> targets = new HashMap<>();

    /** Postgres reads nothing before then. */
    private long projectedFrom;

    void clear() {
        facts.clear();
        wishes.clear();
        reports.clear();
        targets.clear();
        projectedFrom = 0;
    }

    /** @param lag how much later Postgres has it; never before what was published earlier */
    void published(LedgerEvent event, long now, long lag) {
        long before = facts.isEmpty() ? 0 : facts.get(facts.size() - 1).projectedAt;
        facts.add(new Published(event, now, Math.max(projectedFrom, Math.max(before, now + lag))));
    }

    void holdProjection(long until) {
        projectedFrom = until;
    }

    boolean isProjectionHeld(long now) {
        return now < projectedFrom;
    }

    /** After the facts of one decision: what must be waited for now. */
    void remember(Wishes current) {
        while (wishes.size() < facts.size()) {
            wishes.add(current);
        }
    }

    void reported(Observation observation, Report report, long now) {
        reports.add(new Reported(observation, report, now));
    }

    /**
     * Forgets what neither Postgres has nor the ledger topic.
     *
     * @param keptUntil what was published up to then is still on the topic
     */
    void lose(long now, long keptUntil) {
        int known = 0;
        while (known < facts.size() && (facts.get(known).projectedAt <= now || facts.get(known).at <= keptUntil)) {
            known++;
        }
        facts.subList(known, facts.size()).clear();
        wishes.subList(Math.min(known, wishes.size()), wishes.size()).clear();
    }

    int size() {
        return facts.size();
    }

    LedgerEvent event(int index) {
        return facts.get(index).event;
    }

    /** What had to be waited for after the last fact that is known. */
    Wishes wishes() {
        return wishes.isEmpty() ? Wishes.NONE : wishes.get(wishes.size() - 1);
    }

    /** The highest attempt that a report from up to then speaks of; 0 for none. */
    int lastAttemptReported(long keptUntil) {
        int last = 0;
        for (int i = 0; i < reports.size(); i++) {
            Reported reported = reports.get(i);
            if (reported.at <= keptUntil && reported.report instanceof Report.AttemptReport attempt) {
                last = Math.max(last, attempt.attempt());
            }
        }
        return last;
    }

    /** Postgres loses nothing: stored for good, whatever becomes of the order. */
    void mayBeSentTo(String gateway, int basedOn) {
        targets.merge(gateway, basedOn, Math::max);
    }

    /** Where it may have been resubmitted to after the last fact that is known. */
    void targets(Set<String> gateways) {
        targets.forEach((gateway, basedOn) -> {
            if (basedOn >= facts.size()) {
                gateways.add(gateway);
            }
        });
    }

    /** The gateways of which there is a report from up to then. */
    void reportedFrom(Set<String> gateways, long keptUntil) {
        for (int i = 0; i < reports.size(); i++) {
            if (reports.get(i).at <= keptUntil) {
                gateways.add(reports.get(i).report.gateway());
            }
        }
    }

    /** Reports that were written between the two times, both included. */
    List<Observation> reports(long from, long keptUntil) {
        List<Observation> again = new ArrayList<>();
        for (int i = 0; i < reports.size(); i++) {
            if (reports.get(i).at >= from && reports.get(i).at <= keptUntil) {
                again.add(reports.get(i).observation);
            }
        }
        return again;
    }

    /** Reports on the attempts that had this number in an earlier recovery. */
    List<Observation> onAttemptBefore(int attempt, int recovery) {
        List<Observation> before = new ArrayList<>();
        for (int i = 0; i < reports.size(); i++) {
            if (reports.get(i).report instanceof Report.AttemptReport report
                    && report.attempt() == attempt
                    && report.recovery() < recovery) {
                before.add(reports.get(i).observation);
            }
        }
        return before;
    }

    /** The same for status queries. */
    List<Observation> onInquiryBefore(int inquiry, int recovery) {
        List<Observation> before = new ArrayList<>();
        for (int i = 0; i < reports.size(); i++) {
            if (reports.get(i).report instanceof Report.InquiryReport report
                    && report.inquiry() == inquiry
                    && report.recovery() < recovery) {
                before.add(reports.get(i).observation);
            }
        }
        return before;
    }

    /** Null where it is not known. */
    private Reported of(Observation observation) {
        for (int i = 0; i < reports.size(); i++) {
            boolean same =
                    observation instanceof Observation.Reported reported && reports.get(i).report == reported.report();
            if (same) {
                return reports.get(i);
            }
        }
        return null;
    }

    boolean isKept(Observation observation, long keptUntil) {
        Reported reported = of(observation);
        return reported == null || reported.at <= keptUntil;
    }
}
