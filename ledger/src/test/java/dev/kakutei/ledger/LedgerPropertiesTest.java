package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Lives made of anything in any order, at any time: what must never happen does not (SPEC C1 to C7, decision 4). */
class LedgerPropertiesTest {
    /** What is observed next; which attempt or inquiry it speaks of is counted back from the one after the current. */
    record Step(Kind kind, int back, Outcome outcome, Finding finding, Clock clock) {}

    enum Kind {
        ARRIVAL,
        ATTEMPT,
        INQUIRY,
        TIMER
    }

    /** How our clock moves before the step. */
    enum Clock {
        STILL,
        A_SECOND,
        UNTIL_DUE,
        HALF_AN_HOUR,
        AN_HOUR_BACK,
        TEN_YEARS
    }

    @Provide
    Arbitrary<Step> steps() {
        return Combinators.combine(
                        Arbitraries.frequency(
                                Tuple.of(1, Kind.ARRIVAL),
                                Tuple.of(5, Kind.ATTEMPT),
                                Tuple.of(5, Kind.INQUIRY),
                                Tuple.of(8, Kind.TIMER)),
                        Arbitraries.frequency(Tuple.of(8, 1), Tuple.of(2, 2), Tuple.of(1, 3), Tuple.of(1, 0)),
                        Arbitraries.frequency(
                                Tuple.of(1, Observations.DELIVERED),
                                Tuple.of(1, Observations.REFUSED),
                                Tuple.of(4, Observations.BUSY),
                                Tuple.of(4, Observations.BROKEN),
                                Tuple.of(4, Observations.UNKNOWN),
                                Tuple.of(4, Observations.NOT_SENT)),
                        Arbitraries.frequency(
                                Tuple.of(1, Finding.SUCCEEDED),
                                Tuple.of(1, Finding.DECLINED),
                                Tuple.of(8, Finding.NOT_FOUND),
                                Tuple.of(2, Finding.PENDING),
                                Tuple.of(2, Finding.INCONCLUSIVE),
                                Tuple.of(1, Finding.UNANSWERABLE)),
                        Arbitraries.frequency(
                                Tuple.of(2, Clock.STILL),
                                Tuple.of(4, Clock.A_SECOND),
                                Tuple.of(8, Clock.UNTIL_DUE),
                                Tuple.of(2, Clock.HALF_AN_HOUR),
                                Tuple.of(1, Clock.AN_HOUR_BACK),
                                Tuple.of(1, Clock.TEN_YEARS)))
                .as(Step::new);
    }

    @Provide
    Arbitrary<List<Step>> lives() {
        return steps().list().ofMinSize(1).ofMaxSize(40);
    }

    @Provide
    Arbitrary<GatewayPolicy> policies() {
        return Arbitraries.of(Policies.all());
    }

    @Property(tries = 1_500)
    void anyLife_underOnePolicy_isLawful(@ForAll("policies") GatewayPolicy policy, @ForAll("lives") List<Step> run) {
        live(run, List.of(policy));
    }

    @Property(tries = 1_000)
    void anyLife_whilePoliciesChange_isLawful(
            @ForAll("policies") GatewayPolicy first,
            @ForAll("policies") GatewayPolicy second,
            @ForAll("lives") List<Step> run) {
        live(run, List.of(first, second));
    }

    private static void live(List<Step> steps, List<GatewayPolicy> policies) {
        RequestRun run = RequestRun.begun(policies.get(0));
        Doubts doubts = new Doubts();
        doubts.heed(null, run, Observations.ARRIVAL, policies.get(0));
        for (int i = 0; i < steps.size(); i++) {
            GatewayPolicy policy = policies.get(i % policies.size());
            Step step = steps.get(i);
            Entry before = run.entry();
            run.policy(policy).at(moved(run, step.clock()));
            Observation observation = observation(before, step);
            run.observe(observation);
            doubts.heed(before, run, observation, policy);
            repeatChangesNothing(run, policy, observation);
            assertThat(run.effects(Effect.PublishResult.class))
                    .hasSize(run.status().terminal() ? 1 : 0);
        }
    }

    private static Observation observation(Entry entry, Step step) {
        return switch (step.kind()) {
            case ARRIVAL -> Observations.ARRIVAL;
            case TIMER -> Observations.TIME;
            case ATTEMPT ->
                Observations.attempt(Math.max(1, entry.attempts().count() + 1 - step.back()), step.outcome());
            case INQUIRY ->
                Observations.inquiry(Math.max(1, entry.inquiries().count() + 1 - step.back()), step.finding());
        };
    }

    private static Instant moved(RequestRun run, Clock clock) {
        Instant now = run.now();
        return switch (clock) {
            case STILL -> now;
            case A_SECOND -> now.plusSeconds(1);
            case UNTIL_DUE -> run.entry().dueAt() == null ? now : run.entry().dueAt();
            case HALF_AN_HOUR -> now.plus(Duration.ofMinutes(30));
            case AN_HOUR_BACK -> now.minus(Duration.ofHours(1));
            case TEN_YEARS -> now.plus(Duration.ofDays(3653));
        };
    }

    private static void repeatChangesNothing(RequestRun run, GatewayPolicy policy, Observation observation) {
        Entry entry = run.entry();
        if (observation == Observations.TIME
                && entry.dueAt() != null
                && !run.now().isBefore(entry.dueAt())) {
            return;
        }
        Decision again = Policies.ledger(policy).decide(entry, observation, run.now());
        assertThat(again.events()).isEmpty();
        assertThat(again.entry()).isEqualTo(entry);
    }

    /**
     * Which attempts may have taken effect, by a reckoning of its own: an attempt is in doubt from its command on, until
     * it is reported to have had no effect or the gateway's "not found" is believed.
     */
    private static final class Doubts {
        private final Set<Integer> attempts = new TreeSet<>();

        void heed(Entry before, RequestRun run, Observation observation, GatewayPolicy policy) {
            if (observation instanceof Observation.Reported reported
                    && reported.report() instanceof Report.AttemptReport report
                    && certainlyWithoutEffect(report.outcome())) {
                attempts.remove(report.attempt());
            }
            for (LedgerEvent event : run.last().events()) {
                if (event.fact() instanceof Fact.AttemptDeferred && before.status() == Status.VERIFYING) {
                    leavingVerification(before, observation);
                }
                if (event.fact() instanceof Fact.AttemptStarted started) {
                    assertThat(policy.forgivesRepetition() || attempts.isEmpty())
                            .as("attempt %s is sent while %s may have taken effect", started.attempt(), attempts)
                            .isTrue();
                    attempts.add(started.attempt());
                }
                if (event.fact() instanceof Fact.Settled settled && settled.verdict() == Fact.Verdict.ABORTED) {
                    assertThat(attempts.isEmpty() || found(observation, Finding.NOT_FOUND))
                            .as("aborted while %s may have taken effect", attempts)
                            .isTrue();
                }
            }
        }

        /** Another attempt after doubt: absence is believed, or the attempt itself was reported to be without effect. */
        private void leavingVerification(Entry before, Observation observation) {
            if (found(observation, Finding.NOT_FOUND)) {
                attempts.clear();
            } else {
                assertThat(before.inDoubt()).isFalse();
                assertThat(attempts).doesNotContain(before.attempts().count());
            }
        }

        private static boolean found(Observation observation, Finding finding) {
            return observation instanceof Observation.Reported reported
                    && reported.report() instanceof Report.InquiryReport report
                    && report.finding() == finding;
        }

        private static boolean certainlyWithoutEffect(Outcome outcome) {
            return outcome == Observations.REFUSED || outcome == Observations.BUSY || outcome == Observations.NOT_SENT;
        }
    }
}
