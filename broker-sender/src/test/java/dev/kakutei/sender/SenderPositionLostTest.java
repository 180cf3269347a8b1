package dev.kakutei.sender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.testkit.Await;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** SPEC D6, H3: senders that do not find their committed position, on a real Kafka. */
class SenderPositionLostTest {
    private static final int COMMANDS = 20;

    private static Set<String> issue(SenderRig rig, int count) {
        Set<String> attempts = issue(rig::issue, count);
        rig.flush();
        return attempts;
    }

    private static Set<String> issue(SenderRig.Transactions verifier, int count) {
        Set<String> attempts = issue(verifier::issue, count);
        verifier.flush();
        return attempts;
    }

    private static Set<String> issue(Consumer<Command> to, int count) {
        Set<String> attempts = new HashSet<>();
        for (int i = 0; i < count; i++) {
            RequestId id = Fixtures.id();
            to.accept(Fixtures.order(id, 1, "gw", Duration.ofMinutes(30), Fixtures.LONG_CALL));
            attempts.add(id + "#1");
        }
        return attempts;
    }

    private static Set<String> attempts(List<Report> reports, String sender, Class<? extends Outcome> type) {
        return reports.stream()
                .map(Report.AttemptReport.class::cast)
                .filter(report -> report.sender().equals(sender))
                .filter(report -> type.isInstance(report.outcome()))
                .map(report -> report.requestId() + "#" + report.attempt())
                .collect(Collectors.toSet());
    }

    /** A fresh installation: the verifier has put the position on record, and issues commands before any sender is there. */
    @Test
    void sender_commandsIssuedBeforeTheFirstOneEverJoined_areAllPostedOnce() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(201, "{}"));
                SenderRig rig = new SenderRig(Fixtures.gateway("gw", server.url(), 4))) {
            Set<String> issued = issue(rig, COMMANDS);
            rig.startSender("first");
            List<Report> reports = rig.reports(COMMANDS);

            assertThat(attempts(reports, "first", Outcome.Delivered.class)).isEqualTo(issued);
            assertThat(server.posts()).hasSize(COMMANDS);
        }
    }

    @Test
    void sender_groupDeletedAfterPosts_postsNothingAgainAndReportsEachAsUnknown() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(201, "{}"));
                SenderRig rig = new SenderRig(Fixtures.gateway("gw", server.url(), 4))) {
            BrokerSender first = rig.startSender("first");
            Set<String> issued = issue(rig, COMMANDS);
            rig.reports(COMMANDS);
            first.close();
            rig.loseThePosition("gw");
            rig.startSender("second");
            List<Report> reports = rig.reports(2 * COMMANDS);

            assertThat(server.posts()).hasSize(COMMANDS);
            assertThat(attempts(reports, "second", Outcome.Unknown.class)).isEqualTo(issued);
            assertThat(reports)
                    .filteredOn(report -> report.sender().equals("second"))
                    .hasSize(COMMANDS)
                    .allSatisfy(report -> assertThat(((Report.AttemptReport) report)
                                    .outcome()
                                    .answer()
                                    .code())
                            .isEqualTo("position_lost"));
        }
    }

    /** What is written after the loss was noticed cannot have been posted before. */
    @Test
    void sender_commandsIssuedAfterTheLoss_arePosted() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(201, "{}"));
                SenderRig rig = new SenderRig(SenderRig.Positions.NONE, Fixtures.gateway("gw", server.url(), 4))) {
            Set<String> lost = issue(rig, COMMANDS);
            BrokerSender sender = rig.startSender("only");
            rig.reports(COMMANDS);
            Set<String> later = issue(rig, COMMANDS);
            List<Report> reports = rig.reports(2 * COMMANDS);

            assertThat(attempts(reports, "only", Outcome.Unknown.class)).isEqualTo(lost);
            assertThat(attempts(reports, "only", Outcome.Delivered.class)).isEqualTo(later);
            assertThat(server.postsByAttempt().keySet()).isEqualTo(later);
            assertThat(sender.checks())
                    .allSatisfy(check -> assertThat(check.problem().get()).isEmpty());
            assertThat(rig.metrics
                            .counter(SenderMetrics.POSITION_LOST, "gateway", "gw")
                            .count())
                    .isEqualTo(COMMANDS);
        }
    }

    /** Commands come in transactions: offsets have gaps, and no sender can have read what is in an open one. */
    @Test
    void sender_transactionOpenWhenThePositionIsFoundLost_postsWhatItBringsAndNothingElse() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(201, "{}"));
                SenderRig rig = new SenderRig(SenderRig.Positions.NONE, Fixtures.gateway("gw", server.url(), 4));
                SenderRig.Transactions verifier = rig.transactions()) {
            Set<String> committed = new HashSet<>();
            for (int i = 0; i < 3; i++) {
                verifier.begin();
                committed.addAll(issue(verifier, COMMANDS));
                verifier.commit();
            }
            verifier.begin();
            issue(verifier, COMMANDS);
            verifier.abort();
            verifier.begin();
            Set<String> open = issue(verifier, COMMANDS);
            rig.startSender("only");
            rig.reports(3 * COMMANDS);
            verifier.commit();
            List<Report> reports = rig.reports(4 * COMMANDS);

            assertThat(attempts(reports, "only", Outcome.Unknown.class)).isEqualTo(committed);
            assertThat(attempts(reports, "only", Outcome.Delivered.class)).isEqualTo(open);
            assertThat(server.postsByAttempt().keySet()).isEqualTo(open);
            assertThat(server.posts()).hasSize(COMMANDS);
        }
    }

    /** The partitions move while the loss is worked through: each owner goes on where the one before stopped. */
    @Test
    void senders_joiningWhileALossIsReported_postNothingAndLeaveNothingOut() throws Exception {
        int many = 3_000;
        try (RawServer server = new RawServer(RawServer.answering(201, "{}"));
                SenderRig rig = new SenderRig(SenderRig.Positions.NONE, Fixtures.gateway("gw", server.url(), 4))) {
            Set<String> lost = issue(rig, many);
            BrokerSender first = rig.startSender("first");
            rig.reports(1);
            rig.startSender("second");
            rig.reports(many / 3);
            first.close();
            List<Report> reports = rig.reports(many);

            Set<String> unknown = attempts(reports, "first", Outcome.Unknown.class);
            unknown.addAll(attempts(reports, "second", Outcome.Unknown.class));
            assertThat(unknown).isEqualTo(lost);
            assertThat(reports).hasSize(many);
            assertThat(server.seen()).isEmpty();
        }
    }

    /** The way out that the log names where the committed offset is gone. */
    @Test
    void sender_resetToLatestAfterItsOffsetWasGone_postsNothingOldAndEverythingNew() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(201, "{}"));
                SenderRig rig = new SenderRig(Fixtures.gateway("gw", server.url(), 4))) {
            Set<String> old = issue(rig, COMMANDS);
            rig.deleteOldest("gw");
            BrokerSender refusing = rig.startSender("refusing");
            Await.until(
                    "the way out is named",
                    SenderRig.LIMIT,
                    () -> refusing.checks().get(0).problem().get().orElse(""),
                    problem -> problem.contains("--group " + BrokerSender.group(rig.kafka, "gw"))
                            && problem.contains("--topic "
                                    + rig.kafka.topics().commands("gw").name() + ":")
                            && problem.contains("--reset-offsets --to-latest --execute"));
            refusing.close();
            rig.resetToLatest("gw");
            rig.startSender("after");
            Set<String> later = issue(rig, COMMANDS);
            List<Report> reports = rig.reports(COMMANDS);

            assertThat(attempts(reports, "after", Outcome.Delivered.class)).isEqualTo(later);
            assertThat(server.postsByAttempt().keySet()).isEqualTo(later).doesNotContainAnyElementsOf(old);
        }
    }
}
