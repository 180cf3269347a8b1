package dev.kakutei.simulator;

import static dev.kakutei.simulator.JournalEntry.Type.APPLIED;
import static dev.kakutei.simulator.JournalEntry.Type.DECLINED;
import static dev.kakutei.simulator.JournalEntry.Type.DROPPED;
import static dev.kakutei.simulator.JournalEntry.Type.RECEIVED;
import static dev.kakutei.simulator.JournalEntry.Type.REPLIED;
import static dev.kakutei.simulator.JournalEntry.Type.SETTLED;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every behaviour of a post: what the client sees, and what the journal holds. */
class PostBehavioursTest {
    private static final Duration SHORT = Duration.ofMillis(150);

    @TempDir
    static Path data;

    private static Simulator simulator;
    private static RawClient client;

    @BeforeAll
    static void start() {
        simulator = Simulator.start(SimulatorConfig.in(data));
        client = new RawClient(simulator.port());
    }

    @AfterAll
    static void stop() {
        simulator.close();
    }

    /** @param http 0 for a connection closed without a byte */
    record Row(Behaviour behaviour, int http, String inBody, JournalEntry.Type... journal) {
        @Override
        public String toString() {
            return behaviour.act() + " " + http + " " + inBody;
        }
    }

    static Stream<Row> rows() {
        Delay wait = Delay.fixed(SHORT);
        return Stream.of(
                new Row(Behaviour.ok(), 201, "\"status\":\"AUTHORIZED\"", RECEIVED, APPLIED, REPLIED),
                new Row(Behaviour.of(BehaviourType.DECLINE), 402, "card_declined", RECEIVED, DECLINED, REPLIED),
                new Row(Behaviour.of(BehaviourType.INVALID), 400, "invalid_request", RECEIVED, REPLIED),
                new Row(Behaviour.of(BehaviourType.ERROR_BEFORE), 500, "gateway_error", RECEIVED, REPLIED),
                new Row(Behaviour.error(502), 502, "gateway_error", RECEIVED, REPLIED),
                new Row(Behaviour.error(503), 503, "gateway_error", RECEIVED, REPLIED),
                new Row(Behaviour.error(504), 504, "gateway_error", RECEIVED, REPLIED),
                new Row(Behaviour.of(BehaviourType.ERROR_AFTER), 500, "gateway_error", RECEIVED, APPLIED, REPLIED),
                new Row(Behaviour.of(BehaviourType.DROP_BEFORE), 0, "", RECEIVED, DROPPED),
                new Row(Behaviour.of(BehaviourType.DROP_AFTER), 0, "", RECEIVED, APPLIED, DROPPED),
                new Row(hang(BehaviourType.HANG_BEFORE, Behaviour.Then.CLOSE), 0, "", RECEIVED, DROPPED),
                new Row(
                        hang(BehaviourType.HANG_BEFORE, Behaviour.Then.ANSWER),
                        504,
                        "gateway_timeout",
                        RECEIVED,
                        REPLIED),
                new Row(hang(BehaviourType.HANG_AFTER, Behaviour.Then.CLOSE), 0, "", RECEIVED, APPLIED, DROPPED),
                new Row(
                        hang(BehaviourType.HANG_AFTER, Behaviour.Then.ANSWER),
                        201,
                        "AUTHORIZED",
                        RECEIVED,
                        APPLIED,
                        REPLIED),
                new Row(Behaviour.delay(wait, Delay.NONE), 201, "AUTHORIZED", RECEIVED, APPLIED, REPLIED),
                new Row(Behaviour.delay(Delay.NONE, wait), 201, "AUTHORIZED", RECEIVED, APPLIED, REPLIED),
                new Row(Behaviour.applyLater(SHORT.multipliedBy(10), SHORT), 0, "", RECEIVED, DROPPED, APPLIED),
                new Row(Behaviour.applyLater(SHORT, SHORT.multipliedBy(3)), 0, "", RECEIVED, APPLIED, DROPPED),
                ok200(ErrorBody.STATUS_ERROR, "{\"status\":\"error\"}"),
                ok200(ErrorBody.SUCCESS_FALSE, "{\"success\":false}"),
                ok200(ErrorBody.ERROR_OBJECT, "{\"error\":{"),
                ok200(ErrorBody.ERROR_CODE, "{\"error_code\":60200}"),
                new Row(Behaviour.of(BehaviourType.BUSY), 429, "rate_limited", RECEIVED, REPLIED),
                new Row(Behaviour.pending(SHORT, null), 202, "PENDING", RECEIVED, APPLIED, REPLIED, SETTLED),
                new Row(
                        Behaviour.pending(SHORT, GatewayStatus.DECLINED),
                        202,
                        "PENDING",
                        RECEIVED,
                        APPLIED,
                        REPLIED,
                        SETTLED));
    }

    private static Behaviour hang(BehaviourType act, Behaviour.Then then) {
        return Behaviour.hang(act, SHORT, then);
    }

    private static Row ok200(ErrorBody body, String inBody) {
        return new Row(Behaviour.okWithError(body), 200, inBody, RECEIVED, REPLIED);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void post_eachBehaviour_isSeenAndJournaledAsTheTableSays(Row row) {
        String reference = UUID.randomUUID().toString();
        simulator.script(Script.posts(reference, row.behaviour()));

        RawClient.Reply reply = client.pay(reference, "key-" + reference);

        assertThat(reply.http()).isEqualTo(row.http());
        assertThat(reply.body()).contains(row.inBody());
        List<JournalEntry.Type> expected = List.of(row.journal());
        SimulatorAwait.until(
                "journal as " + expected,
                () -> Journals.types(simulator, reference).equals(expected));
        long applied = expected.stream().filter(t -> t == APPLIED).count();
        assertThat(simulator.effects(Kind.PAYMENT, reference).orElseThrow().applied())
                .isEqualTo((int) applied);
        for (JournalEntry entry : Journals.of(simulator, reference)) {
            assertThat(entry.behaviour()).isEqualTo(row.behaviour().act().name());
            assertThat(entry.http()).isEqualTo(entry.type() == REPLIED ? row.http() : null);
        }
    }

    @Test
    void rows_allActsOfPosts_areCovered() {
        Set<BehaviourType> covered =
                rows().map(row -> row.behaviour().act()).collect(Collectors.toCollection(TreeSet::new));
        Set<BehaviourType> all = Stream.of(BehaviourType.values())
                .filter(act -> act.fits(CallType.POST))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(covered).isEqualTo(all);
    }

    @Test
    void post_order_isFilledAndRepeatsWhatWasAsked() {
        RawClient.Reply reply = client.post(
                "/orders",
                Map.of("Kakutei-Attempt", "2", "traceparent", "00-aa-bb-01"),
                "{\"reference\":\"o-1\",\"instrument\":\"7203.T\",\"quantity\":\"100\",\"amount\":2500.50}");

        assertThat(reply.http()).isEqualTo(201);
        assertThat(reply.body())
                .contains("\"reference\":\"o-1\"", "FILLED", "\"quantity\":\"100\"", "\"amount\":\"2500.50\"");
        JournalEntry applied = Journals.of(simulator, "o-1").get(1);
        assertThat(applied.attempt()).isEqualTo("2");
        assertThat(applied.traceparent()).isEqualTo("00-aa-bb-01");
        assertThat(applied.digest()).hasSize(64);
        assertThat(reply.body()).contains("\"id\":\"" + applied.id() + "\"");
    }

    @Test
    void delay_beforeAndAfter_keepsTheTimesOfTheJournalApart() {
        Delay wait = Delay.fixed(SHORT);
        simulator.script(Script.posts("delayed", Behaviour.delay(wait, wait)));
        client.pay("delayed", null);

        List<JournalEntry> lines = Journals.of(simulator, "delayed");
        assertThat(lines.get(1).nanos() - lines.get(0).nanos()).isGreaterThanOrEqualTo(SHORT.toNanos());
        assertThat(lines.get(2).nanos() - lines.get(1).nanos()).isGreaterThanOrEqualTo(SHORT.toNanos());
    }

    @Test
    void pending_settledAsDeclined_countsAsAppliedButDoesNotStand() {
        simulator.script(Script.posts("p-declined", Behaviour.pending(SHORT, GatewayStatus.DECLINED)));
        client.pay("p-declined", null);

        SimulatorAwait.until(
                "settled", () -> client.get("/payments/p-declined").body().contains("DECLINED"));
        Tally tally = simulator.effects(Kind.PAYMENT, "p-declined").orElseThrow();
        assertThat(tally.applied()).isEqualTo(1);
        assertThat(tally.inEffect()).isZero();
    }

    @Test
    void busy_eachHint_saysWhenToComeBack() {
        simulator.script(Script.posts(
                "busy",
                Behaviour.busy(7, BusyHint.SECONDS),
                Behaviour.busy(7, BusyHint.HTTP_DATE),
                Behaviour.busy(7, BusyHint.SECONDS_AND_RESET),
                Behaviour.busy(7, BusyHint.RESET),
                Behaviour.busy(7, BusyHint.NONE)));

        assertThat(client.pay("busy", "b").headers()).containsEntry("Retry-After", "7");
        long before = System.currentTimeMillis() / 1000;
        String date = client.pay("busy", "b").headers().get("Retry-After");
        assertThat(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                        .toEpochSecond())
                .isBetween(before + 7, inSevenSeconds());
        Map<String, String> both = client.pay("busy", "b").headers();
        assertThat(both).containsEntry("Retry-After", "7");
        assertThat(Long.parseLong(both.get("x-ratelimit-reset"))).isBetween(before + 7, inSevenSeconds());
        assertThat(client.pay("busy", "b").headers())
                .containsKey("x-ratelimit-reset")
                .doesNotContainKey("Retry-After");
        assertThat(client.pay("busy", "b").headers()).doesNotContainKeys("x-ratelimit-reset", "Retry-After");
        assertThat(client.pay("busy", "b").http()).as("then all is well").isEqualTo(201);
    }

    /** From now on, rounded up. */
    private static long inSevenSeconds() {
        return System.currentTimeMillis() / 1000 + 1 + 7;
    }
}
