package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayFile;
import java.time.Duration;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class GatewayFaultPlanTest {
    @Test
    void posts_slowestOnTheSlowestWay_areSeenWithinTheSettlingTime() throws Exception {
        JsonNode posts = new ObjectMapper().readTree(GatewayFaultPlan.mix(1)).get("posts");
        long slowest = StreamSupport.stream(posts.spliterator(), false)
                .map(post -> post.get("behaviour"))
                .flatMapToLong(GatewayFaultPlanTest::waits)
                .max()
                .orElseThrow();
        Duration seen = RandomFaults.MAX_ON_THE_WAY.plusMillis(slowest).plus(GatewayFaultPlan.VISIBILITY_LAG);

        assertThat(asked().values())
                .hasSize(2)
                .allSatisfy(gateway ->
                        assertThat(gateway.verification().settlingTime()).isGreaterThan(seen))
                // and some of them arrive after their sender gave them up
                .allSatisfy(gateway -> assertThat(gateway.callTimeout())
                        .isLessThan(RandomFaults.MAX_ON_THE_WAY)
                        .isLessThan(Duration.ofMillis(slowest)));
    }

    /** A post that vanished before the healing is missed twice, each time after all that waiting; then it is sent again. */
    @Test
    void vanishedPost_evenTwiceInARow_isGotOverWithinTheAllowance() throws Exception {
        assertThat(asked().values()).allSatisfy(gateway -> {
            Duration step = gateway.verification().after().stream()
                    .max(Duration::compareTo)
                    .orElseThrow();
            Duration wait = gateway.sendWindow()
                    .plus(gateway.callTimeout())
                    .plus(gateway.verification().settlingTime());
            Duration once = wait.multipliedBy(2).plus(step).plus(gateway.retry().first());
            assertThat(once.multipliedBy(2))
                    .isLessThan(gateway.verification().settlingTime().plusSeconds(60));
        });
    }

    @Test
    void afterHealing_answersAreLostAndNoPosts() throws Exception {
        JsonNode mix = new ObjectMapper().readTree(GatewayFaultPlan.mild(1));
        assertThat(mix.get("lookups")).isEmpty();
        assertThat(mix.get("posts"))
                .allSatisfy(
                        post -> assertThat(post.at("/behaviour/act").asText()).matches(".*_AFTER|DECLINE"));
        assertThat(StreamSupport.stream(mix.get("posts").spliterator(), false)
                        .filter(post -> post.at("/behaviour/act").asText().endsWith("_AFTER"))
                        .mapToDouble(post -> post.get("probability").asDouble())
                        .sum())
                .isGreaterThan(0.12);
    }

    private static LongStream waits(JsonNode behaviour) {
        return switch (behaviour.get("act").asText()) {
            case "HANG_BEFORE" -> LongStream.of(most(behaviour.get("hold")));
            case "APPLY_LATER" -> LongStream.of(most(behaviour.get("apply_after")));
            case "DELAY" -> LongStream.of(most(behaviour.get("delay_before")));
            default -> LongStream.empty();
        };
    }

    private static long most(JsonNode time) {
        return time.isNumber() ? time.asLong() : time.get("max_ms").asLong();
    }

    private static Map<String, Gateway> asked() throws Exception {
        Map<String, Gateway> all = new java.util.TreeMap<>(
                GatewayFile.read(GatewayFaultPlan.gateways(1)).byName());
        all.values().removeIf(gateway -> gateway.statusQuery() == null);
        return all;
    }
}
