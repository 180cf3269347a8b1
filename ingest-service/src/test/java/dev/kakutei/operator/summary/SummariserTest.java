package dev.kakutei.operator.summary;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestLedger;
import dev.kakutei.ingest.TestService;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Summaries;
import dev.kakutei.operator.metrics.SummaryMetrics;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.SubmissionSummary;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.testkit.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configured summariser, on real parts: what is asked, how often, and what becomes of it. */
class SummariserTest {
    private final List<JsonNode> asked = new CopyOnWriteArrayList<>();
    private final List<String> tokens = new CopyOnWriteArrayList<>();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<IngestService> services = new ArrayList<>();
    private volatile Function<Integer, String> answers = number -> "{\"summary\":\"It is number " + number + ".\"}";
    private volatile int status = 200;
    private HttpServer server;
    private TestStore store;
    private TestLedger ledger;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
        store = TestStore.open();
    }

    @AfterEach
    void stop() {
        over.countDown();
        services.forEach(IngestService::close);
        if (ledger != null) {
            ledger.close();
        }
        server.stop(0);
        threads.shutdownNow();
        store.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        asked.add(Json.MAPPER.readTree(body));
        String said = answers.apply(asked.size());
        byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders()
                .set("Location", "http://127.0.0.1:" + server.getAddress().getPort() + "/other");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private Map<String, String> settings() {
        Map<String, String> settings = TestService.settings(store.raw());
        settings.put(
                "ingest.summariser.url",
                "http://127.0.0.1:" + server.getAddress().getPort() + "/summaries");
        settings.put("ingest.summariser.allow", "loopback");
        return settings;
    }

    private void serve(Map<String, String> settings) {
        IngestConfig config = TestService.config(settings);
        services.add(TestService.start(config, registry));
        if (ledger == null) {
            ledger = new TestLedger(config, store);
        }
    }

    @Test
    void submissionThatIsHeld_isSummarisedOnce_byEitherOfTwoInstances() throws Exception {
        Map<String, String> settings = settings();
        settings.put("ingest.summariser.token", "file:" + Files.writeString(folder.resolve("token"), "t0ken\n"));
        serve(settings);
        serve(settings);

        Entry held = held("k-1");
        Summaries.Summary summary = awaitSummary(held.id());

        assertThat(summary.text()).isEqualTo("It is number 1.");
        assertThat(summary.by()).isEqualTo("summariser:summariser");
        assertThat(summary.origin()).isEqualTo(SubmissionSummary.Origin.GENERATED);
        awaitNoJobs();
        assertThat(asked).hasSize(1);
        assertThat(tokens).containsExactly("Bearer t0ken");
        JsonNode document = asked.get(0);
        assertThat(document.path("event_id").intValue()).isOne();
        assertThat(document.path("document").isObject()).isTrue();
        assertThat(ledger.entry(held.id()).currentEventId()).isEqualTo(held.currentEventId());
        assertThat(count(SummaryMetrics.CALLS)).isOne();
    }

    @Test
    void summariserThatFails_isCalledAsOftenAsIsAllowed_andHoldsNothing() {
        status = 503;
        Map<String, String> settings = settings();
        settings.put("ingest.summariser.attempts", "2");
        serve(settings);

        Entry held = held("k-1");
        Await.until("it was called", () -> asked.size() == 1);
        Await.until(
                "it waits for another",
                () -> store.count("summary_jobs where due_at > clock_timestamp() and calls = 1") == 1);
        assertThat(ledger.entry(held.id()).status()).isEqualTo(held.status());
        dueNow();
        awaitNoJobs();

        assertThat(asked).hasSize(2);
        assertThat(count(SummaryMetrics.FAILED)).isEqualTo(2);
        assertThat(ended("given_up")).isOne();
        assertThat(ledger.entry(held.id()).summaries().current()).isNull();
    }

    @Test
    void documentThatIsRefused_isNotSentAgain() {
        status = 422;
        serve(settings());

        held("k-1");
        Await.until("it is given up", () -> ended("given_up") == 1);

        assertThat(asked).hasSize(1);
        awaitNoJobs();
    }

    @Test
    void redirect_isNotFollowed() {
        status = 307;
        Map<String, String> settings = settings();
        settings.put("ingest.summariser.attempts", "1");
        serve(settings);

        held("k-1");
        Await.until("it is given up", () -> ended("given_up") == 1);

        assertThat(asked).hasSize(1);
    }

    @Test
    void answerThatIsTooLong_isNotRead() {
        answers = number -> "{\"summary\":\"" + "x".repeat(SummariserConfig.MAX_ANSWER_BYTES) + "\"}";
        Map<String, String> settings = settings();
        settings.put("ingest.summariser.attempts", "1");
        serve(settings);

        Entry held = held("k-1");
        Await.until("it is given up", () -> ended("given_up") == 1);

        assertThat(ledger.entry(held.id()).summaries().current()).isNull();
    }

    @Test
    void summariserThatSaysNothing_isGivenUpInTime() {
        answers = number -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return "{}";
        };
        Map<String, String> settings = settings();
        settings.put("ingest.summariser.attempts", "1");
        settings.put("ingest.summariser.timeout", "200ms");
        serve(settings);

        held("k-1");

        Await.until("it is given up", () -> ended("given_up") == 1);
        assertThat(count(SummaryMetrics.FAILED)).isOne();
    }

    @Test
    void processThatDiedInItsLastCall_isNotFollowedByAnother() {
        serve(settings());
        Entry entry = heldAndNotDue("k-1");

        left(entry.id(), 3, null);

        Await.until("it is given up", () -> ended("given_up") == 1);
        assertThat(asked).isEmpty();
        awaitNoJobs();
    }

    @Test
    void processThatDiedAfterItsCall_isFollowedByTheActionAlone() {
        serve(settings());
        Entry entry = heldAndNotDue("k-1");

        left(entry.id(), 1, "As it was said before.");

        assertThat(awaitSummary(entry.id()).text()).isEqualTo("As it was said before.");
        assertThat(asked).isEmpty();
        awaitNoJobs();
    }

    @Test
    void submissionThatHasASummaryOrIsDecided_isNotSentAnyMore() {
        serve(settings());
        Entry first = ledger.pendingApproval(Requests.payment("k-1"));
        awaitSummary(first.id());
        awaitNoJobs();
        int before = asked.size();
        Entry approved = heldAndNotDue("k-2");
        ledger.shown(ledger.record(approved.id(), new ApprovalFact.Approved("o", 1, null)));

        left(first.id(), 0, null);
        left(approved.id(), 0, null);
        left(new RequestId(new UUID(7, 7)), 0, null);

        Await.until("they are left alone", () -> ended("not_needed") == 3);
        assertThat(asked).hasSize(before);
        awaitNoJobs();
    }

    @Test
    void withoutASummariser_nothingIsQueued() {
        serve(TestService.settings(store.raw()));

        held("k-1");

        assertThat(store.count("summary_jobs")).isZero();
        assertThat(asked).isEmpty();
    }

    private Entry held(String key) {
        return ledger.pendingApproval(Requests.payment(key));
    }

    /** Held, and its job is never due by itself. */
    private Entry heldAndNotDue(String key) {
        Entry entry = ledger.accepted(Requests.payment(key));
        store.execute(
                "insert into summary_jobs (request_id, event_id, due_at) values ('" + entry.id() + "', 1, 'infinity')");
        return ledger.shown(
                ledger.record(entry.id(), new ApprovalFact.Requested("large", 1, null, ApprovalFact.Lapse.ALERT)));
    }

    /** As another process has left it, and due now. */
    private void left(RequestId id, int calls, String text) {
        String said = text == null ? "null" : "'" + text + "'";
        store.execute("insert into summary_jobs (request_id, event_id, calls, text) values ('" + id + "', 1, " + calls
                + ", " + said + ") on conflict (request_id, event_id) do update set due_at = excluded.due_at,"
                + " calls = excluded.calls, text = excluded.text");
    }

    private void dueNow() {
        store.execute("update summary_jobs set due_at = clock_timestamp()");
    }

    private Summaries.Summary awaitSummary(RequestId id) {
        Await.until("it has a summary", () -> ledger.entry(id).summaries().current() != null);
        return ledger.entry(id).summaries().current();
    }

    private void awaitNoJobs() {
        Await.until("no job is left", () -> store.count("summary_jobs") == 0);
    }

    private double count(String meter) {
        return registry.get(meter).counter().count();
    }

    private double ended(String how) {
        return registry.get(SummaryMetrics.SUMMARIES)
                .tag("outcome", how)
                .counter()
                .count();
    }
}
