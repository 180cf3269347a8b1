package dev.kakutei.sender.consume;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class BacklogTest {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final TopicPartition P1 = new TopicPartition("t", 1);

    private static Arrival arrival(TopicPartition partition, long offset) {
        return new Arrival(partition, new OffsetAndMetadata(offset + 1), Optional.empty(), "x");
    }

    private static Backlog of(Arrival... arrivals) {
        Backlog backlog = new Backlog();
        List.of(arrivals).forEach(backlog::add);
        return backlog;
    }

    @Test
    void first_fewerThanThereAre_givesThemInOrderAndKeepsThem() {
        Backlog backlog = of(arrival(P0, 5), arrival(P1, 9), arrival(P0, 7));

        assertThat(backlog.first(2)).containsExactly(arrival(P0, 5), arrival(P1, 9));
        assertThat(backlog.first(0)).isEmpty();
        assertThat(backlog.size()).isEqualTo(3);
    }

    @Test
    void offsets_severalOfAPartition_commitBehindTheLast() {
        Backlog backlog = of(arrival(P0, 5), arrival(P1, 9), arrival(P0, 7));

        assertThat(Backlog.offsets(backlog.first(3)))
                .isEqualTo(Map.of(P0, new OffsetAndMetadata(8), P1, new OffsetAndMetadata(10)));
    }

    @Test
    void drop_revokedPartition_leavesOnlyTheOthers() {
        Backlog backlog = of(arrival(P0, 5), arrival(P1, 9), arrival(P0, 7));
        backlog.drop(List.of(P0));

        assertThat(backlog.first(9)).containsExactly(arrival(P1, 9));
        backlog.removeFirst(1);
        assertThat(backlog.isEmpty()).isTrue();
    }
}
