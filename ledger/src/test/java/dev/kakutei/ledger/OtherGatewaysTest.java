package dev.kakutei.ledger;

import static dev.kakutei.ledger.Observations.DELIVERED;
import static dev.kakutei.ledger.Observations.NOT_SENT;
import static dev.kakutei.ledger.Observations.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.RecoveryFact;
import dev.kakutei.schemas.SecondEffect;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * SPEC H3: a request was resubmitted to another gateway, approved and posted there, and Kafka lost every record of that. No
 * answer of the gateway that it is known to have can rule out that the other one has it.
 */
class OtherGatewaysTest {
    private static final String OTHER = "card";
    private static final Instant LOST = Histories.at(9);
    private static final Instant LATER = Histories.at(12);

    static List<GatewayPolicy> policies() {
        return Policies.all();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void recordsLost_namesTheOtherGateway_andTheEntryRemembersIt(GatewayPolicy policy) {
        Decision decision = lost(policy, Histories.waiting().entry(), Set.of(OTHER, Histories.GATEWAY));

        assertThat(decision.entry().otherGateways()).containsExactly(OTHER);
        assertThat(decision.entry().status()).isEqualTo(Status.PENDING_APPROVAL);
        assertThat(decision.events().get(0).fact())
                .isInstanceOfSatisfying(
                        RecoveryFact.RecordsLost.class,
                        fact -> assertThat(fact.otherGateways()).containsExactly(OTHER));
        assertThat(alert(decision, "records_lost")).contains(OTHER);
        // A second recovery that finds no note any more loses nothing.
        assertThat(lost(policy, decision.entry(), Set.of()).entry().otherGateways())
                .containsExactly(OTHER);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void recordsLost_inAnyOpenState_sendsNothingByItself(GatewayPolicy policy) {
        Histories.all().forEach((name, entry) -> {
            Decision decision = lost(policy, entry, Set.of(OTHER));
            if (entry.status().terminal()) {
                assertThat(decision.events()).as(name).isEmpty();
                return;
            }
            Entry after = decision.entry();
            assertThat(decision.effects()).as(name).noneMatch(Effect.Send.class::isInstance);
            assertThat(after.status().waitsForPerson()).as(name).isTrue();
            Entry folded = entry;
            for (LedgerEvent event : decision.events()) {
                folded = folded.apply(event);
            }
            assertThat(folded).as(name).isEqualTo(after);
        });
    }

    @ParameterizedTest
    @MethodSource("policies")
    void approved_goesToAPersonWhoReadsWhereToLook(GatewayPolicy policy) {
        Decision decision = action(policy, waiting(policy), OperatorAction.Type.APPROVE, null);

        assertThat(decision.entry().status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(decision.effects())
                .noneMatch(Effect.Send.class::isInstance)
                .noneMatch(Effect.Inquire.class::isInstance);
        assertThat(decision.entry().reason()).contains("\"" + OTHER + "\"", "\"" + Histories.GATEWAY + "\"", "settle");
        assertThat(alert(decision, "verification_failed")).contains(OTHER);
    }

    @Test
    void approvedPastItsExpiry_orHeldForTooLong_goesToAPersonAsWell() {
        Entry waiting = Histories.accepted(Histories.at(40))
                .pendingApproval(0, null, ApprovalFact.Lapse.ALERT)
                .entry();
        Entry after = lost(Policies.QUERYABLE, waiting, Set.of(OTHER)).entry();

        Entry over = Policies.ledger(Policies.QUERYABLE)
                .decide(after, new Observation.TimeCame(), Histories.at(40))
                .entry();

        assertThat(over.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(over.reason()).contains(OTHER);
    }

    /** The first gateway truly does not have it. */
    @Test
    void verified_notFound_isNotTheEndOfTheDoubt() {
        Entry person = approved(Policies.QUERYABLE);
        Ledger ledger = Policies.ledger(Policies.QUERYABLE);
        Entry entry = action(Policies.QUERYABLE, person, OperatorAction.Type.VERIFY_NOW, null)
                .entry();
        Instant now = LATER.plus(Duration.ofDays(1));
        for (int i = 0; i < 50 && entry.status() == Status.VERIFYING; i++) {
            if (entry.inquiries().open() == 0) {
                now = now.isBefore(entry.dueAt()) ? entry.dueAt() : now;
                entry = ledger.decide(entry, new Observation.TimeCame(), now).entry();
            } else {
                Decision decided = ledger.decide(
                        entry,
                        Observations.inquiry(entry.inquiries().open(), Finding.NOT_FOUND, entry.recovery()),
                        now.plusSeconds(1));
                assertThat(decided.effects()).noneMatch(Effect.Send.class::isInstance);
                entry = decided.entry();
            }
        }

        assertThat(entry.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(entry.inDoubt()).isTrue();
        assertThat(entry.reason()).contains(OTHER);
    }

    @Test
    void verified_declined_isNotTheEndOfTheDoubt() {
        Entry asked = action(Policies.QUERYABLE, approved(Policies.QUERYABLE), OperatorAction.Type.VERIFY_NOW, null)
                .entry();

        Entry after = Policies.ledger(Policies.QUERYABLE)
                .decide(
                        asked,
                        Observations.inquiry(asked.inquiries().open(), Finding.DECLINED, asked.recovery()),
                        LATER)
                .entry();

        assertThat(after.status()).isEqualTo(Status.VERIFICATION_FAILED);
        assertThat(after.reason()).contains(OTHER);
    }

    @Test
    void success_fromEitherGateway_settles() {
        Entry asked = action(Policies.QUERYABLE, approved(Policies.QUERYABLE), OperatorAction.Type.VERIFY_NOW, null)
                .entry();
        Ledger ledger = Policies.ledger(Policies.QUERYABLE);

        assertThat(ledger.decide(
                                asked,
                                Observations.inquiry(asked.inquiries().open(), Finding.SUCCEEDED, asked.recovery()),
                                LATER)
                        .entry()
                        .status())
                .isEqualTo(Status.SUCCEEDED);
        for (int attempt : List.of(1, 4)) {
            assertThat(ledger.decide(waiting(Policies.QUERYABLE), Observations.attempt(attempt, DELIVERED), LATER)
                            .entry()
                            .status())
                    .isEqualTo(Status.SUCCEEDED);
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void sendAgain_needsTheAcceptanceOfASecondEffect(GatewayPolicy policy) {
        Entry person = approved(policy);

        Optional<String> refusal =
                OperatorActions.refusal(person, wish(person, OperatorAction.Type.SEND_AGAIN, null), policy, LATER);
        assertThat(refusal).hasValueSatisfying(text -> assertThat(text).contains(OTHER, "accept_second_effect"));

        Decision accepted = action(policy, person, OperatorAction.Type.SEND_AGAIN, SecondEffect.ACCEPTED);
        assertThat(accepted.entry().status()).isEqualTo(Status.SENDING);
        assertThat(accepted.entry().perhapsTwice()).isTrue();
        assertThat(alert(accepted, "perhaps_twice")).isNotEmpty();
    }

    /** What the person accepted was one attempt: no other one follows by itself, and no report ends the doubt. */
    @ParameterizedTest
    @MethodSource("policies")
    void sentAgain_whateverIsReported_noOtherAttemptFollows(GatewayPolicy policy) {
        Ledger ledger = Policies.ledger(policy);
        Observations.OUTCOMES.forEach(outcome -> {
            Entry entry = action(policy, approved(policy), OperatorAction.Type.SEND_AGAIN, SecondEffect.ACCEPTED)
                    .entry();
            entry = ledger.decide(
                            entry,
                            Observations.attempt(entry.attempts().count(), outcome, entry.recovery()),
                            LATER.plusSeconds(1))
                    .entry();
            Instant now = LATER.plus(Duration.ofDays(2));
            for (int i = 0; i < 50 && entry.dueAt() != null; i++) {
                now = now.isBefore(entry.dueAt()) ? entry.dueAt() : now;
                Decision due = entry.inquiries().open() == 0
                        ? ledger.decide(entry, new Observation.TimeCame(), now)
                        : ledger.decide(
                                entry,
                                Observations.inquiry(entry.inquiries().open(), Finding.NOT_FOUND, entry.recovery()),
                                now);
                assertThat(due.effects()).as(outcome.toString()).noneMatch(Effect.Send.class::isInstance);
                entry = due.entry();
            }
            assertThat(entry.status())
                    .as(outcome.toString())
                    .isEqualTo(outcome.equals(DELIVERED) ? Status.SUCCEEDED : Status.VERIFICATION_FAILED);
        });
    }

    @Test
    void lateReports_thatSayThatNothingWasDone_endNoDoubt() {
        for (GatewayPolicy policy : Policies.all()) {
            for (var outcome : List.of(NOT_SENT, REFUSED)) {
                Entry after = Policies.ledger(policy)
                        .decide(approved(policy), Observations.attempt(1, outcome), LATER)
                        .entry();
                assertThat(after.status()).isEqualTo(Status.VERIFICATION_FAILED);
                assertThat(after.inDoubt()).isTrue();
            }
        }
    }

    @Test
    void notedForItsOwnGatewayOnly_isAsBefore() {
        Entry entry = Histories.waiting().entry();

        assertThat(lost(Policies.QUERYABLE, entry, Set.of(Histories.GATEWAY)))
                .isEqualTo(lost(Policies.QUERYABLE, entry, Set.of()));
    }

    private static Entry waiting(GatewayPolicy policy) {
        return lost(policy, Histories.waiting().entry(), Set.of(OTHER)).entry();
    }

    private static Entry approved(GatewayPolicy policy) {
        return action(policy, waiting(policy), OperatorAction.Type.APPROVE, null)
                .entry();
    }

    private static Decision lost(GatewayPolicy policy, Entry entry, Set<String> gateways) {
        return Policies.ledger(policy)
                .decide(entry, new Observation.RecordsLost(1, 0, LOST, "Kafka has lost records", gateways), LOST);
    }

    private static OperatorAction wish(Entry entry, OperatorAction.Type action, SecondEffect acceptance) {
        boolean approves = action == OperatorAction.Type.APPROVE;
        return new OperatorAction(
                "o-" + entry.seq(),
                entry.id(),
                entry.seq(),
                action,
                "ann",
                approves ? OperatorAction.Role.APPROVER : OperatorAction.Role.OPERATOR,
                approves ? null : "because",
                LATER,
                null,
                acceptance,
                null);
    }

    private static Decision action(
            GatewayPolicy policy, Entry entry, OperatorAction.Type type, SecondEffect acceptance) {
        OperatorAction action = wish(entry, type, acceptance);
        return Policies.ledger(policy).decide(entry, new Observation.ActionRequested(action), LATER);
    }

    private static String alert(Decision decision, String cause) {
        return decision.effects().stream()
                .filter(Effect.Raise.class::isInstance)
                .map(Effect.Raise.class::cast)
                .filter(raise -> raise.cause().equals(cause))
                .map(raise -> raise.summary())
                .findFirst()
                .orElse("");
    }
}
