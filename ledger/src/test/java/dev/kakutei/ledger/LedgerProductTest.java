package dev.kakutei.ledger;

import static dev.kakutei.ledger.Histories.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every state × every observation × every class of gateway × the times that matter (SPEC C1). */
class LedgerProductTest {
    static Stream<String> histories() {
        return Histories.all().keySet().stream();
    }

    @Test
    void histories_together_coverEveryStatusThatFactsLeadTo() {
        Set<Status> covered =
                Histories.all().values().stream().map(Entry::status).collect(Collectors.toSet());

        assertThat(covered).isEqualTo(EnumSet.allOf(Status.class));
    }

    @ParameterizedTest
    @MethodSource("histories")
    void decide_anyStateAnyObservation_isTotalIdempotentAndLawful(String history) {
        Entry entry = Histories.all().get(history);
        for (GatewayPolicy policy : policiesAndNone()) {
            for (Instant now : times(entry)) {
                for (Observation observation : Observations.all(entry)) {
                    step(policy, entry, observation, now);
                }
            }
        }
    }

    @Test
    void decide_unknownRequest_isTotalIdempotentAndLawful() {
        Entry any = Histories.sent().entry();
        for (GatewayPolicy policy : policiesAndNone()) {
            for (Observation observation : Observations.all(any)) {
                step(policy, null, observation, START);
            }
        }
    }

    /** Twice: what was seen before changes nothing, except that a timer may be due again. */
    private static void step(GatewayPolicy policy, Entry entry, Observation observation, Instant now) {
        try {
            Ledger ledger = Policies.ledger(policy);
            Decision decision = ledger.decide(entry, observation, now);
            new Invariants(policy, entry, decision, now).hold();
            Entry after = decision.entry();
            boolean dueAgain = observation == Observations.TIME
                    && after != null
                    && after.dueAt() != null
                    && !now.isBefore(after.dueAt());
            if (!dueAgain) {
                Decision again = ledger.decide(after, observation, now);
                assertThat(again.events()).isEmpty();
                assertThat(again.entry()).isEqualTo(after);
                assertThat(again.effects()).allMatch(LedgerProductTest::isAlertAboutAReport);
            }
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(observation + " at " + now + " under " + policy, e);
        }
    }

    /** Raised for every report of the kind, and counted: a report that comes again is counted again. */
    private static boolean isAlertAboutAReport(Effect effect) {
        return effect instanceof Effect.Raise raise
                && Set.of("report_without_command", "position_lost").contains(raise.cause());
    }

    private static List<GatewayPolicy> policiesAndNone() {
        List<GatewayPolicy> policies = new ArrayList<>(Policies.all());
        policies.add(null);
        return policies;
    }

    private static List<Instant> times(Entry entry) {
        List<Instant> times = new ArrayList<>(List.of(
                START.minus(Duration.ofDays(3650)), START, entry.updatedAt(), START.plus(Duration.ofDays(3650))));
        if (entry.dueAt() != null) {
            times.add(entry.dueAt().minusMillis(1));
            times.add(entry.dueAt());
        }
        return times;
    }
}
