package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.ProofReport;
import dev.kakutei.proof.report.HtmlReport;
import dev.kakutei.proof.report.JsonReport;
import dev.kakutei.proof.report.TextReport;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.simulator.Behaviour;
import dev.kakutei.simulator.BehaviourType;
import dev.kakutei.simulator.BusyHint;
import dev.kakutei.simulator.Mix;
import dev.kakutei.standalone.Standalone;
import dev.kakutei.standalone.StandaloneConfig;
import dev.kakutei.store.database.PostgresConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ReservedPort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A proof of a real system: nothing is found where nothing is wrong, and what is changed behind its back is found. */
class ProveTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final int REQUESTS = 120;

    @TempDir
    private Path data;

    @Test
    @Tag("proof")
    void prove_realSystem_findsNothingUntilDataIsSpoiled() throws Exception {
        int port = ReservedPort.next();
        Path gateways = RunningKakutei.shortTimeoutGateways(data, port);
        try (Standalone kakutei = Standalone.started(
                StandaloneConfig.in(data).withSimulatorPort(port).withGateways(gateways))) {
            kakutei.simulator().mix(weather());
            PostgresConfig postgres = new PostgresConfig(
                    kakutei.postgres().jdbcUrl(),
                    kakutei.postgres().user(),
                    kakutei.postgres().password(),
                    3,
                    "");
            Path journal = kakutei.simulator().journalFile();
            Auditor auditor = new Auditor(kakutei.kafkaClient(), postgres, gateways, journal, data);
            submit(new UpstreamClient(kakutei.url()), auditor);
            PostgresTables tables = new PostgresTables(postgres.url(), postgres.user(), postgres.password());
            Await.until("all settled", TIMEOUT, () -> tables.count("ledger_open") == 0);
            raiseAnAlarm(kakutei.kafkaClient());
            Await.until("alerted", TIMEOUT, () -> tables.count("alerts") == 1);

            ProofReport clean = auditor.prove();
            assertThat(broken(clean)).as(TextReport.of(clean)).isEmpty();
            assertThat(clean.unchecked()).as(TextReport.of(clean)).isEmpty();
            // No rule holds anything here, and nothing need go wrong in these ways.
            assertThat(Stream.of(Promise.values())
                            .filter(promise -> clean.results().get(promise).verdict() == Findings.Verdict.NOT_CHECKED))
                    .as(TextReport.of(clean))
                    .isSubsetOf(
                            Promise.APPROVED_BEFORE_SENT,
                            Promise.ALARM_RAISED,
                            Promise.NOT_SENT_IS_ABSENT,
                            Promise.LOST_POSITION_NOT_POSTED,
                            Promise.NEITHER_POSTED_ONCE);
            assertThat(clean.figures().get("requests")).isEqualTo(REQUESTS);
            assertThat(clean.figures().get("ambiguous attempts")).isPositive();
            assertThat(HtmlReport.of(clean))
                    .contains("No promise was broken", clean.seal().hash());
            assertThat(JsonReport.seal(JsonReport.of(clean))).contains(clean.seal());

            assertThat(broken(auditor.proveAgainst(clean.seal()))).isEmpty();
            assertThat(broken(auditor.prove(withOneEffectMore(journal))))
                    .containsExactly(Promise.ONE_EFFECT, Promise.ONE_EFFECT_PER_KEY);

            auditor.answered("never-accepted", 202);
            spoil(
                    postgres,
                    "update ledger_events set actor = 'intruder'"
                            + " where (request_id, event_id) = (select request_id, event_id from ledger_events"
                            + " where event_id = 2 limit 1)");
            spoil(
                    postgres,
                    "update ledger set attempts = attempts + 1 where request_id ="
                            + " (select max(request_id::text)::uuid from ledger)");
            spoil(postgres, "delete from alerts");
            ProofReport spoilt = auditor.proveAgainst(clean.seal());
            assertThat(broken(spoilt))
                    .contains(
                            Promise.NOTHING_LOST, Promise.SNAPSHOT_IS_FOLD, Promise.AUDIT_CHAIN, Promise.ALERTS_STORED);
        }
    }

    /** An action that cannot be read is quarantined, and operators are alerted. */
    private static void raiseAnAlarm(Map<String, Object> kafka) throws Exception {
        String topic = new Topics(Topics.DEFAULT_PREFIX, Topics.DEFAULT_PARTITIONS)
                .actions()
                .name();
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(kafka, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, "no-request", "no action"))
                    .get();
        }
    }

    private static void submit(UpstreamClient client, Auditor auditor) {
        List<CompletableFuture<?>> replies = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            String key = "prove-" + i;
            CompletableFuture<UpstreamClient.Response> reply = i % 3 == 0
                    ? client.submit("/do/order", key, UpstreamClient.order(i), "2000")
                    : client.submit("/payments", key, UpstreamClient.payment(i), "2000");
            replies.add(reply.thenAccept(answer -> auditor.answered(key, answer.status())));
        }
        replies.forEach(CompletableFuture::join);
    }

    private static Mix weather() {
        return new Mix(
                8,
                List.of(
                        new Mix.Share(0.1, Behaviour.of(BehaviourType.DROP_BEFORE)),
                        new Mix.Share(0.1, Behaviour.of(BehaviourType.DROP_AFTER)),
                        new Mix.Share(0.1, Behaviour.of(BehaviourType.ERROR_AFTER)),
                        new Mix.Share(0.1, Behaviour.of(BehaviourType.DECLINE)),
                        new Mix.Share(0.1, Behaviour.busy(1, BusyHint.SECONDS))),
                List.of(new Mix.Share(0.1, Behaviour.of(BehaviourType.MAINTENANCE))));
    }

    private Path withOneEffectMore(Path journal) throws Exception {
        List<String> lines = new ArrayList<>(Files.readAllLines(journal));
        lines.add(lines.stream()
                .filter(line -> line.contains("\"APPLIED\""))
                .findFirst()
                .orElseThrow()
                .replaceFirst("\"id\":\"[^\"]*\"", "\"id\":\"once-more\""));
        return Files.write(data.resolve("spoilt.ndjson"), lines);
    }

    private static void spoil(PostgresConfig postgres, String sql) throws Exception {
        try (var connection = DriverManager.getConnection(postgres.url(), postgres.user(), postgres.password());
                var statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isEqualTo(1);
        }
    }

    private static Set<Promise> broken(ProofReport report) {
        Set<Promise> broken = EnumSet.noneOf(Promise.class);
        Stream.of(Promise.values())
                .filter(promise -> report.results().get(promise).verdict() == Findings.Verdict.BROKEN)
                .forEach(broken::add);
        return broken;
    }
}
