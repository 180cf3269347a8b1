package dev.kakutei.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.TestDepth;
import dev.kakutei.testkit.TopicReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A request goes all the way, through every real part: Postgres, Debezium, Kafka, Streams, HTTP, and back. One contract for
 * every way to run Kakutei; each subclass starts it in one of them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FirstPathContract {
    private static final int REQUESTS = TestDepth.rounds(100, 500);
    private static final int TWICE = TestDepth.rounds(20, 50);
    private static final Duration LIMIT = Duration.ofSeconds(90);

    @TempDir
    private static Path data;

    private boolean begun;
    private Installation installation;
    private UpstreamClient client;
    private PostgresTables tables;

    /** Everything runs when this returns. The simulator keeps its journal in {@code simulator} under the folder. */
    abstract Installation start(Path folder);

    /** Not before all of them: where all tests of a class are skipped, nothing is to be started. */
    @BeforeEach
    void startOnce() {
        if (!begun) {
            begun = true;
            installation = start(data);
            client = new UpstreamClient(installation.url());
            tables = installation.tables();
        }
        assumeTrue(installation != null, "it did not start; the first test says why");
    }

    @AfterAll
    void stop() {
        if (installation != null) {
            installation.close();
        }
    }

    @Test
    void requests_manyOfBothKinds_settleAndTakeEffectExactlyOnce() {
        List<CompletableFuture<UpstreamClient.Response>> replies = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            replies.add(client.submit("/do/order", "many-o-" + i, UpstreamClient.order(i)));
            replies.add(client.submit("/payments", "many-p-" + i, UpstreamClient.payment(i)));
        }
        assertThat(replies)
                .allSatisfy(reply -> assertThat(reply.join().status()).isEqualTo(202));

        Await.until("all settled", LIMIT, () -> settled("many-") == 2 * REQUESTS);

        Map<String, String> ids = new HashMap<>(tables.idsByKey());
        ids.keySet().removeIf(key -> !key.startsWith("many-"));
        assertThat(ids).hasSize(2 * REQUESTS);
        Map<String, Integer> applied = new SimulatorJournal(data).applied();
        assertThat(ids.values()).allSatisfy(id -> assertThat(applied).containsEntry(id, 1));
        new SimulatorJournal(data).assertNoAttemptPostedTwice();
        assertThat(tables.assertSnapshotsAreTheFoldOfTheirEvents()).isGreaterThanOrEqualTo(2 * REQUESTS);
        assertThat(results(RequestKind.ORDER, "many-"))
                .hasSize(REQUESTS)
                .allSatisfy((key, times) -> assertThat(times).isEqualTo(1));
        assertThat(results(RequestKind.PAYMENT, "many-"))
                .hasSize(REQUESTS)
                .allSatisfy((key, times) -> assertThat(times).isEqualTo(1));
    }

    @Test
    void sameKey_fromTwoClientsAtOnce_isEnqueuedOnce() {
        UpstreamClient other = new UpstreamClient(installation.url());
        for (int i = 0; i < TWICE; i++) {
            CompletableFuture<UpstreamClient.Response> one =
                    client.submit("/payments", "same-" + i, UpstreamClient.payment(i));
            CompletableFuture<UpstreamClient.Response> two =
                    other.submit("/payments", "same-" + i, UpstreamClient.payment(i));
            assertThat(List.of(one.join().status(), two.join().status())).containsExactlyInAnyOrder(202, 200);
            assertThat(one.join().body().get("request_id"))
                    .isEqualTo(two.join().body().get("request_id"));
        }
        Await.until("all settled", LIMIT, () -> settled("same-") == TWICE);
        Map<String, String> ids = tables.idsByKey();
        Map<String, Integer> posts = new SimulatorJournal(data).posts();
        for (int i = 0; i < TWICE; i++) {
            assertThat(posts).containsEntry(ids.get("same-" + i), 1);
        }
    }

    @Test
    void declined_isFailedWithItsReason() {
        UpstreamClient.Response reply = client.submit(
                        "/payments", "declined", UpstreamClient.payment(1, "tok_declined"))
                .join();
        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.location()).isEqualTo("/requests/declined");

        UpstreamClient.Response settled = Await.until(
                "the refusal",
                LIMIT,
                () -> client.get("/requests/declined"),
                seen -> seen.body().get("status").textValue().equals("FAILED"));
        assertThat(settled.body().get("gateway_status_code").intValue()).isEqualTo(402);
        assertThat(new SimulatorJournal(data).applied())
                .doesNotContainKey(tables.idsByKey().get("declined"));
    }

    @Test
    void answerLost_afterItTookEffect_isFoundByAskingAndNotSentAgain() {
        client.submit("/payments", "lost", UpstreamClient.payment(1, "tok_drop_after_apply"))
                .join();

        Await.until(
                "the doubt",
                LIMIT,
                () -> client.get("/requests/lost"),
                seen -> seen.body().get("pending_verification").booleanValue());
        UpstreamClient.Response settled = Await.until(
                "the settlement",
                LIMIT,
                () -> client.get("/requests/lost"),
                seen -> seen.body().get("status").textValue().equals("AUTHORIZED"));
        assertThat(settled.body().get("verification_attempts").intValue()).isPositive();
        assertThat(settled.body().get("pending_verification").booleanValue()).isFalse();
        assertThat(new SimulatorJournal(data).posts())
                .containsEntry(tables.idsByKey().get("lost"), 1);
    }

    @Test
    void events_ofASettledOrder_showTheWholeHistory() {
        client.submit("/do/order", "story", UpstreamClient.order(1)).join();
        Await.until("settled", LIMIT, () -> settled("story") == 1);

        List<String> types = new ArrayList<>();
        client.get("/requests/story/events")
                .body()
                .get("events")
                .forEach(event -> types.add(event.get("type").textValue()));
        assertThat(types).containsExactly("accepted", "attempt_started", "settled");
    }

    private long settled(String prefix) {
        return tables.keysIn(Status.SUCCEEDED).stream()
                .filter(key -> key.startsWith(prefix))
                .count();
    }

    private Map<String, Integer> results(RequestKind kind, String prefix) {
        String topic = new Topics(Topics.DEFAULT_PREFIX, Topics.DEFAULT_PARTITIONS)
                .results(kind)
                .name();
        Map<String, Integer> counts = new HashMap<>();
        try (TopicReader reader = new TopicReader(installation.kafka(), TopicReader.Isolation.READ_COMMITTED, topic)) {
            reader.toEnd(LIMIT).forEach(record -> {
                Result result = Codecs.RESULT.decode(record.value().getBytes(UTF_8));
                if (result.idempotencyKey().startsWith(prefix)) {
                    counts.merge(result.idempotencyKey(), 1, Integer::sum);
                }
            });
        }
        return counts;
    }
}
