package dev.kakutei.operator.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.ServiceHealth;
import dev.kakutei.schemas.ServiceHealth.Breaker;
import dev.kakutei.schemas.ServiceHealth.GatewayHealth;
import dev.kakutei.store.Requests;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthBoardTest {
    private Instant now = Requests.T0;
    private final HealthBoard board = new HealthBoard(() -> now);

    @Test
    void gateway_ofTwoSenders_isTheWorstOfBothAndTheSum() {
        board.update(sender("a", Breaker.CLOSED, 3));
        board.update(sender("b", Breaker.OPEN, 4));

        HealthBoard.Seen seen = board.gateway("bank");

        assertThat(seen.breaker()).contains(Breaker.OPEN);
        assertThat(seen.calls()).isEqualTo(7);
        assertThat(seen.limit()).isEqualTo(8);
        assertThat(seen.seenAt()).contains(now);
        assertThat(board.gateway("other").breaker()).isEmpty();
        assertThat(board.gateway("other").seenAt()).isEmpty();
    }

    @Test
    void silence_shows() {
        board.update(sender("a", Breaker.CLOSED, 3));
        Instant reported = now;

        now = now.plus(HealthBoard.SILENCE).plusMillis(1);

        assertThat(board.gateway("bank").breaker()).isEmpty();
        assertThat(board.gateway("bank").limit()).isZero();
        assertThat(board.gateway("bank").seenAt()).contains(reported);
        assertThat(board.services()).hasSize(1).noneMatch(board::isRecent);
        now = now.plus(Duration.ofDays(1));
        assertThat(board.services()).isEmpty();
    }

    @Test
    void word_thatIsOlder_saysNothingAndOneThatStoppedIsGone() {
        board.update(sender("a", Breaker.OPEN, 3));
        now = now.minusSeconds(5);
        board.update(sender("a", Breaker.CLOSED, 3));
        assertThat(board.gateway("bank").breaker()).contains(Breaker.OPEN);

        now = now.plusSeconds(10);
        board.update(new ServiceHealth("sender", "a", false, List.of(ServiceHealth.STOPPED), List.of(), now));
        assertThat(board.services()).isEmpty();
    }

    @Test
    void laneReader_afterARebalance_isWhoSaidSoLast() {
        board.update(reader("a", List.of(0, 1)));
        assertThat(board.laneReader("bank", 1)).contains("a");
        assertThat(board.laneReader("bank", 2)).isEmpty();
        assertThat(board.laneReader("cards", 1)).isEmpty();

        now = now.plusSeconds(1);
        board.update(reader("b", List.of(1, 2)));
        assertThat(board.laneReader("bank", 0)).contains("a");
        assertThat(board.laneReader("bank", 1)).contains("b");

        now = now.plus(HealthBoard.SILENCE).plusSeconds(1);
        assertThat(board.laneReader("bank", 1)).as("none was heard of lately").isEmpty();
    }

    private ServiceHealth reader(String instance, List<Integer> partitions) {
        return new ServiceHealth(
                "broker-sender",
                instance,
                true,
                List.of(),
                List.of(new GatewayHealth("bank", Breaker.CLOSED, 0, 4, 0, 0, 0, 0, null, partitions)),
                now);
    }

    private ServiceHealth sender(String instance, Breaker breaker, int calls) {
        return new ServiceHealth(
                "sender",
                instance,
                true,
                List.of(),
                List.of(new GatewayHealth("bank", breaker, 1, 4, 0, calls, 0, 0, now, List.of())),
                now);
    }
}
