package dev.kakutei.ledger;

import static dev.kakutei.ledger.Observations.ACKNOWLEDGED;
import static dev.kakutei.ledger.Observations.REFERENCE;
import static dev.kakutei.ledger.Observations.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LateFact;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.Gateway;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Once a gateway has answered with its own reference for a request, "not found" is a wrong question, and no absence. */
class AcknowledgedTest {
    private static final GatewayPolicy FAIL = policy(Gateway.NotFound.FAIL);

    private static GatewayPolicy policy(Gateway.NotFound notFound) {
        return Policies.with(Policies.QUERYABLE, Policies.verification(4, 2, notFound));
    }

    @ParameterizedTest
    @EnumSource(Gateway.NotFound.class)
    void notFound_ofAnAcknowledgedRequest_isNeverBelievedAndGoesToAPerson(Gateway.NotFound notFound) {
        RequestRun run = RequestRun.begun(policy(notFound)).attemptEnded(ACKNOWLEDGED);
        notFoundToTheEnd(run);

        assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(run.entry().inquiries().misses()).isZero();
        assertThat(run.sends()).isEqualTo(1);
        assertThat(run.alerts()).containsExactly("HIGH verification_failed");
        assertThat(run.entry().reason())
                .contains("the gateway acknowledged it under reference " + REFERENCE
                        + ", and then answered not found 4 times");
    }

    @Test
    void notFound_ofARequestThatIsKnownOnlyByItsSilence_isStillBelieved() {
        assertThat(notFoundToTheEnd(RequestRun.begun(FAIL).attemptEnded(UNKNOWN))
                        .status())
                .isEqualTo(Status.FAILED);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"500, gw-1", "409, gw-1", "302, gw-1", "202,", "202, ' '", "202, 0198c0de-0000-7000-8000-00000000002a"})
    void answer_thatIsAnErrorOrNamesNothingOfItsOwn_acknowledgesNothing(int status, String reference) {
        RequestRun run = RequestRun.begun(FAIL).attemptEnded(unknown(status, reference));

        assertThat(notFoundToTheEnd(run).status()).isEqualTo(Status.FAILED);
    }

    @Test
    void inquiry_isGivenTheReferenceThatTheGatewayAcknowledgedWith() {
        RequestRun named = RequestRun.begun(FAIL).attemptEnded(ACKNOWLEDGED).timer();
        RequestRun unnamed =
                RequestRun.begun(FAIL).attemptEnded(unknown(500, "err-1")).timer();

        assertThat(named.effects(Effect.Inquire.class))
                .singleElement()
                .extracting(Effect.Inquire::gatewayReference)
                .isEqualTo(REFERENCE);
        assertThat(unnamed.effects(Effect.Inquire.class))
                .singleElement()
                .extracting(Effect.Inquire::gatewayReference)
                .isNull();
    }

    @Test
    void acknowledgement_lateWhileVerifying_countsAndMovesNothing() {
        RequestRun run = RequestRun.begun(FAIL).timer().timer();
        Entry asked = run.entry();
        assertThat(asked.inquiries().open()).isEqualTo(1);

        run.attemptEnded(ACKNOWLEDGED);
        assertThat(run.lastFacts())
                .as("the first report of it")
                .singleElement()
                .isInstanceOf(LateFact.OutcomeStillUnknown.class);
        assertThat(run.entry().inquiries().answers().acknowledged()).isTrue();
        assertThat(run.status()).isEqualTo(Status.VERIFYING);
        assertThat(run.entry().inquiries().open()).isEqualTo(1);
        assertThat(run.entry().dueAt()).isEqualTo(asked.dueAt());
        assertThat(run.entry().lastAnswer().reference()).isEqualTo(REFERENCE);
        assertThat(run.attemptEnded(ACKNOWLEDGED).last().events()).isEmpty();
        assertThat(notFoundToTheEnd(run.found(Finding.NOT_FOUND)).status()).isEqualTo(Status.VERIFICATION_FAILED);
    }

    @Test
    void acknowledgement_betweenTwoMisses_leavesTheSecondUncounted() {
        RequestRun run = ripe(RequestRun.begun(FAIL).attemptEnded(UNKNOWN)).found(Finding.NOT_FOUND);
        assertThat(run.entry().inquiries().misses()).isEqualTo(1);

        run.attemptEnded(ACKNOWLEDGED).timer().found(Finding.NOT_FOUND);
        assertThat(run.status()).isEqualTo(Status.VERIFYING);
        assertThat(run.entry().inquiries().misses()).isEqualTo(1);
    }

    @Test
    void acknowledgement_ofAnEarlierAttempt_counts() {
        RequestRun run = RequestRun.begun(Policies.with(Policies.IDEMPOTENT_ASKED, FAIL.verification()))
                .attemptEnded(Observations.BROKEN)
                .timer()
                .attemptEnded(1, ACKNOWLEDGED);
        assertThat(run.status()).isEqualTo(Status.SENDING);

        assertThat(notFoundToTheEnd(run.attemptEnded(UNKNOWN)).status()).isEqualTo(Status.VERIFICATION_FAILED);
    }

    @Test
    void acknowledgement_whileAPersonLooks_countsWhenThePersonHasItAsked() {
        RequestRun run = RequestRun.begun(Policies.NEITHER).attemptEnded(UNKNOWN);
        assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);

        run.attemptEnded(ACKNOWLEDGED);
        assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(run.entry().lastAnswer().reference()).isEqualTo(REFERENCE);
        assertThat(run.entry().inquiries().answers().acknowledged()).isTrue();
    }

    @Test
    void acknowledgement_ofWhatCannotBeAsked_isKnownWhenItCanBe() {
        RequestRun run = RequestRun.begun(Policies.IDEMPOTENT).attemptEnded(ACKNOWLEDGED);
        assertThat(run.status()).isEqualTo(Status.RETRYING);

        run.policy(Policies.with(Policies.QUERYABLE, FAIL.verification())).timer();
        assertThat(run.status()).isEqualTo(Status.VERIFYING);
        assertThat(notFoundToTheEnd(run).status()).isEqualTo(Status.VERIFICATION_FAILED);
    }

    @Test
    void pending_withTheGatewaysReference_acknowledgesToo() {
        Answer pending = new Answer(Category.OK, 200, "PENDING", null, 3, Map.of(), REFERENCE, null);
        RequestRun run = RequestRun.begun(FAIL)
                .attemptEnded(UNKNOWN)
                .timer()
                .observe(Observations.inquiry(1, Finding.PENDING, pending));

        assertThat(notFoundToTheEnd(run).status()).isEqualTo(Status.VERIFICATION_FAILED);
    }

    @Test
    void pending_asTheLastAnswer_isRememberedForAPerson() {
        Answer pending = new Answer(Category.OK, 200, "PENDING", null, 3, Map.of(), REFERENCE, null);
        RequestRun run = RequestRun.begun(Policies.with(FAIL, Policies.verification(1, 1, Gateway.NotFound.FAIL)))
                .attemptEnded(UNKNOWN)
                .timer()
                .observe(Observations.inquiry(1, Finding.PENDING, pending));

        assertThat(run.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(run.entry().inquiries().answers().acknowledged()).isTrue();
    }

    @Test
    void notFound_withAReferenceInItsAnswer_acknowledgesNothing() {
        Answer echo = new Answer(Category.OK, 200, "NONE", null, 3, Map.of(), "trace-1", null);
        RequestRun run = ripe(RequestRun.begun(FAIL).attemptEnded(UNKNOWN))
                .observe(Observations.inquiry(1, Finding.NOT_FOUND, echo));
        run.timer().observe(Observations.inquiry(2, Finding.NOT_FOUND, echo));

        assertThat(run.status()).isEqualTo(Status.FAILED);
    }

    @Test
    void acknowledgement_afterNotFoundWasBelieved_isAContradiction() {
        RequestRun run = notFoundToTheEnd(RequestRun.begun(FAIL).attemptEnded(UNKNOWN));
        assertThat(run.status()).isEqualTo(Status.FAILED);

        run.attemptEnded(ACKNOWLEDGED);
        assertThat(run.entry().contradicted()).isTrue();
        assertThat(run.alerts()).containsExactly("HIGH contradiction");
        assertThat(run.attemptEnded(ACKNOWLEDGED).last().events()).isEmpty();
    }

    @Test
    void acknowledgement_afterARefusal_isNoContradiction() {
        RequestRun run =
                RequestRun.begun(FAIL).attemptEnded(Observations.REFUSED).attemptEnded(ACKNOWLEDGED);

        assertThat(run.entry().contradicted()).isFalse();
    }

    @Test
    void reason_withALongReference_isBounded() {
        RequestRun run = RequestRun.begun(FAIL).attemptEnded(unknown(202, "x".repeat(Answer.MAX_TEXT)));

        assertThat(notFoundToTheEnd(run).entry().reason()).hasSizeLessThan(400);
    }

    private static Outcome unknown(int status, String reference) {
        return new Outcome.Unknown(new Answer(Category.UNKNOWN, status, "code", null, 3, Map.of(), reference, null));
    }

    /** Asked when a "not found" counts. */
    private static RequestRun ripe(RequestRun run) {
        return run.pass(Duration.ofHours(1)).observe(Observations.TIME);
    }

    /** Every question is answered "not found", late enough to count, until nothing more is asked. */
    private static RequestRun notFoundToTheEnd(RequestRun run) {
        while (run.status() == Status.VERIFYING) {
            if (run.entry().inquiries().open() == 0) {
                ripe(run);
            }
            run.found(Finding.NOT_FOUND);
        }
        return run;
    }
}
