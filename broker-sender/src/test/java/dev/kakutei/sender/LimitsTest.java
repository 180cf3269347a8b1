package dev.kakutei.sender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.Limits;
import dev.kakutei.testkit.Await;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** SPEC D7: rate and breaker, between a real Kafka and real sockets. Times are only ever bounded from below. */
class LimitsTest {
    private static final Duration LIMIT = SenderRig.LIMIT;
    private static final Duration LONG = Duration.ofMinutes(5);
    /** When every command of a test is too old. */
    private static final Duration BEYOND = LONG.multipliedBy(2);

    private static final int CONCURRENCY = 4;
    private static final int FAILURES = 3;

    private static Gateway gateway(URI url, Limits.Rate rate, Limits.Breaker breaker) {
        return Fixtures.limited(Fixtures.gateway("gw", url, CONCURRENCY), new Limits(CONCURRENCY, rate, breaker));
    }

    private static Set<String> issue(SenderRig rig, int count) {
        Set<String> issued = new HashSet<>();
        for (int i = 0; i < count; i++) {
            Command.Send order = Fixtures.order(Fixtures.id(), 1, "gw", LONG, Fixtures.LONG_CALL);
            rig.issue(order);
            issued.add(order.requestId() + "#1");
        }
        rig.flush();
        return issued;
    }

    private static double metric(SenderRig rig, String name, String... tags) {
        return rig.metrics.counter(name, tags).count();
    }

    /** The attempts that were reported as never sent, each with its outcome. */
    private static Map<String, Outcome> notSent(List<Report> reports) {
        return reports.stream()
                .map(Report.AttemptReport.class::cast)
                .filter(report -> report.outcome() instanceof Outcome.NotSent)
                .collect(Collectors.toMap(
                        report -> report.requestId() + "#" + report.attempt(), Report.AttemptReport::outcome));
    }

    /** Every attempt was posted once or reported as not sent, and none both. */
    private static void assertEitherPostedOnceOrNotSent(Set<String> issued, RawServer server, List<Report> reports) {
        Set<String> ends = new HashSet<>(server.postsByAttempt().keySet());
        assertThat(server.posts()).hasSize(ends.size());
        assertThat(notSent(reports).keySet()).noneMatch(ends::contains);
        ends.addAll(notSent(reports).keySet());
        assertThat(ends).isEqualTo(issued);
        assertThat(reports).hasSize(issued.size());
    }

    @Test
    void rate_moreCommandsThanTheBurst_takeAtLeastTheTimeOfTheRate() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"));
                SenderRig rig = new SenderRig(gateway(server.url(), new Limits.Rate(50, 10), null))) {
            Set<String> issued = issue(rig, 60);
            long began = System.nanoTime();
            rig.startSender("s-1");
            Await.until("all are posted", LIMIT, () -> server.posts().size() == 60);
            Duration taken = Duration.ofNanos(System.nanoTime() - began);

            assertThat(taken).isGreaterThanOrEqualTo(Duration.ofSeconds((60 - 10) / 50));
            assertEitherPostedOnceOrNotSent(issued, server, rig.reports(60));
        }
    }

    /** A token comes in a quarter of an hour: only what the burst allows is posted, however slow the machine is. */
    @Test
    void rate_moreThanCanBeSentInTime_turnsTheRestAwayAndSpreadsTheirReturn() throws Exception {
        int interval = 1000;
        SettableClock clock = new SettableClock();
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"));
                SenderRig rig = new SenderRig(gateway(server.url(), new Limits.Rate(1.0 / interval, 2), null))) {
            Set<String> issued = issue(rig, 60);
            BrokerSender sender = rig.startSender("s-1", clock);
            rig.reports(2);
            awaitHeld(rig, server, clock, 60);
            clock.advance(BEYOND);
            List<Report> reports = rig.reports(60);

            assertEitherPostedOnceOrNotSent(issued, server, reports);
            List<Integer> returns = notSent(reports).values().stream()
                    .map(Outcome::answer)
                    .peek(answer -> assertThat(answer.code()).isEqualTo("rate_limited"))
                    .map(answer -> Integer.parseInt(answer.headers().get("retry-after")))
                    .sorted()
                    .toList();
            assertThat(returns).hasSize(58);
            // each has a place of its own; only the time that went by between two answers is missing from the distance
            for (int i = 1; i < returns.size(); i++) {
                assertThat(returns.get(i) - returns.get(i - 1)).isBetween(interval / 2, interval);
            }
            assertThat(metric(rig, SenderMetrics.LIMITED, "gateway", "gw", "reason", "rate_limited"))
                    .isEqualTo(returns.size());
            assertThat(sender.checks().get(0).problem().get()).isEmpty();
        }
    }

    @Test
    void breaker_deadGateway_getsOnlyProbesAndThenAllTheRest() throws Exception {
        AtomicBoolean dead = new AtomicBoolean(true);
        Limits.Breaker breaker = new Limits.Breaker(FAILURES, 5, Duration.ofMillis(300), 2);
        try (RawServer server = new RawServer((request, socket) -> {
                    if (dead.get()) {
                        RawServer.reset(socket);
                    } else {
                        RawServer.answer(socket, 200, "{}");
                    }
                });
                SenderRig rig = new SenderRig(gateway(server.url(), null, breaker))) {
            Set<String> issued = issue(rig, 100);
            BrokerSender sender = rig.startSender("s-1");
            Await.until("four probes failed", LIMIT, () -> turns(rig, "open") >= 5);
            // in this order: each probe that was posted has been counted before
            int posts = server.posts().size();
            double probes = turns(rig, "half_open");

            // what opened it, what was under way or committed to at that moment, and then one by one
            assertThat((double) posts).isBetween(FAILURES + 4.0, FAILURES + CONCURRENCY + probes);
            assertThat(sender.checks().get(0).problem().get())
                    .as("a gateway that is down is not a sender that is")
                    .isEmpty();
            dead.set(false);
            List<Report> reports = rig.reports(100);

            assertEitherPostedOnceOrNotSent(issued, server, reports);
            assertThat(notSent(reports)).isEmpty();
            assertThat(turns(rig, "closed")).isEqualTo(1);
            assertThat(rig.metrics
                            .get(SenderMetrics.BREAKER)
                            .tag("gateway", "gw")
                            .gauge()
                            .value())
                    .isZero();
        }
    }

    private static double turns(SenderRig rig, String to) {
        return metric(rig, SenderMetrics.BREAKER_CHANGES, "gateway", "gw", "to", to);
    }

    @Test
    void breaker_openForLongerThanCommandsMayWait_turnsThemAwayAndSaysWhenItOpens() throws Exception {
        Limits.Breaker breaker = new Limits.Breaker(FAILURES, 5, Duration.ofSeconds(600), 1);
        SettableClock clock = new SettableClock();
        try (RawServer server = new RawServer(RawServer.answering(503, "{}"));
                SenderRig rig = new SenderRig(gateway(server.url(), null, breaker))) {
            Set<String> issued = issue(rig, 50);
            BrokerSender sender = rig.startSender("s-1", clock);
            Await.until("it is open", LIMIT, () -> turns(rig, "open") == 1);
            awaitHeld(rig, server, clock, 50);
            clock.advance(BEYOND);
            List<Report> reports = rig.reports(50);

            assertEitherPostedOnceOrNotSent(issued, server, reports);
            assertThat(server.posts().size()).isBetween(FAILURES, FAILURES + CONCURRENCY);
            assertThat(notSent(reports).values()).allSatisfy(outcome -> {
                assertThat(outcome.answer().code()).isEqualTo("breaker_open");
                assertThat(Integer.parseInt(outcome.answer().headers().get("retry-after")))
                        .isBetween(1, 600);
            });
            assertThat(sender.checks().get(0).problem().get()).isEmpty();

            rig.issue(Fixtures.inquiry(RequestKind.PAYMENT, BEYOND.plus(LONG)));
            Await.until("it waits", LIMIT, () -> waiting(rig) == 1);
            clock.advance(BEYOND);
            Report.InquiryReport found = (Report.InquiryReport) rig.reports(51).get(50);
            assertThat(found.finding()).isEqualTo(Finding.INCONCLUSIVE);
            assertThat(found.answer().code()).isEqualTo("breaker_open");
            assertThat(server.seen()).hasSize(server.posts().size());
        }
    }

    private static double waiting(SenderRig rig) {
        return rig.metrics
                .get(SenderMetrics.WAITING)
                .tag("gateway", "gw")
                .gauge()
                .value();
    }

    /** All that is not posted has been read, and the lane has found it held since: the hold is what it names later. */
    private static void awaitHeld(SenderRig rig, RawServer server, SettableClock clock, int issued) {
        Await.until(
                "the rest waits",
                LIMIT,
                () -> waiting(rig) == issued - server.posts().size());
        // in each turn it looks once for each partition of which something waits
        int looks = clock.looksOfLanes.get();
        Await.until("a whole turn went by", LIMIT, () -> clock.looksOfLanes.get() > looks + 2 * SenderRig.PARTITIONS);
    }

    /** A wall clock that a test sets forward; the clock by which threads wait goes on by itself. */
    private static final class SettableClock implements InstantSource {
        private final AtomicInteger looksOfLanes = new AtomicInteger();
        private volatile Duration ahead = Duration.ZERO;

        void advance(Duration by) {
            ahead = ahead.plus(by);
        }

        @Override
        public Instant instant() {
            if (Thread.currentThread().getName().startsWith("lane-")) {
                looksOfLanes.incrementAndGet();
            }
            return Instant.now().plus(ahead);
        }
    }

    /** A gateway whose breaker is open has no part in another's traffic. */
    @Test
    void breaker_openBesideAnotherGateway_delaysNothingThere() throws Exception {
        Limits.Breaker breaker = new Limits.Breaker(1, 1, Duration.ofSeconds(600), 1);
        try (RawServer ill = new RawServer(RawServer.answering(503, "{}"));
                RawServer well = new RawServer(RawServer.answering(200, "{}"));
                SenderRig rig = new SenderRig(
                        gateway(ill.url(), null, breaker), Fixtures.gateway("well", well.url(), CONCURRENCY))) {
            rig.startSender("s-1");
            issue(rig, 300);
            Await.until("it is open", LIMIT, () -> turns(rig, "open") == 1);
            for (int i = 0; i < 300; i++) {
                rig.issue(Fixtures.order(Fixtures.id(), "well"));
            }
            rig.flush();

            Await.until("the other's are posted", LIMIT, () -> well.posts().size() == 300);
            assertThat(ill.posts().size()).isBetween(1, 1 + CONCURRENCY);
            assertThat(waiting(rig)).isPositive();
        }
    }
}
