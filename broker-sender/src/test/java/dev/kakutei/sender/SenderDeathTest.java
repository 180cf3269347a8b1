package dev.kakutei.sender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.PositionLost;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.Trap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** SPEC D6: senders that are killed or frozen at the worst moment. */
@Tag("proof")
class SenderDeathTest {
    private static final Duration LIMIT = SenderRig.LIMIT;
    private static final int CONCURRENCY = 4;
    /** No test lasts as long. */
    private static final Duration NEVER_OVER = Duration.ofMinutes(30);

    @TempDir
    Path folder;

    private ChildJvm sender(SenderRig rig, RawServer server, String name) throws IOException {
        return sender(rig, server, name, "");
    }

    private ChildJvm sender(SenderRig rig, RawServer server, String name, String limits) throws IOException {
        ChildJvm child = launched(rig, server, name, limits, List.of());
        child.awaitLine("broker-sender ready", LIMIT);
        return child;
    }

    private ChildJvm launched(SenderRig rig, RawServer server, String name, String limits, List<String> jvm)
            throws IOException {
        Path gateways =
                Files.writeString(folder.resolve("gateways.yaml"), """
                gateways:
                  gw:
                    class: idempotent
                    url: %s
                    paths: {order: /orders, payment: /payments}
                    idempotency: {header: Idempotency-Key, ttl: 24h}
                    concurrency: %d
                    network: {allow: [loopback]}
                    %s
                """.formatted(server.url(), CONCURRENCY, limits));
        return ChildJvm.start(
                SenderMain.class,
                jvm,
                Map.of(),
                List.of(
                        "kafka.bootstrap=" + rig.kafka.bootstrap(),
                        "topics.prefix=" + rig.kafka.topics().prefix(),
                        "topics.partitions=3",
                        "gateways.file=" + gateways,
                        "sender.name=" + name,
                        // a stop waits for calls under way as long as they take
                        "sender.drain=60s",
                        "admin.port=0"));
    }

    private static String issue(SenderRig rig, Duration window) {
        RequestId id = Fixtures.id();
        rig.issue(Fixtures.order(id, 1, "gw", window, NEVER_OVER));
        return id + "#1";
    }

    @Test
    void kill9_callsUnderWay_areNeverPostedAgainAndTheRestIsPosted() throws Exception {
        AtomicInteger served = new AtomicInteger();
        // of the first life, every fifth post gets no answer
        try (RawServer server = new RawServer((request, socket) -> {
                    int number = served.incrementAndGet();
                    if (number <= 20 && number % 5 == 0) {
                        socket.getInputStream().read();
                    }
                    RawServer.answer(socket, 200, "{}");
                });
                SenderRig rig = new SenderRig(Fixtures.gateway("gw", server.url(), 4))) {
            Set<String> issued = new HashSet<>();
            for (int i = 0; i < 2000; i++) {
                issued.add(issue(rig, NEVER_OVER));
            }
            rig.flush();
            try (ChildJvm child = sender(rig, server, "killed-while-all-calls-hang")) {
                Await.until("all slots hang", LIMIT, () -> served.get() >= 20);
                child.kill9();
            }
            assertThat(server.posts()).hasSize(20);
            try (ChildJvm child = sender(rig, server, "killed-under-load")) {
                Await.until("it is busy", LIMIT, () -> served.get() > 300);
                child.kill9();
            }
            try (ChildJvm child = sender(rig, server, "finishes")) {
                Await.until("all are taken", LIMIT, () -> taken(rig) == 2000);
                child.sigterm();
                child.awaitExit(LIMIT);
            }
            Set<String> posted = server.postsByAttempt().keySet();
            assertThat(server.posts()).hasSize(posted.size());
            assertThat(issued).containsAll(posted);
            // Committed and not yet written when the second life ended, and so never posted: no more than its slots.
            // The first life had written all of its own, and the third one had the time to.
            assertThat(posted).hasSizeGreaterThanOrEqualTo(issued.size() - CONCURRENCY);
        }
    }

    private static long taken(SenderRig rig) throws Exception {
        return rig.committed("gw").values().stream().mapToLong(offset -> offset).sum();
    }

    /** Frozen for longer than the commands may wait, and thrown out of its group meanwhile. */
    @Test
    void sigstop_longerThanNotAfter_sendsNothingAfterWakingUp() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (RawServer server = new RawServer((request, socket) -> {
                    release.await();
                    RawServer.answer(socket, 200, "{}");
                });
                SenderRig rig = new SenderRig(Fixtures.gateway("gw", server.url(), 4));
                ChildJvm child = sender(rig, server, "frozen")) {
            Await.until("it has its partitions", LIMIT, () -> rig.members("gw") == 1);
            // from here on, a busy machine must read and post within the window; all else has the time it takes
            Duration window = Duration.ofSeconds(12);
            long began = System.nanoTime();
            Set<String> issued = new HashSet<>();
            for (int i = 0; i < 12; i++) {
                issued.add(issue(rig, window));
            }
            rig.flush();
            Await.until("all slots are in use", LIMIT, () -> server.posts().size() == CONCURRENCY);
            Set<String> posted = server.postsByAttempt().keySet();
            child.sigstop();
            // slots become free while it sleeps, so waiting commands are the first thing it sees when it wakes up
            release.countDown();
            Await.until(
                    "the window is over",
                    LIMIT,
                    () -> System.nanoTime() - began > window.plusSeconds(1).toNanos());
            child.sigcont();
            List<Report> reports = rig.reports(12);

            assertThat(server.postsByAttempt().keySet()).isEqualTo(posted);
            assertThat(server.posts()).hasSize(CONCURRENCY);
            Set<String> notSent = reports.stream()
                    .map(Report.AttemptReport.class::cast)
                    .filter(report -> report.outcome() instanceof Outcome.NotSent)
                    .map(report -> report.requestId() + "#" + report.attempt())
                    .collect(Collectors.toSet());
            issued.removeAll(posted);
            assertThat(notSent).isEqualTo(issued);
        }
    }

    /**
     * One of two senders is frozen while commands wait in its lane for the gateway's rate, until the other one has its
     * partitions and has sent all of them. The commands may be sent for minutes yet: only what is committed counts when
     * it wakes up.
     */
    @Test
    void sigstop_untilTheOtherSenderHasItAll_nothingIsPostedTwice() throws Exception {
        String limits = "rate: {per_second: 150, burst: 5}";
        CountDownLatch isFrozen = new CountDownLatch(1);
        AtomicInteger served = new AtomicInteger();
        // more than one sender's share of the partitions, so both have posted; and the rest waits until one is frozen
        try (RawServer server = new RawServer((request, socket) -> {
                    if (served.incrementAndGet() > 1100) {
                        isFrozen.await();
                    }
                    RawServer.answer(socket, 200, "{}");
                });
                SenderRig rig = new SenderRig(Fixtures.gateway("gw", server.url(), 4));
                ChildJvm frozen = sender(rig, server, "frozen", limits);
                ChildJvm other = sender(rig, server, "other", limits)) {
            Await.until("both have partitions", LIMIT, () -> rig.members("gw") == 2);
            Set<String> issued = new HashSet<>();
            for (int i = 0; i < 1500; i++) {
                issued.add(issue(rig, NEVER_OVER));
            }
            rig.flush();
            Await.until(
                    "both are busy", LIMIT, () -> senders(rig.reportsSoFar()).size() == 2);
            frozen.sigstop();
            assertThat(taken(rig)).as("frozen in the middle of it").isLessThan(1200);
            isFrozen.countDown();
            Await.until("the other one has it all", LIMIT, () -> taken(rig) == 1500);
            frozen.sigcont();
            // it must be seen to work again before it can be said that it did nothing wrong when it woke up
            Set<String> late = new HashSet<>();
            Await.until("it is back at work", LIMIT, () -> {
                late.add(issue(rig, NEVER_OVER));
                rig.flush();
                return rig.reportsSoFar().stream()
                        .filter(report -> report.sender().equals("frozen"))
                        .anyMatch(report -> late.contains(report.requestId() + "#1"));
            });
            issued.addAll(late);
            assertThat(server.postsByAttempt().values()).allMatch(times -> times == 1);
            Await.until("all are taken", LIMIT, () -> taken(rig) == issued.size());
            // an attempt whose commit took effect without an answer to it is not posted: at most a turn's
            List<Report> reports = rig.reports(issued.size() - CONCURRENCY);

            Set<String> posted = server.postsByAttempt().keySet();
            assertThat(server.posts()).hasSize(posted.size());
            assertThat(issued).containsAll(posted);
            assertThat(reports)
                    .allMatch(report -> ((Report.AttemptReport) report).outcome() instanceof Outcome.Delivered
                            || report.sender().equals("frozen"));
            assertThat(other.isAlive()).isTrue();
        }
    }

    /**
     * The position is lost, and the sender that works through what is there dies after a commit and before the reports of
     * it. The next one finds a position, and must not take the rest for new.
     */
    @ParameterizedTest
    @EnumSource(
            value = Failpoint.class,
            names = {"SENDER_READ", "SENDER_COMMITTED", "SENDER_REPORT_SENT"})
    void crash_whileALostPositionIsReported_postsNothingAndClaimsNothing(Failpoint point) throws Exception {
        int count = 600;
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"));
                SenderRig rig = new SenderRig(SenderRig.Positions.NONE, Fixtures.gateway("gw", server.url(), 4))) {
            Set<String> issued = new HashSet<>();
            for (int i = 0; i < count; i++) {
                issued.add(issue(rig, NEVER_OVER));
            }
            rig.flush();
            try (ChildJvm doomed = launched(rig, server, "doomed", "", List.of(Trap.at(point, 3)))) {
                assertThat(doomed.awaitExit(LIMIT)).isEqualTo(137);
            }
            try (ChildJvm next = sender(rig, server, "next")) {
                Await.until("all are taken", LIMIT, () -> taken(rig) == count);
                next.sigterm();
                next.awaitExit(LIMIT);
            }
            List<Report> reports = rig.reportsSoFar();

            assertThat(server.seen()).isEmpty();
            assertThat(reports).isNotEmpty().allSatisfy(report -> {
                Outcome outcome = ((Report.AttemptReport) report).outcome();
                assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
                assertThat(outcome.answer().code()).isEqualTo(PositionLost.CODE);
            });
            // Those that were committed and not reported are left to the verifier's timer, which makes them unknown.
            assertThat(reports.stream().map(report -> report.requestId() + "#1").collect(Collectors.toSet()))
                    .isSubsetOf(issued);
            if (point == Failpoint.SENDER_COMMITTED) {
                assertThat(reports).as("the doomed one's last batch").hasSizeLessThan(count);
            }
        }
    }

    private static Set<String> senders(List<Report> reports) {
        return reports.stream().map(Report::sender).collect(Collectors.toSet());
    }
}
