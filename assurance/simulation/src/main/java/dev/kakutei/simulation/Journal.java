package dev.kakutei.simulation;

import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.SecondEffect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was written of one request. Times are true ones. Only what puts a store back asks for it. */
final class Journal {
    private record Reported(Observation observation, Report report, long at) {}

    final Facts facts = new Facts();
    private final List<RetryTimes> retryTimes = new ArrayList<>();
    private final List<Reported> reports = new ArrayList<>();
    /** In Postgres before the action is published: where a resubmission may lead, and which event it is based on at the latest. */
    private final Map<String, Integer> targets = new HashMap<>();
    /** The same: the event that the latest action was based on that accepts a second effect; 0 for none. */
    private int secondEffectAcceptedOn;

    void clear() {
        facts.clear();
        retryTimes.clear();
        reports.clear();
        targets.clear();
        secondEffectAcceptedOn = 0;
    }

    /** After the facts of one decision: what must be waited for now. */
    void remember(RetryTimes current) {
        while (retryTimes.size() < facts.size()) {
            retryTimes.add(current);
        }
    }

    void reported(Observation observation, Report report, long now) {
        reports.add(new Reported(observation, report, now));
    }

    /** The end of them was lost. */
    void trim() {
        retryTimes
                .subList(Math.min(facts.size(), retryTimes.size()), retryTimes.size())
                .clear();
    }

    /** What had to be waited for after the last fact that is known. */
    RetryTimes retryTimes() {
        return retryTimes.isEmpty() ? RetryTimes.NONE : retryTimes.get(retryTimes.size() - 1);
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

    /** Postgres loses nothing: stored for good, whatever becomes of the action. */
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

    /** Postgres loses nothing of that either. */
    void acceptsSecondEffect(int basedOn) {
        secondEffectAcceptedOn = Math.max(secondEffectAcceptedOn, basedOn);
    }

    /** Whether a person may have accepted one after the last fact that is known; null if not. */
    SecondEffect secondEffect() {
        return secondEffectAcceptedOn > 0 && secondEffectAcceptedOn >= facts.size() ? SecondEffect.ACCEPTED : null;
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
