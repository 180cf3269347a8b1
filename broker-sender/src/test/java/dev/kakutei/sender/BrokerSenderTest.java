package dev.kakutei.sender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.TestDepth;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** The sender as a whole, between a real Kafka and servers that misbehave. */
class BrokerSenderTest {
    private static final Duration LIMIT = SenderRig.LIMIT;
    /** No test lasts as long. */
    private static final Duration NEVER_OVER = Duration.ofMinutes(30);

    private static Set<String> attempts(List<Report> reports) {
        return reports.stream()
                .map(report -> report.requestId() + "#" + ((Report.AttemptReport) report).attempt())
                .collect(Collectors.toSet());
    }

    private static Set<String> issue(SenderRig rig, String gateway, int count) {
        return issue(rig, gateway, count, Fixtures.LONG_CALL);
    }

    private static Set<String> issue(SenderRig rig, String gateway, int count, Duration callTimeout) {
        Set<String> attempts = new HashSet<>();
        for (int i = 0; i < count; i++) {
            RequestId id = Fixtures.id();
            rig.issue(Fixtures.order(id, 1, gateway, Duration.ofMinutes(5), callTimeout));
            attempts.add(id + "#1");
        }
        rig.flush();
        return attempts;
    }

    @Test
    void sender_commandsBeforeAndAfterItsStart_arePostedOnceAndReported() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(201, "{\"id\":\"g-1\"}"));
                SenderRig rig = new SenderRig(Fixtures.gateway("gw", server.url(), 4))) {
            Set<String> issued = issue(rig, "gw", 50);
            BrokerSender sender = rig.startSender("s-1");
            rig.reports(50);
            issued.addAll(issue(rig, "gw", 50));
            List<Report> reports = rig.reports(100);

            assertThat(attempts(reports)).isEqualTo(issued);
            assertThat(server.postsByAttempt().keySet()).isEqualTo(issued);
            assertThat(server.posts()).hasSize(100);
            assertThat(reports).allSatisfy(report -> {
                assertThat(report.sender()).isEqualTo("s-1");
                Outcome outcome = ((Report.AttemptReport) report).outcome();
                assertThat(outcome).isInstanceOf(Outcome.Delivered.class);
                assertThat(outcome.answer().reference()).isEqualTo("g-1");
            });
            assertThat(sender.checks())
                    .allSatisfy(check -> assertThat(check.problem().get()).isEmpty());
            assertThat(rig.metrics
                            .counter(SenderMetrics.SENDS, "gateway", "gw", "outcome", "delivered")
                            .count())
                    .isEqualTo(100);
        }
    }

    /** What was committed by initialisation is there before anything was ever sent. */
    @Test
    void sender_emptyLane_decidesWhereItBeginsAndCommitsThat() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"));
                SenderRig rig = new SenderRig(SenderRig.Positions.NONE, Fixtures.gateway("gw", server.url(), 4))) {
            rig.startSender("s-1");

            Await.until(
                    "beginnings are committed", LIMIT, () -> rig.committed("gw"), Map.of(0, 0L, 1, 0L, 2, 0L)::equals);
        }
    }

    @Test
    void sender_offsetThatIsGone_isRefusedLoudlyAndTheOtherPartitionsGoOn() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"));
                SenderRig rig = new SenderRig(Fixtures.gateway("gw", server.url(), 4))) {
            String topic = rig.kafka.topics().commands("gw").name();
            for (int i = 0; i < 10; i++) {
                rig.issueRaw("gw", "lost");
            }
            rig.flush();
            TopicPartition first = new TopicPartition(topic, 0);
            try (Admin admin = Admin.create(rig.kafka.clientProperties("test"))) {
                admin.deleteRecords(Map.of(first, RecordsToDelete.beforeOffset(8)))
                        .all()
                        .get();
                admin.alterConsumerGroupOffsets(
                                BrokerSender.group(rig.kafka, "gw"), Map.of(first, new OffsetAndMetadata(3)))
                        .all()
                        .get();
            }
            BrokerSender sender = rig.startSender("s-1");
            Await.until(
                    "the problem is reported",
                    LIMIT,
                    () -> sender.checks().get(0).problem().get().orElse(""),
                    problem -> problem.contains(first.toString()) && problem.contains("reset-offsets"));

            issue(rig, "gw", 60);
            Await.until(
                    "the other partitions go on", LIMIT, () -> server.posts().size() > 10);
            assertThat(rig.committed("gw")).containsEntry(0, 3L);
        }
    }

    @Test
    void sender_poisonCommand_isSetAsideAndHoldsUpNothing() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"));
                SenderRig rig = new SenderRig(Fixtures.gateway("gw", server.url(), 4))) {
            for (int i = 0; i < 5; i++) {
                rig.issueRaw("gw", "{\"v\":1,\"type\":\"send\"}");
            }
            Set<String> issued = issue(rig, "gw", 30);
            BrokerSender sender = rig.startSender("s-1");

            assertThat(attempts(rig.reports(30))).isEqualTo(issued);
            Await.until(
                    "the others are set aside",
                    LIMIT,
                    () -> rig.metrics
                                    .counter(SenderMetrics.QUARANTINED, "gateway", "gw")
                                    .count()
                            == 5);
            assertThat(sender.checks().get(0).problem().get()).get().asString().contains("could not be decoded");
        }
    }

    /** SPEC D7. All of the quick one's calls have ended while the dead one's first calls are still under way. */
    @Test
    void sender_deadGatewayBesideAQuickOne_delaysNothing() throws Exception {
        try (RawServer dead = new RawServer(RawServer.silent());
                RawServer quick = new RawServer(RawServer.answering(200, "{}"));
                SenderRig rig = new SenderRig(
                        Fixtures.gateway("dead", dead.url(), 4), Fixtures.gateway("quick", quick.url(), 4))) {
            rig.startSender("s-1");
            issue(rig, "dead", 200, NEVER_OVER);
            Await.until(
                    "the dead one holds all its slots",
                    LIMIT,
                    () -> dead.posts().size() == 4);

            Set<String> issued = issue(rig, "quick", 300);
            List<Report> reports = rig.reports(300);

            assertThat(attempts(reports)).isEqualTo(issued);
            assertThat(reports)
                    .allMatch(report -> ((Report.AttemptReport) report).outcome() instanceof Outcome.Delivered);
            assertThat(dead.posts()).hasSize(4);
        }
    }

    /** Its stop waits for calls under way as long as they take. */
    private static BrokerSender started(SenderRig rig, String name) {
        BrokerSender sender = rig.sender(name, LIMIT);
        sender.start();
        return sender;
    }

    /** SPEC D6: senders come and go under load, gracefully, and every attempt is posted exactly once. */
    @Test
    void senders_comingAndGoingUnderLoad_postEveryAttemptOnce() throws Exception {
        int part = TestDepth.rounds(20, 50);
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"));
                SenderRig rig = new SenderRig(Fixtures.gateway("gw", server.url(), 8))) {
            Set<String> issued = issue(rig, "gw", 10 * part);
            BrokerSender first = started(rig, "s-1");
            Await.until("it is under way", LIMIT, () -> server.posts().size() > 50);
            BrokerSender second = started(rig, "s-2");
            issued.addAll(issue(rig, "gw", 30 * part));
            rig.reports(16 * part);
            BrokerSender third = started(rig, "s-3");
            issued.addAll(issue(rig, "gw", 20 * part));
            rig.reports(30 * part);
            first.close();
            issued.addAll(issue(rig, "gw", 18 * part));
            rig.reports(60 * part);
            third.close();
            // only the second is left for these
            issued.addAll(issue(rig, "gw", 2 * part));
            List<Report> reports = rig.reports(80 * part);
            second.close();

            assertThat(server.postsByAttempt().keySet()).isEqualTo(issued);
            assertThat(server.posts()).hasSize(80 * part);
            assertThat(reports).hasSize(80 * part);
            assertThat(reports.stream().map(Report::sender).collect(Collectors.toSet()))
                    .contains("s-1", "s-2");
        }
    }

    @Test
    void sender_commandThatIsTooOld_isReportedAndNotPosted() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"));
                SenderRig rig = new SenderRig(Fixtures.gateway("gw", server.url(), 4))) {
            rig.issue(Fixtures.order(Fixtures.id(), 1, "gw", Duration.ofMillis(-1), Duration.ofSeconds(5)));
            rig.startSender("s-1");
            Outcome outcome = ((Report.AttemptReport) rig.reports(1).get(0)).outcome();

            assertThat(outcome).isInstanceOf(Outcome.NotSent.class);
            assertThat(outcome.answer().category()).isEqualTo(Category.NOT_ATTEMPTED);
            assertThat(server.seen()).isEmpty();
        }
    }

    @Test
    void close_callThatEndsInTime_isReportedAndNothingNewIsTaken() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (RawServer server = new RawServer((request, socket) -> {
                    release.await();
                    RawServer.answer(socket, 200, "{}");
                });
                SenderRig rig = new SenderRig(Fixtures.gateway("gw", server.url(), 2))) {
            BrokerSender sender = started(rig, "s-1");
            issue(rig, "gw", 10, NEVER_OVER);
            Await.until("two calls are under way", LIMIT, () -> server.posts().size() == 2);
            CompletableFuture<Void> closing = CompletableFuture.runAsync(sender::close);
            Await.until("the lane has left its group", LIMIT, () -> rig.members("gw") == 0);
            assertThat(closing).isNotDone();
            release.countDown();
            Await.until("it is closed", LIMIT, closing::isDone);

            assertThat(closing).isCompleted();
            assertThat(rig.reports(2))
                    .hasSize(2)
                    .allMatch(report -> ((Report.AttemptReport) report).outcome() instanceof Outcome.Delivered);
            assertThat(server.posts()).hasSize(2);
            assertThat(rig.committed("gw").values().stream()
                            .mapToLong(offset -> offset)
                            .sum())
                    .isEqualTo(2);
        }
    }

    @Test
    void close_callThatHangs_isReportedAsUnknownWithinTheBound() throws Exception {
        try (RawServer server = new RawServer(RawServer.silent());
                SenderRig rig = new SenderRig(Fixtures.gateway("gw", server.url(), 2))) {
            BrokerSender sender = rig.sender("s-1", Duration.ofMillis(300));
            sender.start();
            issue(rig, "gw", 2, NEVER_OVER);
            Await.until("two calls are under way", LIMIT, () -> server.posts().size() == 2);
            CompletableFuture<Void> closing = CompletableFuture.runAsync(sender::close);
            Await.until("it does not wait for the calls", LIMIT, closing::isDone);

            assertThat(closing).isCompleted();
            assertThat(rig.reports(2)).hasSize(2).allSatisfy(report -> {
                Outcome outcome = ((Report.AttemptReport) report).outcome();
                assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
                assertThat(outcome.answer().code()).isEqualTo("sender_stopped");
            });
        }
    }
}
