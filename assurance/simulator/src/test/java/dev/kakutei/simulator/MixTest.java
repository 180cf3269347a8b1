package dev.kakutei.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MixTest {
    private static final Mix ROUGH = new Mix(
            42,
            List.of(
                    share(0.2, BehaviourType.ERROR_BEFORE),
                    share(0.1, BehaviourType.DROP_AFTER),
                    share(0.3, BehaviourType.DECLINE)),
            List.of(share(0.5, BehaviourType.NOT_FOUND)));

    private static Mix.Share share(double probability, BehaviourType act) {
        return new Mix.Share(probability, Behaviour.of(act));
    }

    private static Map<String, String> weather(Path data, Mix mix, List<String> references) {
        try (Simulator simulator = Simulator.start(SimulatorConfig.in(data).withMix(mix))) {
            RawClient client = new RawClient(simulator.port());
            for (String reference : references) {
                client.pay(reference, null);
                client.pay(reference, null);
                client.get("/payments/" + reference);
            }
            return simulator.journal().stream()
                    .filter(e -> e.type() == JournalEntry.Type.RECEIVED || e.type() == JournalEntry.Type.LOOKUP)
                    .collect(Collectors.toMap(
                            e -> e.reference() + " " + e.type() + " " + e.nth(),
                            JournalEntry::behaviour,
                            (a, b) -> a,
                            TreeMap::new));
        }
    }

    @Test
    void mix_sameSeed_meansTheSameFateInWhateverOrder(@TempDir Path one, @TempDir Path two, @TempDir Path three) {
        List<String> references =
                IntStream.range(0, 60).mapToObj(i -> "ref-" + i).toList();
        List<String> shuffled = new ArrayList<>(references);
        Collections.shuffle(shuffled, new Random(7));

        Map<String, String> first = weather(one, ROUGH, references);
        assertThat(first).hasSize(180);
        assertThat(first.values()).contains("OK", "ERROR_BEFORE", "DROP_AFTER", "DECLINE", "NOT_FOUND");
        assertThat(weather(two, ROUGH, shuffled)).isEqualTo(first);
        assertThat(weather(three, ROUGH.withSeed(43), references)).isNotEqualTo(first);
    }

    @Test
    void choose_manyRequests_keepsToTheShares() {
        int all = 50_000;
        Map<BehaviourType, Long> counts = IntStream.range(0, all)
                .mapToObj(i -> ROUGH.choose(CallType.POST, Draw.of(42, CallType.POST, Kind.ORDER, "o-" + i, 1))
                        .act())
                .collect(Collectors.groupingBy(act -> act, Collectors.counting()));
        assertThat(counts.get(BehaviourType.ERROR_BEFORE)).isBetween(9_500L, 10_500L);
        assertThat(counts.get(BehaviourType.DROP_AFTER)).isBetween(4_600L, 5_400L);
        assertThat(counts.get(BehaviourType.DECLINE)).isBetween(14_500L, 15_500L);
        assertThat(counts.get(BehaviourType.OK)).isBetween(19_500L, 20_500L);
    }

    @Test
    void mix_overHttp_isSetAndReturned(@TempDir Path data) {
        try (Simulator simulator = Simulator.start(SimulatorConfig.in(data))) {
            RawClient client = new RawClient(simulator.port());
            RawClient.Reply reply = client.send(
                    "PUT",
                    "/_sim/mix",
                    Map.of(),
                    "{\"seed\":9,\"posts\":[{\"probability\":1,\"behaviour\":{\"act\":\"ERROR_BEFORE\",\"http\":503}}]}");
            assertThat(reply.http()).isEqualTo(200);
            assertThat(reply.body()).contains("\"seed\":9", "ERROR_BEFORE");
            assertThat(client.pay("r", null).http()).isEqualTo(503);
            assertThat(client.send("PUT", "/_sim/mix", Map.of(), reply.body()).http())
                    .as("what is answered can be put again")
                    .isEqualTo(200);
            assertThat(client.send("PUT", "/_sim/mix", Map.of(), "{\"posts\":[{\"probability\":2}]}")
                            .http())
                    .isEqualTo(400);
        }
    }

    @Test
    void mix_sharesAboveOne_areRefused() {
        List<Mix.Share> tooMany = List.of(share(0.6, BehaviourType.OK), share(0.6, BehaviourType.DECLINE));
        assertThatThrownBy(() -> new Mix(1, tooMany, List.of())).hasMessageContaining("more than 1");
        assertThatThrownBy(() -> new Mix(1, List.of(), List.of(share(0.1, BehaviourType.DROP_AFTER))))
                .hasMessageContaining("does not fit");
    }

    @Test
    void delay_sampled_staysWithinItsBoundsAndFollowsItsMean() {
        Delay uniform = new Delay(100L, null, 200L);
        Delay exponential = new Delay(null, 100L, 5_000L);
        long sum = 0;
        for (int i = 0; i < 10_000; i++) {
            Draw draw = Draw.of(1, CallType.POST, Kind.PAYMENT, "d", i);
            assertThat(uniform.sample(draw).toMillis()).isBetween(100L, 200L);
            sum += exponential.sample(draw).toMillis();
        }
        assertThat(sum / 10_000).isBetween(90L, 110L);
    }
}
