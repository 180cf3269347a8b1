package dev.kakutei.verifier.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A gateway that answers "not found" to every status query is asked wrongly, rather than having lost every request. */
class StatusQueryFindsNothingTest {
    private static final String CAUSE = "status_query_finds_nothing";
    private static final Outcome TIMEOUT =
            new Outcome.Unknown(Answer.none(Category.NO_ANSWER, "timeout", "no answer in time"));

    private final LedgerOnTopics topics = new LedgerOnTopics(LedgerOnTopics.GATEWAYS);

    @AfterEach
    void close() {
        topics.close();
    }

    @Test
    void notFound_ofEveryRequest_failsNoneAndRaisesAnAlert() {
        List<RequestId> requests = requests(6);
        requests.forEach(id -> topics.report(id, 1, TIMEOUT));
        answerToTheEnd(requests, Finding.NOT_FOUND);

        assertThat(requests)
                .allSatisfy(id -> assertThat(topics.entry(id).status()).isEqualTo(Status.VERIFICATION_FAILED));
        assertThat(topics.entry(requests.get(5)).reason()).contains("like every status query at this gateway");
        assertThat(topics.alerts())
                .filteredOn(alert -> alert.cause().equals(CAUSE))
                .isNotEmpty()
                .allSatisfy(alert -> {
                    assertThat(alert.severity()).isEqualTo(Alert.Severity.HIGH);
                    assertThat(alert.gateway()).isEqualTo("bank");
                    assertThat(alert.summary()).contains("status_query.paths");
                });
    }

    @Test
    void notFound_whereAnotherRequestWasFound_isBelieved() {
        List<RequestId> found = requests(1);
        topics.report(found.get(0), 1, TIMEOUT);
        answerToTheEnd(found, Finding.SUCCEEDED);
        List<RequestId> lost = requests(6);
        lost.forEach(id -> topics.report(id, 1, TIMEOUT));
        answerToTheEnd(lost, Finding.NOT_FOUND);

        assertBelieved(lost);
    }

    /** A sender that dies loses commands that it never posted: "not found" is to be expected of them. */
    @Test
    void notFound_ofRequestsThatNoSenderReportedOn_isBelieved() {
        List<RequestId> lost = requests(6);
        topics.pass(Duration.ofSeconds(66));
        answerToTheEnd(lost, Finding.NOT_FOUND);

        assertBelieved(lost);
    }

    @Test
    void notFound_ofFewRequests_isBelieved() {
        List<RequestId> lost = requests(4);
        lost.forEach(id -> topics.report(id, 1, TIMEOUT));
        answerToTheEnd(lost, Finding.NOT_FOUND);

        assertThat(lost).allSatisfy(id -> assertThat(topics.entry(id).status()).isEqualTo(Status.FAILED));
    }

    private List<RequestId> requests(int count) {
        List<RequestId> requests = Stream.generate(() -> new RequestId(UUID.randomUUID()))
                .limit(count)
                .toList();
        requests.forEach(id -> topics.accept(LedgerOnTopics.payment(id, topics.now())));
        topics.commands();
        return requests;
    }

    /** Every question is answered so, until no more questions are asked. */
    private void answerToTheEnd(List<RequestId> requests, Finding finding) {
        for (int round = 0; round < 60; round++) {
            topics.pass(Duration.ofSeconds(150));
            for (Command command : topics.commands()) {
                topics.found(command.requestId(), ((Command.Inquire) command).inquiry(), finding);
            }
        }
        assertThat(requests).noneMatch(id -> topics.entry(id).status() == Status.VERIFYING);
    }

    private void assertBelieved(List<RequestId> lost) {
        assertThat(lost).allSatisfy(id -> assertThat(topics.entry(id).status()).isEqualTo(Status.FAILED));
        assertThat(topics.alerts()).noneMatch(alert -> alert.cause().equals(CAUSE));
    }
}
