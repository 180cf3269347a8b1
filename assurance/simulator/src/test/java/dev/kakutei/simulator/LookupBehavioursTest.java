package dev.kakutei.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LookupBehavioursTest {
    private static final Duration LAG = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(100);

    @TempDir
    Path data;

    private final TestClock clock = new TestClock();
    private Simulator simulator;
    private RawClient client;

    @BeforeEach
    void start() {
        simulator = Simulator.start(SimulatorConfig.in(data).withClock(clock).withVisibilityLag(LAG));
        client = new RawClient(simulator.port());
    }

    @AfterEach
    void stop() {
        simulator.close();
    }

    record Row(Behaviour behaviour, int http, String inBody, GatewayStatus shown) {}

    static Stream<Row> rows() {
        return Stream.of(
                new Row(Behaviour.ok(), 200, "\"status\":\"AUTHORIZED\"", GatewayStatus.AUTHORIZED),
                new Row(Behaviour.delay(Delay.fixed(SHORT), Delay.NONE), 200, "AUTHORIZED", GatewayStatus.AUTHORIZED),
                new Row(Behaviour.error(500), 500, "gateway_error", null),
                new Row(Behaviour.of(BehaviourType.DROP_BEFORE), 0, "", null),
                new Row(Behaviour.hang(BehaviourType.HANG_BEFORE, SHORT, Behaviour.Then.CLOSE), 0, "", null),
                new Row(
                        Behaviour.hang(BehaviourType.HANG_BEFORE, SHORT, Behaviour.Then.ANSWER),
                        504,
                        "gateway_timeout",
                        null),
                new Row(Behaviour.okWithError(ErrorBody.SUCCESS_FALSE), 200, "{\"success\":false}", null),
                new Row(Behaviour.of(BehaviourType.BUSY), 429, "rate_limited", null),
                new Row(Behaviour.of(BehaviourType.PENDING), 200, "\"status\":\"PENDING\"", GatewayStatus.PENDING),
                new Row(
                        Behaviour.of(BehaviourType.NOT_FOUND),
                        404,
                        "\"status\":\"NOT_FOUND\"",
                        GatewayStatus.NOT_FOUND),
                new Row(Behaviour.of(BehaviourType.MAINTENANCE), 200, "maintenance", null));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void lookup_eachBehaviour_isSeenAndJournaledAsTheTableSays(Row row) {
        String reference = UUID.randomUUID().toString();
        client.pay(reference, null);
        clock.advance(LAG);
        simulator.script(Script.lookups(reference, row.behaviour()));

        RawClient.Reply reply = client.get("/payments/" + reference);

        assertThat(reply.http()).isEqualTo(row.http());
        assertThat(reply.body()).contains(row.inBody());
        List<JournalEntry> lines = Journals.of(simulator, reference);
        JournalEntry lookup = lines.get(lines.size() - 1);
        assertThat(lookup.type()).isEqualTo(JournalEntry.Type.LOOKUP);
        assertThat(lookup.behaviour()).isEqualTo(row.behaviour().act().name());
        assertThat(lookup.http()).isEqualTo(row.http() == 0 ? null : row.http());
        assertThat(lookup.status()).isEqualTo(row.shown());
        assertThat(client.get("/payments/" + reference).body())
                .as("then the truth")
                .contains("AUTHORIZED");
    }

    @Test
    void rows_allActsOfLookups_areCovered() {
        Set<BehaviourType> covered =
                rows().map(row -> row.behaviour().act()).collect(Collectors.toCollection(TreeSet::new));
        Set<BehaviourType> all = Stream.of(BehaviourType.values())
                .filter(act -> act.fits(CallType.LOOKUP))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(covered).isEqualTo(all);
    }

    @Test
    void lookup_withinTheLag_findsNothingYet() {
        client.pay("lagging", null);
        clock.advance(LAG.minusMillis(1));
        assertThat(client.get("/payments/lagging").http()).isEqualTo(404);

        clock.advance(Duration.ofMillis(1));
        assertThat(client.get("/payments/lagging").http()).isEqualTo(200);
    }

    @Test
    void lookup_neverPosted_isNotFound() {
        RawClient.Reply reply = client.get("/orders/unknown");
        assertThat(reply.http()).isEqualTo(404);
        assertThat(reply.body()).contains("\"status\":\"NOT_FOUND\"");
    }

    @Test
    void lookup_ofTheOtherKind_findsNothing() {
        client.pay("only-paid", null);
        clock.advance(LAG);
        assertThat(client.get("/orders/only-paid").http()).isEqualTo(404);
    }

    @Test
    void lookup_declinedThenApplied_showsWhatWasApplied() {
        simulator.script(Script.posts(
                "second-try",
                Behaviour.of(BehaviourType.DECLINE),
                Behaviour.ok(),
                Behaviour.of(BehaviourType.DECLINE)));
        client.pay("second-try", "k1");
        clock.advance(LAG);
        assertThat(client.get("/payments/second-try").body()).contains("\"status\":\"DECLINED\"");

        client.pay("second-try", "k2");
        client.pay("second-try", "k3");
        clock.advance(LAG);
        assertThat(client.get("/payments/second-try").body()).contains("\"status\":\"AUTHORIZED\"");
    }

    @Test
    void lookup_referenceWithOddCharacters_isFound() {
        client.pay("a/b c+d%é", null);
        clock.advance(LAG);
        assertThat(client.get("/payments/a%2Fb%20c+d%25%C3%A9").http()).isEqualTo(200);
        assertThat(client.get("/payments/a/b%20c%2Bd%25%C3%A9").http()).isEqualTo(200);
    }
}
