package dev.kakutei.ledger;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.PositionLost;
import dev.kakutei.schemas.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What can be observed of a request. */
final class Observations {
    static final Observation TIME = new Observation.TimeCame();
    static final Observation ARRIVAL = new Observation.Arrived(Histories.acceptance(Histories.DEADLINE, null), null);

    static final Outcome DELIVERED = new Outcome.Delivered(Histories.answer(201));
    static final Outcome REFUSED = new Outcome.Refused(Histories.answer(402));
    static final Outcome BUSY = new Outcome.Retryable(Histories.answer(429), Outcome.Doubt.NONE);
    static final Outcome BROKEN = new Outcome.Retryable(Histories.answer(500), Outcome.Doubt.POSSIBLE);
    static final Outcome UNKNOWN = new Outcome.Unknown(Answer.none(Category.NO_ANSWER, "timeout", "no answer in time"));
    static final Outcome POSITION_LOST = PositionLost.outcome();
    /** The gateway's own name for the request. */
    static final String REFERENCE = "gw-77";

    /** The gateway took it, under its own reference, and has not decided. */
    static final Outcome ACKNOWLEDGED = new Outcome.Unknown(
            new Answer(Category.UNKNOWN, 202, "accepted_pending", null, 3, Map.of(), REFERENCE, null));

    static final Outcome NOT_SENT =
            new Outcome.NotSent(Answer.none(Category.NOT_CONNECTED, "connection_refused", "no connection"));

    /** Every ending, with and without doubt. */
    static final List<Outcome> OUTCOMES =
            List.of(DELIVERED, REFUSED, BUSY, BROKEN, UNKNOWN, POSITION_LOST, ACKNOWLEDGED, NOT_SENT);

    private Observations() {}

    static Observation attempt(int attempt, Outcome outcome) {
        return new Observation.Reported(new Report.AttemptReport(
                Histories.ID, attempt, Histories.GATEWAY, "sender-1", Histories.START, outcome));
    }

    /** Of an attempt that was commanded after this recovery. */
    static Observation attempt(int attempt, Outcome outcome, int recovery) {
        return new Observation.Reported(new Report.AttemptReport(
                Histories.ID, attempt, Histories.GATEWAY, "sender-1", Histories.START, outcome, recovery));
    }

    static Observation inquiry(int inquiry, Finding finding, int recovery) {
        return new Observation.Reported(new Report.InquiryReport(
                Histories.ID,
                inquiry,
                Histories.GATEWAY,
                "sender-1",
                Histories.START,
                finding,
                Histories.answer(finding == Finding.NOT_FOUND ? 404 : 200),
                recovery));
    }

    static Observation inquiry(int inquiry, Finding finding) {
        return inquiry(inquiry, finding, Histories.answer(finding == Finding.NOT_FOUND ? 404 : 200));
    }

    static Observation inquiry(int inquiry, Finding finding, Answer answer) {
        return new Observation.Reported(new Report.InquiryReport(
                Histories.ID, inquiry, Histories.GATEWAY, "sender-1", Histories.START, finding, answer));
    }

    /** Everything that could be observed of this entry: of what was issued, and of one attempt and inquiry never issued. */
    static List<Observation> all(Entry entry) {
        List<Observation> all = new ArrayList<>(List.of(ARRIVAL, TIME));
        for (int attempt = 1; attempt <= entry.attempts().count() + 1; attempt++) {
            for (Outcome outcome : OUTCOMES) {
                all.add(attempt(attempt, outcome));
                if (entry.recovery() > 0) {
                    all.add(attempt(attempt, outcome, entry.recovery()));
                }
            }
        }
        for (int inquiry = 1; inquiry <= entry.inquiries().count() + 1; inquiry++) {
            for (Finding finding : Finding.values()) {
                all.add(inquiry(inquiry, finding));
                if (entry.recovery() > 0) {
                    all.add(inquiry(inquiry, finding, entry.recovery()));
                }
            }
            Observation.Reported notFound = (Observation.Reported) inquiry(inquiry, Finding.NOT_FOUND);
            all.add(new Observation.Reported(notFound.report(), Observation.Trust.NOTHING_IS_EVER_FOUND));
        }
        return all;
    }
}
