package dev.kakutei.ledger;

import static dev.kakutei.ledger.Observations.ACKNOWLEDGED;
import static dev.kakutei.ledger.Observations.REFERENCE;
import static dev.kakutei.ledger.Observations.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.InquiryFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.Gateways;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A gateway at which every status query is answered "not found". */
class StatusQueryWatchTest {
    private final StatusQueryWatch watch = new StatusQueryWatch(gateways("/p/{request_id}"));

    private static Gateways gateways(String path) {
        try {
            return GatewayFile.read("""
                    gateways:
                      %s: {class: queryable, url: "http://localhost", paths: {payment: /p}, status_query: {paths: {payment: "%s"}}}
                      silent: {class: neither, url: "http://localhost", paths: {payment: /p}}
                    """.formatted(Histories.GATEWAY, path));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void heard_notFoundOfFiveRequests_isTrustedLessFromTheFifthOn() {
        for (int number = 1; number <= 8; number++) {
            assertThat(isDoubted(ask(number, Finding.NOT_FOUND, UNKNOWN.answer().code())))
                    .isEqualTo(number >= 5);
        }
        assertThat(isDoubted(ask(9, Finding.SUCCEEDED, "timeout"))).isFalse();
        assertThat(isDoubted(ask(10, Finding.NOT_FOUND, "timeout"))).isFalse();
    }

    @Test
    void heard_requestsWithoutAReport_doNotCount() {
        for (int number = 1; number <= 20; number++) {
            assertThat(isDoubted(ask(number, Finding.NOT_FOUND, "no_report"))).isFalse();
        }
    }

    @Test
    void take_anotherPath_beginsAgain_andTheSameDoesNot() {
        for (int number = 1; number <= 5; number++) {
            ask(number, Finding.NOT_FOUND, "timeout");
        }
        watch.take(gateways("/p/{request_id}"));
        assertThat(isDoubted(ask(6, Finding.NOT_FOUND, "timeout"))).isTrue();
        watch.take(gateways("/q/{request_id}"));
        assertThat(isDoubted(ask(7, Finding.NOT_FOUND, "timeout"))).isFalse();
    }

    @Test
    void heard_whatIsNoAnswerToAQuestion_isPassedOn() {
        assertThat(watch.heard(null, Observations.ARRIVAL, Histories.START)).isSameAs(Observations.ARRIVAL);
        assertThat(watch.heard(Histories.sent().entry(), Observations.TIME, Histories.START))
                .isSameAs(Observations.TIME);
        Observation attempt = Observations.attempt(1, UNKNOWN);
        assertThat(watch.heard(Histories.sent().entry(), attempt, Histories.START))
                .isSameAs(attempt);
    }

    @Test
    void notFound_notTrusted_isNotCountedAndRaisesAnAlert() {
        RequestRun run =
                ripe(RequestRun.begun(Policies.QUERYABLE).attemptEnded(UNKNOWN)).observe(doubted(1));

        assertThat(run.status()).isEqualTo(Status.VERIFYING);
        assertThat(run.entry().inquiries().misses()).isZero();
        assertThat(run.alerts()).containsExactly("HIGH status_query_finds_nothing");
        assertThat(run.lastFacts())
                .singleElement()
                .isInstanceOfSatisfying(InquiryFact.InquiryInconclusive.class, fact -> {
                    assertThat(fact.finding()).isEqualTo(Finding.INCONCLUSIVE);
                    assertThat(fact.answer().code()).isEqualTo("every_query_not_found");
                    assertThat(fact.answer().message()).contains("check status_query.paths");
                });
    }

    @Test
    void notFound_notTrustedButTooEarlyAnyway_raisesNothing() {
        RequestRun run = RequestRun.begun(Policies.QUERYABLE)
                .attemptEnded(UNKNOWN)
                .timer()
                .observe(doubted(1));

        assertThat(run.status()).isEqualTo(Status.VERIFYING);
        assertThat(run.alerts()).isEmpty();
    }

    @Test
    void notFound_notTrustedToTheEnd_goesToAPersonWithTheReason() {
        RequestRun run = RequestRun.begun(Policies.QUERYABLE).attemptEnded(UNKNOWN);
        while (run.status() == Status.VERIFYING) {
            ripe(run).observe(doubted(run.entry().inquiries().open()));
        }

        assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(run.entry().reason()).endsWith("not found 10 times, like every status query at this gateway");
    }

    @Test
    void notFound_notTrustedOfAnAcknowledgedRequest_stillNamesItsReference() {
        RequestRun run = RequestRun.begun(Policies.QUERYABLE).attemptEnded(ACKNOWLEDGED);
        while (run.status() == Status.VERIFYING) {
            ripe(run).observe(doubted(run.entry().inquiries().open()));
        }

        assertThat(run.entry().reason()).contains("acknowledged it under reference " + REFERENCE);
        assertThat(run.alerts()).contains("HIGH status_query_finds_nothing", "HIGH verification_failed");
    }

    private static RequestRun ripe(RequestRun run) {
        return run.pass(Duration.ofHours(1)).observe(Observations.TIME);
    }

    private static Observation doubted(int inquiry) {
        Observation.Reported plain = (Observation.Reported) Observations.inquiry(inquiry, Finding.NOT_FOUND);
        return new Observation.Reported(plain.report(), Observation.Trust.NOTHING_IS_EVER_FOUND);
    }

    private static boolean isDoubted(Observation observation) {
        return ((Observation.Reported) observation).trust() == Observation.Trust.NOTHING_IS_EVER_FOUND;
    }

    /** @param code how the attempt had ended */
    private Observation ask(int number, Finding finding, String code) {
        RequestId id = Histories.anotherId(number);
        LedgerEvent accepted = Histories.acceptance(Histories.DEADLINE, null);
        Entry entry = Entry.begin(new LedgerEvent(id, 1, accepted.at(), accepted.by(), accepted.fact()));
        entry = apply(entry, new Fact.AttemptStarted(1, Histories.at(30), Histories.at(65)));
        entry = apply(
                entry, new Fact.OutcomeUnknown(1, Answer.none(Category.NO_ANSWER, code, null), Histories.at(300)));
        Report.InquiryReport report = new Report.InquiryReport(
                id, 1, Histories.GATEWAY, "sender-1", Histories.START, finding, Histories.answer(200));
        return watch.heard(entry, new Observation.Reported(report), Histories.at(number));
    }

    private static Entry apply(Entry entry, Fact fact) {
        return entry.apply(new LedgerEvent(entry.id(), entry.seq() + 1, Histories.START, "verifier", fact));
    }
}
