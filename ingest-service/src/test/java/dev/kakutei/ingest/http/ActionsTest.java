package dev.kakutei.ingest.http;

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
import dev.kakutei.testkit.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC C10 over HTTP: a person acts on one request, and gets the result. */
class ActionsTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static TestStore store;
    private static IngestConfig config;
    private static IngestService service;
    private static TestLedger ledger;

    @BeforeAll
    static void start() {
        store = TestStore.open();
        config = TestService.config(TestService.settings(store.raw()));
        service = TestService.start(config);
        ledger = new TestLedger(config, store);
    }

    @AfterAll
    static void stop() throws Exception {
        ledger.close();
        service.close();
        store.close();
    }

    @ParameterizedTest
    @CsvSource({
        "settle_succeeded, person, succeeded",
        "settle_failed, person, failed",
        "settle_succeeded, doubt, succeeded",
        "send_again, person, sending",
        "hold, retrying, held",
        "cancel, retrying, cancelled",
        "send_again, retrying, sending",
    })
    void action_thatTheGuardLetsPass_isCarriedOutAndShown(String action, String before, String after) throws Exception {
        Entry entry = in(before, action + "-" + before);

        HttpResponse<String> answer = request(entry, body(action, "seen in the statement", entry.seq()));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode shown = Json.MAPPER.readTree(answer.body());
        assertThat(shown.path("state").textValue()).isEqualTo(after);
        assertThat(shown.path("idempotency_key").textValue()).isEqualTo(entry.idempotencyKey());
        String events = get("/requests/" + entry.idempotencyKey() + "/events").body();
        assertThat(events)
                .contains("\"by\":\"operator:default\"", "seen in the statement")
                .contains("\"action_id\":" + shown.get("action_id"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "release          | person   | 0  | cannot be given RELEASE",
                "hold             | person   | 0  | cannot be given HOLD",
                "cancel           | doubt    | 0  | cannot be given CANCEL",
                "settle_succeeded | accepted | 0  | cannot be given SETTLE_SUCCEEDED",
                "verify_now       | person   | 0  | cannot be asked",
                "settle_failed    | person   | -1 | has moved on: the action is based on event 3",
            })
    void action_thatTheGuardRefuses_is409InItsWordsAndNothingIsPublished(
            String action, String before, int off, String words) throws Exception {
        Entry entry = in(before, "no-" + action + "-" + before + off);

        HttpResponse<String> answer = request(entry, body(action, "because", entry.seq() + off));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        assertThat(answer.body()).contains("urn:kakutei:problem:action-refused", words);
        assertThat(ledger.actions()).noneMatch(one -> one.requestId().equals(entry.id()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                        | /action;/reason;/based_on",
                "{\"action\":\"explode\",\"reason\":\" \",\"based_on\":0}   | /action;/reason;/based_on",
                "{\"action\":7,\"reason\":7,\"based_on\":\"7\"}             | /action;/reason;/based_on",
                "{\"action\":\"hold\",\"reason\":\"r\",\"based_on\":1.5}     | /based_on",
                "{\"action\":\"hold\",\"reason\":\"r\",\"based_on\":99999999999} | /based_on",
                "{\"action\":\"hold\",\"reason\":\"r\",\"based_on\":1,\"why\":1} | /why;there are: action, reason, based_on",
                "{\"action\":\"hold\",\"reason\":\"\\u0000\",\"based_on\":1} | /reason",
                "[]                                                        | must be a JSON object",
                "nonsense                                                  | malformed-body",
            })
    void action_badInput_is400WithEveryMistake(String body, String says) throws Exception {
        HttpResponse<String> answer = request(in("retrying", "bad-" + body.hashCode()), body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains(says.split(";"));
    }

    @Test
    void action_reasonTooLong_is400() throws Exception {
        HttpResponse<String> answer = request(in("retrying", "long"), body("hold", "x".repeat(1001), 3));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("/reason", "at most 1000");
    }

    @Test
    void action_unknownRequest_is404AndOtherMediaTypeIs415() throws Exception {
        assertThat(post("/requests/unknown/actions", body("hold", "r", 1)).statusCode())
                .isEqualTo(404);
        assertThat(HTTP.send(
                                HttpRequest.newBuilder(uri("/requests/unknown/actions"))
                                        .POST(HttpRequest.BodyPublishers.ofString(body("hold", "r", 1)))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(415);
    }

    @Test
    void action_ledgerRests_is202AndCarriedOutLater() throws Exception {
        Entry entry = in("person", "rests");
        HttpResponse<String> answer;
        ledger.rest();
        try {
            answer = request(entry, body("settle_failed", "r", entry.seq()), "Connect-Timeout-Ms", "300");
        } finally {
            ledger.wake();
        }

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        String actionId = Json.MAPPER.readTree(answer.body()).get("action_id").textValue();
        Await.until(
                "it is carried out",
                () -> get("/requests/rests/events").body().contains("\"action_id\":\"" + actionId + "\""));
    }

    @Test
    void action_requestMovesOnMeanwhile_is409InTheLedgersWords() throws Exception {
        Entry entry = in("person", "moves");
        CompletableFuture<HttpResponse<String>> answer;
        ledger.rest();
        try {
            answer = actLater(entry, body("settle_failed", "r", entry.seq()));
            ledger.record(entry.id(), new Fact.Settled(Fact.Verdict.SUCCEEDED, Fact.Ground.ANSWER, 1, null, null));
        } finally {
            ledger.wake();
        }

        // By the guard of ingest-service or by the ledger's own, whichever came first.
        assertThat(answer.join().statusCode()).isEqualTo(409);
        assertThat(answer.join().body()).contains("moved on");
        assertThat(get("/requests/moves").body()).contains("\"state\":\"succeeded\"");
    }

    @Test
    void action_basedOnWhatPostgresDoesNotShowYet_isLeftToTheLedger() throws Exception {
        Entry entry = in("person", "ahead");

        HttpResponse<String> answer = request(entry, body("settle_failed", "r", entry.seq() + 5));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
        assertThat(answer.body()).contains("based on event " + (entry.seq() + 5));
        assertThat(ledger.actions()).anyMatch(action -> action.requestId().equals(entry.id()));
    }

    @Test
    void action_repeatedUnderItsKey_isOneActionWithOneAnswer() throws Exception {
        Entry entry = in("retrying", "again");
        String hold = body("hold", "r", entry.seq());

        List<HttpResponse<String>> answers = Stream.concat(
                        IntStream.range(0, 4)
                                .mapToObj(i -> actLater(entry, hold, "Idempotency-Key", "k-1"))
                                .toList()
                                .stream()
                                .map(CompletableFuture::join),
                        Stream.of(request(entry, hold, "Idempotency-Key", "k-1")))
                .toList();

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).contains("\"state\":\"held\"");
        });
        assertThat(answers.stream().map(answer -> answer.body().replaceAll(".*\"action_id\":\"([^\"]*)\".*", "$1")))
                .hasSize(5)
                .containsOnly(ledger.actions().stream()
                        .filter(action -> action.requestId().equals(entry.id()))
                        .map(OperatorAction::actionId)
                        .findFirst()
                        .orElseThrow());
        assertThat(ledger.entry(entry.id()).seq()).isEqualTo(entry.seq() + 1);

        HttpResponse<String> other = request(entry, body("cancel", "r", entry.seq()), "Idempotency-Key", "k-1");
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body()).contains("idempotency-conflict");
        assertThat(request(entry, hold, "Idempotency-Key", "k-2").body()).contains("moved on");
    }

    @Test
    void actions_twoOfThemUnderOneKeyAtOnce_onlyTheOneThatWasCarriedOutIsAnsweredSo() throws Exception {
        Entry entry = in("retrying", "rivals");
        CompletableFuture<HttpResponse<String>> hold;
        CompletableFuture<HttpResponse<String>> cancel;
        ledger.rest();
        try {
            hold = actLater(entry, body("hold", "r", entry.seq()), "Idempotency-Key", "k");
            cancel = actLater(entry, body("cancel", "r", entry.seq()), "Idempotency-Key", "k");
            // Gives them the time to be published both, before either is decided on.
            Entry other = in("person", "rivals-clock");
            assertThat(request(other, body("settle_failed", "r", other.seq()), "Connect-Timeout-Ms", "500")
                            .statusCode())
                    .isEqualTo(202);
        } finally {
            ledger.wake();
        }

        boolean held = hold.join().statusCode() == 200;
        assertThat((held ? hold : cancel).join().statusCode()).isEqualTo(200);
        HttpResponse<String> loser = (held ? cancel : hold).join();
        assertThat(loser.statusCode()).as(loser.body()).isEqualTo(409);
        assertThat(loser.body()).contains("idempotency-conflict");
        assertThat(ledger.entry(entry.id()).status()).isEqualTo(held ? Status.HELD : Status.CANCELLED);
    }

    @Test
    void action_thatComesTwiceOnTheTopic_isAnsweredByItsFirstComing() throws Exception {
        Entry entry = in("retrying", "twice");
        assertThat(request(entry, body("hold", "r", entry.seq()), "Idempotency-Key", "k")
                        .statusCode())
                .isEqualTo(200);
        OperatorAction action = ledger.actions().stream()
                .filter(one -> one.requestId().equals(entry.id()))
                .findFirst()
                .orElseThrow();

        ledger.repeat(action);

        Await.until(
                "it came again",
                () -> ledger.actions().stream()
                                .filter(one -> one.actionId().equals(action.actionId()))
                                .count()
                        == 2);
        assertThat(ledger.entry(entry.id()).seq()).isEqualTo(entry.seq() + 1);
    }

    private static Entry in(String state, String key) {
        return switch (state) {
            case "person" -> ledger.withAPerson(Requests.payment(key));
            case "doubt" -> ledger.doubted(Requests.payment(key));
            case "retrying" -> ledger.retrying(Requests.payment(key));
            default -> ledger.accepted(Requests.payment(key));
        };
    }

    static String body(String action, String reason, int basedOn) {
        return Json.MAPPER
                .createObjectNode()
                .put("action", action)
                .put("reason", reason)
                .put("based_on", basedOn)
                .toString();
    }

    private static HttpResponse<String> request(Entry entry, String body, String... headers) throws Exception {
        return post("/requests/" + entry.idempotencyKey() + "/actions", body, headers);
    }

    private static CompletableFuture<HttpResponse<String>> actLater(Entry entry, String body, String... headers) {
        return HTTP.sendAsync(
                asked("/requests/" + entry.idempotencyKey() + "/actions", body, headers),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        return HTTP.send(asked(path, body, headers), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest asked(String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request.build();
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return HTTP.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + service.port() + path);
    }
}
