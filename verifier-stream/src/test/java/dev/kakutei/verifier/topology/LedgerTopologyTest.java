package dev.kakutei.verifier.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.PositionLost;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.RequestStatus;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.StatusChange;
import dev.kakutei.schemas.codec.Codecs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The topology in virtual time, one rule of SPEC C each. */
class LedgerTopologyTest {
    private final LedgerOnTopics topics = new LedgerOnTopics(LedgerOnTopics.GATEWAYS);
    private final RequestId id = new RequestId(UUID.randomUUID());

    @AfterEach
    void close() {
        topics.close();
    }

    @Test
    void accepted_firstTime_isSentAtOnce() {
        topics.accept(LedgerOnTopics.payment(id));

        Command.Send send = (Command.Send) only(topics.commands());
        assertThat(send.attempt()).isEqualTo(1);
        assertThat(send.request().get("amount").textValue()).isEqualTo("12.50");
        assertThat(send.traceparent()).startsWith("00-0af765");
        assertThat(send.notAfter()).isEqualTo(LedgerOnTopics.START.plusSeconds(30));
        assertThat(facts(topics.events())).containsExactly(Fact.Accepted.class, Fact.AttemptStarted.class);
    }

    @Test
    void accepted_announcedAgain_changesNothing() {
        topics.accept(LedgerOnTopics.payment(id));
        topics.commands();
        topics.events();

        topics.accept(LedgerOnTopics.payment(id));

        assertThat(topics.commands()).isEmpty();
        assertThat(topics.events()).isEmpty();
    }

    @Test
    void delivered_once_settlesWithOneResultAndFreesEverything() {
        topics.accept(LedgerOnTopics.payment(id));
        topics.report(id, 1, delivered());
        topics.report(id, 1, delivered());

        List<TestRecord<String, byte[]>> raw = topics.rawResults(RequestKind.PAYMENT);
        assertThat(raw).hasSize(1);
        assertThat(new String(raw.get(0).headers().lastHeader("ce_type").value()))
                .isEqualTo("PaymentAuthorized");
        assertThat(topics.entry(id).status()).isEqualTo(Status.SUCCEEDED);
        assertThat(topics.waiting()).isZero();
        assertThat(topics.documents()).isEmpty();
        assertThat(only(topics.statuses()).status()).isEqualTo(RequestStatus.AUTHORIZED);
    }

    @Test
    void refused_isFailedAndNeverSentAgain() {
        topics.accept(LedgerOnTopics.payment(id));
        topics.commands();
        topics.report(id, 1, new Outcome.Refused(answer(Category.CLIENT_ERROR, 402, "insufficient_funds")));
        topics.pass(Duration.ofDays(1));

        Result result = only(topics.results(RequestKind.PAYMENT));
        assertThat(result.status()).isEqualTo(RequestStatus.FAILED);
        assertThat(result.gatewayStatusCode()).isEqualTo(402);
        assertThat(result.lastErrorCode()).isEqualTo("insufficient_funds");
        assertThat(topics.commands()).isEmpty();
        assertThat(topics.counted("outbox_failed_total")).isEqualTo(1);
        assertThat(topics.counted("outbox_aborted_total", "code", "refused")).isEqualTo(1);
        assertThat(topics.counted("outbox_aborted_total", "code", "attempts_used_up"))
                .isZero();
    }

    @Test
    void busy_sixTimes_isSentAfter5To80SecondsAndThenAborted() {
        topics.accept(LedgerOnTopics.payment(id));
        List<Duration> waits = new ArrayList<>();
        for (int attempt = 1; attempt <= 6; attempt++) {
            Command.Send send = (Command.Send) only(topics.commands());
            assertThat(send.attempt()).isEqualTo(attempt);
            topics.report(
                    id, attempt, new Outcome.Retryable(answer(Category.CLIENT_ERROR, 429, "busy"), Outcome.Doubt.NONE));
            if (attempt < 6) {
                Instant due = topics.entry(id).dueAt();
                waits.add(Duration.between(topics.now(), due));
                topics.pass(Duration.between(topics.now(), due).minusMillis(101));
                assertThat(topics.commands()).isEmpty();
                topics.pass(Duration.ofMillis(201));
            }
        }

        assertThat(waits).extracting(Duration::toSeconds).containsExactly(5L, 10L, 20L, 40L, 80L);
        assertThat(topics.entry(id).status()).isEqualTo(Status.ABORTED);
        assertThat(only(topics.results(RequestKind.PAYMENT)).verdict()).isEqualTo(Fact.Verdict.ABORTED);
        assertThat(only(topics.alerts()).cause()).isEqualTo("attempts_used_up");
        assertThat(topics.counted("outbox_failed_total")).isEqualTo(6);
        assertThat(topics.counted("outbox_aborted_total", "code", "attempts_used_up"))
                .isEqualTo(1);
    }

    @Test
    void retryAfter_longerThanBackoff_isKept() {
        topics.accept(LedgerOnTopics.payment(id));
        Answer busy = new Answer(Category.CLIENT_ERROR, 429, "busy", null, 3, Map.of("retry-after", "90"), null, null);
        topics.report(id, 1, new Outcome.Retryable(busy, Outcome.Doubt.NONE));

        assertThat(Duration.between(topics.now(), topics.entry(id).dueAt())).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void excessiveWaits_thatAreNotKept_areCountedByGateway() {
        topics.accept(LedgerOnTopics.payment(id));
        Answer busy =
                new Answer(Category.CLIENT_ERROR, 429, "busy", null, 3, Map.of("retry-after", "soon"), null, null);
        topics.report(id, 1, new Outcome.Retryable(busy, Outcome.Doubt.NONE, Long.MAX_VALUE));

        assertThat(Duration.between(topics.now(), topics.entry(id).dueAt())).isEqualTo(Duration.ofDays(31));
        assertThat(topics.counted("verifier_excessive_waits_total", "what", "invalid"))
                .isEqualTo(1);
        assertThat(topics.counted("verifier_excessive_waits_total", "what", "quota_too_long"))
                .isEqualTo(1);
    }

    @Test
    void silence_afterEveryTimeout_isUnknownAndAskedAfterFiveMinutes() {
        topics.accept(LedgerOnTopics.payment(id));
        topics.commands();
        topics.pass(Duration.ofSeconds(63));
        assertThat(topics.entry(id).status()).isEqualTo(Status.SENDING);
        topics.pass(Duration.ofSeconds(2));

        assertThat(topics.entry(id).status()).isEqualTo(Status.VERIFYING);
        StatusChange change = only(topics.statuses());
        assertThat(change.status()).isEqualTo(RequestStatus.PENDING);
        assertThat(change.pendingVerification()).isTrue();
        topics.pass(Duration.ofMinutes(5));
        assertThat(only(topics.commands())).isInstanceOf(Command.Inquire.class);
    }

    @Test
    void inquiry_ofAnAcknowledgedRequest_carriesTheGatewaysReference() {
        topics.accept(LedgerOnTopics.payment(id));
        Answer taken = new Answer(Category.UNKNOWN, 202, "accepted_pending", null, 3, Map.of(), "gw-1", null);
        topics.report(id, 1, new Outcome.Unknown(taken));
        topics.commands();
        topics.pass(Duration.ofMinutes(5).plusMillis(200));

        assertThat(((Command.Inquire) only(topics.commands())).gatewayReference())
                .isEqualTo("gw-1");
    }

    @Test
    void verification_tenTimesPending_endsWithAPersonAndAHighAlert() {
        unknown();
        for (int inquiry = 1; inquiry <= 10; inquiry++) {
            topics.pass(Duration.ofMinutes(5).plusMillis(200));
            assertThat(((Command.Inquire) only(topics.commands())).inquiry()).isEqualTo(inquiry);
            topics.found(id, inquiry, Finding.PENDING);
        }

        Entry entry = topics.entry(id);
        assertThat(entry.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(entry.inquiries().count()).isEqualTo(10);
        Alert alert = only(topics.alerts());
        assertThat(alert.severity()).isEqualTo(Alert.Severity.HIGH);
        topics.pass(Duration.ofDays(30));
        assertThat(topics.commands()).isEmpty();
        assertThat(topics.results(RequestKind.PAYMENT)).isEmpty();
    }

    @Test
    void verification_found_settlesAsAuthorized() {
        unknown();
        topics.pass(Duration.ofMinutes(5).plusMillis(200));
        topics.found(id, 1, Finding.SUCCEEDED);

        assertThat(only(topics.results(RequestKind.PAYMENT)).status()).isEqualTo(RequestStatus.AUTHORIZED);
        assertThat(topics.entry(id).status().pendingVerification()).isFalse();
    }

    @Test
    void manualCase_settledByAnOperator_hasItsResultAndItsReason() {
        unknown();
        for (int inquiry = 1; inquiry <= 10; inquiry++) {
            topics.pass(Duration.ofMinutes(5).plusMillis(200));
            topics.found(id, inquiry, Finding.PENDING);
        }
        OperatorAction action = new OperatorAction(
                "action-1",
                id,
                topics.entry(id).seq(),
                OperatorAction.Type.SETTLE_SUCCEEDED,
                "client-1",
                OperatorAction.Role.OPERATOR,
                "seen in the bank's statement",
                topics.now());
        topics.action(action);
        topics.action(action);

        Result result = only(topics.results(RequestKind.PAYMENT));
        assertThat(result.status()).isEqualTo(RequestStatus.AUTHORIZED);
        List<LedgerEvent> events = topics.events();
        LedgerEvent acted = events.get(events.size() - 2);
        assertThat(acted.by()).isEqualTo("operator:client-1");
        assertThat(((Fact.OperatorActed) acted.fact()).reason()).isEqualTo("seen in the bank's statement");
    }

    @Test
    void clockJump_tenYearsForwardWhileVerifying_concludesNothingEarly() {
        unknown();
        topics.pass(Duration.ofDays(3650));
        assertThat(only(topics.commands())).isInstanceOf(Command.Inquire.class);
        topics.found(id, 1, Finding.NOT_FOUND);

        assertThat(topics.results(RequestKind.PAYMENT)).isEmpty();
        assertThat(topics.entry(id).status()).isEqualTo(Status.VERIFYING);
        topics.pass(Duration.ofMinutes(5).plusMillis(200));
        topics.found(id, 2, Finding.SUCCEEDED);
        assertThat(only(topics.results(RequestKind.PAYMENT)).status()).isEqualTo(RequestStatus.AUTHORIZED);
    }

    @Test
    void lateSuccess_afterAbort_isKeptAsContradiction() {
        topics.accept(LedgerOnTopics.payment(id));
        topics.report(id, 1, new Outcome.Refused(answer(Category.CLIENT_ERROR, 400, "bad")));
        topics.report(id, 1, delivered());

        assertThat(topics.entry(id).contradicted()).isTrue();
        assertThat(topics.entry(id).status()).isEqualTo(Status.FAILED);
        assertThat(only(topics.alerts()).cause()).isEqualTo("contradiction");
        assertThat(topics.results(RequestKind.PAYMENT)).hasSize(1);
    }

    /**
     * SPEC F3, H3: senders that lost their position report many attempts; operators get one alert, and then a count.
     */
    @Test
    void positionLost_ofManyRequests_isOneHighAlertForTheGatewayAndThenACount() {
        for (int i = 0; i < 3; i++) {
            RequestId each = new RequestId(UUID.randomUUID());
            topics.accept(LedgerOnTopics.payment(each));
            topics.report(each, 1, PositionLost.outcome());
            assertThat(topics.entry(each).status()).isEqualTo(Status.VERIFYING);
        }
        Alert alert = only(topics.alerts());
        assertThat(alert.cause()).isEqualTo("position_lost");
        assertThat(alert.severity()).isEqualTo(Alert.Severity.HIGH);
        assertThat(alert.gateway()).isEqualTo("bank");
        topics.pass(Duration.ofMinutes(5));
        assertThat(only(topics.alerts()).summary()).startsWith("2 more, 3 since");
    }

    @Test
    void expired_beforeFirstSend_isNeverSent() {
        topics.accept(LedgerOnTopics.request(
                id, RequestKind.ORDER, LedgerOnTopics.START.plusSeconds(30), LedgerOnTopics.START));

        assertThat(topics.commands()).isEmpty();
        assertThat(only(topics.results(RequestKind.ORDER)).verdict()).isEqualTo(Fact.Verdict.EXPIRED);
    }

    @Test
    void poison_onEitherTopic_isQuarantinedAndDoesNotBlock() {
        topics.acceptBytes(id.toString(), "not json".getBytes());
        topics.acceptBytes(null, null);
        topics.acceptBytes(id.toString(), "{\"v\":9}".getBytes());
        topics.acceptBytes("another", Codecs.LEDGER_EVENT.encode(LedgerOnTopics.payment(id)));
        topics.accept(LedgerOnTopics.payment(id));

        assertThat(only(topics.alerts()).cause())
                .as("one cause, published once")
                .isEqualTo("quarantined_record");
        topics.pass(Duration.ofMinutes(5));
        assertThat(only(topics.alerts()).summary()).startsWith("3 more, 4 since");
        assertThat(topics.commands()).first().isInstanceOf(Command.Send.class);
    }

    @Test
    void decision_thatThrowsOnARecord_isPassedOverWithAnAlertAndTheNextGoOn() {
        topics.accept(LedgerOnTopics.payment(id));
        topics.breakLedger();
        topics.report(id, 1, new Outcome.Delivered(new Answer(Category.OK, 201, null, null, 1, Map.of(), "g", null)));
        topics.action(new OperatorAction(
                "o", id, 2, OperatorAction.Type.HOLD, "op", OperatorAction.Role.OPERATOR, "why", topics.now()));
        topics.repairLedger();

        assertThat(topics.entry(id).status()).isEqualTo(Status.SENDING);
        assertThat(only(topics.alerts())).satisfies(alert -> {
            assertThat(alert.cause()).isEqualTo("decision_failed");
            assertThat(alert.severity()).isEqualTo(Alert.Severity.HIGH);
            assertThat(alert.requestId()).isEqualTo(id);
            assertThat(alert.summary()).contains("report of attempt 1", "a bug");
        });
        assertThat(only(topics.actionRefusals()).reason()).contains("internal error");
        assertThat(topics.counted("verifier_decisions_failed_total")).isEqualTo(2);

        RequestId next = new RequestId(UUID.randomUUID());
        topics.accept(LedgerOnTopics.payment(next));
        assertThat(topics.entry(next).status()).isEqualTo(Status.SENDING);
        topics.pass(Duration.ofMinutes(2));
        assertThat(topics.entry(id).status()).as("the lost report is silence").isEqualTo(Status.VERIFYING);
    }

    @Test
    void decision_thatThrowsOnAnArrival_leavesItToTheNextAnnouncement() {
        topics.breakLedger();
        topics.accept(LedgerOnTopics.payment(id));
        assertThat(topics.entry(id)).isNull();
        assertThat(only(topics.alerts()).summary()).contains(id.toString());

        topics.repairLedger();
        topics.accept(LedgerOnTopics.payment(id));
        assertThat(topics.entry(id).status()).isEqualTo(Status.SENDING);
    }

    @Test
    void decision_thatThrowsOnATimer_isTriedThreeTimesAndThenGivenToAPerson() {
        topics.accept(LedgerOnTopics.payment(id));
        Instant due = topics.entry(id).dueAt();
        topics.breakLedger();
        topics.pass(Duration.between(topics.now(), due).plusMillis(200));
        assertThat(topics.counted("verifier_decisions_failed_total")).isEqualTo(1);
        topics.pass(Duration.ofSeconds(50));
        assertThat(topics.counted("verifier_decisions_failed_total"))
                .as("it does not spin")
                .isEqualTo(1);
        topics.pass(Duration.ofSeconds(11));
        topics.pass(Duration.ofSeconds(61));

        assertThat(topics.entry(id).status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(topics.entry(id).reason()).contains("a bug");
        assertThat(topics.counted("verifier_decisions_failed_total")).isEqualTo(3);
        assertThat(topics.alerts()).extracting(Alert::cause).contains("decision_failed", "verification_failed");
        topics.pass(Duration.ofMinutes(10));
        assertThat(topics.counted("verifier_decisions_failed_total"))
                .as("no timer is left")
                .isEqualTo(3);
    }

    @Test
    void decision_thatThrewOnATimer_goesOnWhereTheLedgerIsRepaired() {
        topics.accept(LedgerOnTopics.payment(id));
        Instant due = topics.entry(id).dueAt();
        topics.breakLedger();
        topics.pass(Duration.between(topics.now(), due).plusMillis(200));
        topics.repairLedger();
        topics.pass(Duration.ofSeconds(61));

        assertThat(topics.entry(id).status()).isEqualTo(Status.VERIFYING);
        assertThat(topics.waiting()).isEqualTo(1);
    }

    /** A missing report may still be unread: no attempt counts as silent before the reports of that time were read. */
    @Test
    void tick_whileOldNewsIsRead_doesNotTakeForSilentWhatMayBeUnread() {
        topics.accept(LedgerOnTopics.payment(id));
        topics.pass(Duration.ofSeconds(59));
        topics.acceptLate(
                LedgerOnTopics.payment(new RequestId(UUID.randomUUID())),
                topics.now().minusSeconds(58));
        topics.pass(Duration.ofSeconds(6));
        assertThat(topics.entry(id).status()).isEqualTo(Status.SENDING);

        topics.pass(Duration.ofMillis(100));

        assertThat(topics.entry(id).status()).as("nothing more to read").isEqualTo(Status.VERIFYING);
    }

    @Test
    void tick_moreDueThanItsLimit_takesTheRestNextTime() {
        int requests = 1_200;
        for (int i = 0; i < requests; i++) {
            topics.accept(LedgerOnTopics.payment(new RequestId(new UUID(1, i))));
        }
        topics.pass(Duration.ofSeconds(65));
        assertThat(topics.statuses()).hasSize(500);
        topics.pass(Duration.ofMillis(100));
        topics.pass(Duration.ofMillis(100));

        assertThat(topics.statuses()).hasSize(700);
    }

    @Test
    void events_ofEveryRequest_areDenseAndFoldToTheStoredEntry() {
        unknown();
        topics.pass(Duration.ofMinutes(5).plusMillis(200));
        topics.found(id, 1, Finding.NOT_FOUND);
        topics.pass(Duration.ofMinutes(5).plusMillis(200));
        topics.found(id, 2, Finding.SUCCEEDED);

        List<LedgerEvent> events = topics.events();
        Entry folded = Entry.begin(events.get(0));
        for (LedgerEvent event : events.subList(1, events.size())) {
            folded = folded.apply(event);
        }
        assertThat(folded).isEqualTo(topics.entry(id));
    }

    private void unknown() {
        topics.accept(LedgerOnTopics.payment(id));
        topics.report(id, 1, new Outcome.Unknown(Answer.none(Category.NO_ANSWER, "timeout", "no answer")));
        topics.commands();
        topics.statuses();
    }

    private static Outcome delivered() {
        return new Outcome.Delivered(new Answer(Category.OK, 201, null, null, 12, Map.of(), "sim_1", "{}"));
    }

    private static Answer answer(Category category, int status, String code) {
        return new Answer(category, status, code, null, 12, Map.of(), null, null);
    }

    private static List<Class<?>> facts(List<LedgerEvent> events) {
        return events.stream().<Class<?>>map(event -> event.fact().getClass()).toList();
    }

    private static <T> T only(List<T> list) {
        assertThat(list).hasSize(1);
        return list.get(0);
    }
}
