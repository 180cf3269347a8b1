package dev.kakutei.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptsTest {
    @TempDir
    Path data;

    private Simulator simulator;
    private RawClient client;

    @BeforeEach
    void start() {
        simulator = Simulator.start(SimulatorConfig.in(data));
        client = new RawClient(simulator.port());
    }

    @AfterEach
    void stop() {
        simulator.close();
    }

    private List<Integer> pay(String reference, int times) {
        return IntStream.range(0, times)
                .mapToObj(i -> client.pay(reference, null).http())
                .toList();
    }

    private RawClient.Reply scripts(String json) {
        return client.post("/_sim/scripts", Map.of(), json);
    }

    @Test
    void script_severalSteps_areTakenOneByOneAndThenAllIsWell() {
        simulator.script(Script.posts("r", Behaviour.error(503), Behaviour.error(502)));
        assertThat(pay("r", 4)).containsExactly(503, 502, 201, 201);
        assertThat(simulator.health().scripts()).isZero();
    }

    @Test
    void script_repeatingLast_neverEnds() {
        simulator.script(
                Script.posts("r", Behaviour.error(503), Behaviour.error(504)).repeatingLast());
        assertThat(pay("r", 4)).containsExactly(503, 504, 504, 504);
        simulator.clearScripts();
        assertThat(pay("r", 1)).containsExactly(201);
    }

    @Test
    void script_everyNthPost_holdsForEachReference() {
        simulator.script(Script.everyNthPost(1, Behaviour.error(500)));
        assertThat(pay("a", 2)).containsExactly(500, 201);
        assertThat(pay("b", 2)).containsExactly(500, 201);
    }

    @Test
    void script_forAReference_comesBeforeKeyAndGeneralOnes() {
        simulator.script(Script.everyPost(Behaviour.error(500)));
        assertThat(scripts("{\"key\":\"k\",\"steps\":[{\"act\":\"ERROR_BEFORE\",\"http\":502}]}")
                        .http())
                .isEqualTo(200);
        simulator.script(Script.posts("r", Behaviour.error(504)));

        assertThat(IntStream.range(0, 3).mapToObj(i -> client.pay("r", "k").http()))
                .containsExactly(504, 502, 500);
    }

    @Test
    void script_forOneKind_leavesTheOtherAlone() {
        scripts("{\"kind\":\"ORDER\",\"steps\":[\"DECLINE\"],\"after\":\"REPEAT_LAST\"}");
        assertThat(pay("r", 1)).containsExactly(201);
        assertThat(client.post("/orders", Map.of(), "{}").http()).isEqualTo(402);
    }

    @Test
    void script_overHttp_mayBeAListWithNamesAndParticulars() {
        RawClient.Reply reply = scripts("""
                [{"reference":"r","steps":["drop_after",{"act":"BUSY","retry_after":3,"hint":"seconds"},
                  {"act":"DELAY","delay_before":{"min_ms":1,"max_ms":20},"delay_after":{"mean_ms":5,"max_ms":20}}]},
                 {"on":"LOOKUP","reference":"r","steps":["MAINTENANCE"]}]""");

        assertThat(reply.http()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo("{\"scripts\":2}");
        assertThat(client.pay("r", "k").http()).isZero();
        assertThat(client.pay("r", "k").headers()).containsEntry("Retry-After", "3");
        assertThat(client.pay("r", "k").headers()).containsKey("Idempotent-Replayed");
        assertThat(client.get("/payments/r").body()).contains("maintenance");
        assertThat(client.get("/payments/r").body()).contains("AUTHORIZED");
    }

    @Test
    void script_clearedOverHttp_isGone() {
        simulator.script(Script.everyPost(Behaviour.error(500)));
        assertThat(client.send("DELETE", "/_sim/scripts", Map.of(), "").body()).isEqualTo("{\"cleared\":1}");
        assertThat(pay("r", 1)).containsExactly(201);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[null]",
                "{",
                "{}",
                "{\"steps\":[]}",
                "{\"steps\":[\"NO_SUCH_ACT\"]}",
                "{\"steps\":[\"MAINTENANCE\"]}",
                "{\"on\":\"LOOKUP\",\"steps\":[\"DROP_AFTER\"]}",
                "{\"steps\":[{\"act\":\"OK\",\"speling\":1}]}",
                "{\"steps\":[{\"http\":500}]}",
                "{\"nth\":0,\"steps\":[\"OK\"]}",
                "{\"steps\":[{\"act\":\"DELAY\",\"delay_before\":-1}]}",
                "{\"steps\":[{\"act\":\"DELAY\",\"delay_before\":999999999}]}",
                "{\"steps\":[{\"act\":\"PENDING\",\"settles_to\":\"NOT_FOUND\"}]}"
            })
    void script_thatMakesNoSense_isRefusedWithAReason(String json) {
        RawClient.Reply reply = scripts(json);
        assertThat(reply.http()).isEqualTo(400);
        assertThat(reply.headers()).containsEntry("Content-Type", "application/problem+json");
        assertThat(reply.body()).contains("\"detail\":");
        assertThat(simulator.health().scripts()).isZero();
    }
}
