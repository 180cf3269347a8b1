package dev.kakutei.operator.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestLedger;
import dev.kakutei.ingest.TestService;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.TestDepth;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One action for many requests: previewed, durable, at a rate, each at most once, over instances that come and go. */
class BulkActionsTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int MANY = TestDepth.rounds(500, 5_000);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static TestStore store;
    private static Map<String, String> settings;
    private static IngestService service;
    private static TestLedger ledger;

    @BeforeAll
    static void start() {
        store = TestStore.open();
        settings = TestService.settings(store.raw());
        IngestConfig config = TestService.config(settings);
        service = TestService.start(config);
        ledger = new TestLedger(config, store);
    }

    @AfterAll
    static void stop() {
        ledger.close();
        service.close();
        store.close();
    }

    @Test
    void many_areActedOnOnceEach() throws Exception {
        ledger.retrying(requests("many", MANY));

        JsonNode preview = post("/bulk-actions", jobRequest("many", "hold", "retrying", 1_000, true));
        assertThat(preview.path("count").intValue()).isEqualTo(MANY);
        assertThat(preview.path("complete").booleanValue()).isTrue();
        assertThat(preview.path("sample")).hasSize(10);
        assertThat(preview.path("refused")).isEmpty();
        assertThat(post("/bulk-actions", jobRequest("many", "release", "retrying", 1_000, true))
                        .path("refused")
                        .toString())
                .contains("cannot be given RELEASE", Integer.toString(MANY));
        assertThat(given("many")).isEmpty();

        JsonNode made = post("/bulk-actions", jobRequest("many", "hold", "retrying", 1_000, false));
        JsonNode done = await(made, job -> job.path("state").textValue().equals("done"));

        assertThat(done.path("total").intValue()).isEqualTo(MANY);
        assertThat(done.path("done").intValue()).isEqualTo(MANY);
        assertThat(done.path("eta_seconds").intValue()).isZero();
        assertThat(given("many").stream().map(OperatorAction::requestId).distinct())
                .hasSize(MANY);
        assertThat(given("many").stream().map(OperatorAction::operator)).containsOnly("default");
        assertThat(store.count("ledger where client = 'many' and state = 'held'"))
                .isEqualTo(MANY);
        assertThat(acted("many")).isEqualTo(MANY);
    }

    @Test
    void job_whoseWorkerDies_isTakenOverAndEachRequestActedOnOnce() throws Exception {
        ledger.retrying(requests("crash", 300));
        // A worker that took the job, requested some of its actions, wrote nothing of it, and was never heard of again.
        service.close();
        BulkTable jobs = new BulkTable(store.database());
        BulkJob job = jobs.create(new BulkTable.NewJob(
                UUID.randomUUID(), "boss", OperatorAction.Type.HOLD, null, "r", "state=retrying&client=crash", 1_000));
        BulkWork dead = new BulkWork(jobs, "dead", Duration.ofSeconds(2));
        store.execute("update bulk_actions set next_at = now() - interval '1 h' where id = '" + job.id() + "'");
        assertThat(dead.take().map(BulkJob::id)).contains(job.id());
        store.execute("insert into bulk_action_items (job_id, request_id, based_on) select '" + job.id()
                + "', request_id, last_event_id from ledger where client = 'crash'");
        store.execute("update bulk_actions set selected = true, total = 300 where id = '" + job.id() + "'");
        List<BulkItem> first = dead.next(job, 120);
        first.forEach(item -> ledger.repeat(job.actionOn(item.request(), item.basedOn(), Requests.T0)));

        service = TestService.start(TestService.config(settings));
        try (IngestService other = TestService.start(TestService.config(settings))) {
            Await.until("it is done", () -> jobs.find(job.id()).orElseThrow().state() == BulkJob.State.DONE);
            assertThat(other.port()).isPositive();
        }

        BulkJob done = jobs.find(job.id()).orElseThrow();
        assertThat(List.of(done.done(), done.refused(), done.failed())).containsExactly(300, 0, 0);
        assertThat(acted("crash")).isEqualTo(300);
        dead.ended(job, List.of(new BulkItem.Ended(first.get(0), BulkItem.Fate.FAILED, "late")), Duration.ZERO);
        assertThat(jobs.find(job.id()).orElseThrow().failed())
                .as("counted once")
                .isZero();
    }

    @Test
    void job_pausedResumedAndCancelled_stopsAndGoesOn() throws Exception {
        // At one a second they take longer than this test may wait.
        ledger.retrying(requests("pause", 300));
        JsonNode made = post("/bulk-actions", jobRequest("pause", "hold", "retrying", 1, false));
        String path = "/bulk-actions/" + made.path("id").textValue();
        await(made, job -> job.path("done").intValue() > 0);

        assertThat(post(path + "/pause", "").path("state").textValue()).isEqualTo("paused");
        assertThat(post(path + "/pause", "").path("state").textValue()).isEqualTo("paused");
        assertThat(get(path).path("eta_seconds").isNull()).isTrue();
        assertThat(post(path + "/resume", "").path("state").textValue()).isEqualTo("running");
        int before = get(path).path("done").intValue();
        await(made, job -> job.path("done").intValue() > before);
        assertThat(post(path + "/cancel", "").path("state").textValue()).isEqualTo("cancelled");
        assertThat(post(path + "/resume", "").path("detail").textValue()).contains("cancelled cannot become running");
        JsonNode after = get(path);
        assertThat(after.path("done").intValue()).isLessThan(300);
        assertThat(get("/bulk-actions").path("bulk_actions").get(0).path("id")).isEqualTo(made.path("id"));
    }

    @Test
    void request_thatMovedOnOrMayNot_isLeftAloneAndCounted() throws Exception {
        List<Entry> some = ledger.retrying(requests("moved", 20));
        ledger.withAPerson(Requests.payment("moved", "person", "1"));
        ledger.rest();
        JsonNode made;
        try {
            made = post("/bulk-actions", jobRequest("moved", "hold", "retrying,verification_failed", 1_000, false));
            await(
                    made,
                    job -> !job.path("selecting").booleanValue()
                            && job.path("total").intValue() == 21);
            ledger.record(
                    some.get(0).id(), new Fact.AttemptStarted(2, Requests.T0, Requests.T0.plusSeconds(9_000_000)));
        } finally {
            ledger.wake();
        }
        JsonNode done = await(made, job -> job.path("state").textValue().equals("done"));

        assertThat(done.path("done").intValue()).isEqualTo(19);
        assertThat(done.path("refused").intValue()).isEqualTo(2);
        assertThat(done.path("reasons").toString())
                .contains("moved on since it was chosen", "verification_failed cannot be given HOLD");
        assertThat(ledger.entry(some.get(0).id()).status()).isEqualTo(Status.SENDING);
    }

    @Test
    void request_thatCameIntoTheStateBeforeItWasChosen_isLeftAlone() throws Exception {
        ledger.retrying(requests("late", 3));
        BulkTable jobs = new BulkTable(store.database());
        // Made and paused before anything was chosen, and resumed when more has come into the state.
        BulkJob job = paused(jobs, "state=retrying&client=late");
        Entry newcomer = ledger.retrying(Requests.payment("late", "newcomer", "1"));

        jobs.move(job.id(), List.of(BulkJob.State.PAUSED), BulkJob.State.RUNNING);
        Await.until("it is done", () -> jobs.find(job.id()).orElseThrow().state() == BulkJob.State.DONE);

        BulkJob done = jobs.find(job.id()).orElseThrow();
        assertThat(List.of(done.total(), done.done(), done.refused(), done.failed()))
                .containsExactly(4, 3, 1, 0);
        assertThat(jobs.reasons(job.id())).containsOnlyKeys(BulkWork.CHANGED);
        assertThat(ledger.entry(newcomer.id()).status()).isEqualTo(Status.RETRYING);
    }

    @Test
    void job_thatCannotComeOn_doesNotHoldUpTheOthers() throws Exception {
        ledger.retrying(requests("behind", 3));
        BulkTable jobs = new BulkTable(store.database());
        BulkJob bad = paused(jobs, "no_such_parameter=1");
        store.execute("update bulk_actions set state = 'running', next_at = now() - interval '1 h' where id = '"
                + bad.id() + "'");

        JsonNode made = post("/bulk-actions", jobRequest("behind", "hold", "retrying", 1_000, false));
        JsonNode done = await(made, job -> job.path("state").textValue().equals("done"));

        assertThat(done.path("done").intValue()).isEqualTo(3);
        assertThat(jobs.move(bad.id(), List.of(BulkJob.State.RUNNING), BulkJob.State.CANCELLED)
                        .orElseThrow()
                        .state())
                .isEqualTo(BulkJob.State.CANCELLED);
    }

    @Test
    void jobRequest_repeatedUnderItsKey_isOneJob() throws Exception {
        String jobRequest = jobRequest("again", "hold", "retrying", 1, false);

        JsonNode one = send("/bulk-actions", jobRequest, "k");
        JsonNode other = send("/bulk-actions", jobRequest, "k");

        assertThat(other.path("id")).isEqualTo(one.path("id"));
        assertThat(send("/bulk-actions", jobRequest("again", "cancel", "retrying", 1, false), "k")
                        .path("type")
                        .textValue())
                .endsWith("idempotency-conflict");
        assertThat(store.count("bulk_actions where filter like '%again%'")).isOne();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                          | /action;/reason",
                "{\"action\":\"hold\",\"reason\":\"r\"}                      | /filter",
                "{\"action\":\"hold\",\"reason\":\"r\",\"filter\":{}}        | must say in which state",
                "{\"action\":\"hold\",\"reason\":\"r\",\"filter\":{\"state\":\"odd\",\"limit\":5,\"x\":{}}} | /filter/state;/filter/limit;/filter/x",
                "{\"action\":\"hold\",\"reason\":\"r\",\"filter\":{\"state\":\"\"}} | /filter/state;must not be empty",
                "{\"action\":\"hold\",\"reason\":\"r\",\"filter\":{\"state\":[]}} | /filter/state;must not be empty",
                "{\"action\":\"hold\",\"reason\":\"r\",\"filter\":{\"state\":\"held\",\"client\":\"\"}} | /filter/client;must not be empty",
                "{\"action\":\"hold\",\"reason\":\"r\",\"filter\":{\"state\":null,\"kind\":\"payment\"}} | must say in which state",
                "{\"action\":\"hold\",\"reason\":\"r\",\"filter\":{\"pending_verification\":false}} | must say in which state",
                "{\"action\":\"hold\",\"reason\":\"r\",\"filter\":{\"waiting_for_person\":\"false\"}} | must say in which state",
                "{\"action\":\"hold\",\"reason\":\"r\",\"filter\":{\"state\":\"held\"},\"rate_per_second\":1001} | /rate_per_second",
            })
    void jobRequest_badInput_is400ByField(String body, String says) throws Exception {
        JsonNode answer = send("/bulk-actions", body, null);

        assertThat(answer.path("status").intValue()).isEqualTo(400);
        assertThat(answer.toString()).contains(says.split(";"));
        assertThat(get("/bulk-actions/00000000-0000-0000-0000-000000000000")
                        .path("type")
                        .textValue())
                .endsWith("unknown-job");
    }

    @Test
    void jobRequest_forEveryStateByName_is400() throws Exception {
        String all = Stream.of(Status.values()).map(Status::word).collect(Collectors.joining(","));

        JsonNode answer = post("/bulk-actions", jobRequest("all", "hold", all, 1, true));

        assertThat(answer.path("status").intValue()).isEqualTo(400);
        assertThat(answer.toString()).contains("must say in which state");
    }

    /** One that no worker has seen, though some are at work. */
    private static BulkJob paused(BulkTable jobs, String filter) {
        UUID id = UUID.randomUUID();
        store.execute(
                "insert into bulk_actions (id, given_by, action, reason, filter, rate_per_second, state) values ('" + id
                        + "', 'boss', 'HOLD', 'r', '" + filter + "', 1000, 'paused')");
        return jobs.find(id).orElseThrow();
    }

    private static List<OperatorAction> given(String client) {
        return ledger.actions().stream()
                .filter(action -> ledger.entry(action.requestId()).client().equals(client))
                .toList();
    }

    private static long acted(String client) {
        return store.count("ledger_events e join ledger l using (request_id) where l.client = '" + client
                + "' and e.type = 'operator_acted'");
    }

    private static List<NewRequest> requests(String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Requests.payment(name, name + "-" + i, "1"))
                .collect(Collectors.toList());
    }

    private static String jobRequest(String client, String action, String states, int rate, boolean preview) {
        return "{\"filter\":{\"state\":\"" + states + "\",\"client\":\"" + client + "\"},\"action\":\"" + action
                + "\",\"reason\":\"the gateway is back\",\"rate_per_second\":" + rate + ",\"preview\":" + preview + "}";
    }

    private static JsonNode await(JsonNode job, Predicate<JsonNode> condition) {
        String path = "/bulk-actions/" + job.path("id").textValue();
        return Await.until("the job is as it should be", LIMIT, () -> get(path), condition);
    }

    private static JsonNode post(String path, String body) throws Exception {
        return send(path, body, null);
    }

    private static JsonNode send(String path, String body, String key) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        return Json.MAPPER.readTree(
                HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
    }

    private static JsonNode get(String path) throws Exception {
        return Json.MAPPER.readTree(
                HTTP.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString())
                        .body());
    }

    private static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + service.port() + path);
    }
}
