package dev.kakutei.sender.consume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.sender.Fixtures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class BacklogTest {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final TopicPartition P1 = new TopicPartition("t", 1);
    private static final CommandDeadline FRESH =
            new CommandDeadline(Fixtures.order(Fixtures.ID, "gw").notAfter(), 0, Duration.ZERO);
    private static final Predicate<Arrival> POISON =
            arrival -> arrival.instruction().isEmpty();

    private static Arrival poison(TopicPartition partition, long offset) {
        return new Arrival(partition, new OffsetAndMetadata(offset + 1), Optional.empty(), "x");
    }

    private static Arrival arrival(TopicPartition partition, long offset, Command command) {
        return new Arrival(
                partition,
                new OffsetAndMetadata(offset + 1),
                Optional.of(new Arrival.Instruction(command, FRESH, Arrival.History.NEW)),
                null);
    }

    private static Arrival send(TopicPartition partition, long offset) {
        return arrival(partition, offset, Fixtures.order(Fixtures.ID, "gw"));
    }

    private static Arrival question(TopicPartition partition, long offset) {
        return arrival(partition, offset, Fixtures.inquiry(RequestKind.PAYMENT));
    }

    private static Backlog of(Arrival... arrivals) {
        Backlog backlog = new Backlog();
        List.of(arrivals).forEach(backlog::add);
        return backlog;
    }

    private static List<String> names(List<Arrival> arrivals) {
        return arrivals.stream()
                .map(arrival -> arrival.partition().partition() + "@" + arrival.offset())
                .toList();
    }

    @Test
    void take_longLineBesideAShortOne_servesThemInTurn() {
        Backlog backlog = of(send(P0, 1), send(P0, 2), send(P0, 3), send(P0, 4), send(P1, 1), send(P1, 2));

        assertThat(names(backlog.take(1))).containsExactly("0@1");
        assertThat(names(backlog.take(2))).containsExactly("1@1", "0@2");
        assertThat(backlog.size()).isEqualTo(3);
        assertThat(names(backlog.take(9))).containsExactly("1@2", "0@3", "0@4");
        assertThat(backlog.isEmpty()).isTrue();
        assertThat(backlog.take(1)).isEmpty();
    }

    @Test
    void putBack_whatWasTaken_isTakenAgainInTheSameOrder() {
        Backlog backlog = of(send(P0, 1), send(P0, 2), send(P0, 3), send(P1, 1));
        List<Arrival> taken = backlog.take(3);
        backlog.putBack(taken);

        assertThat(backlog.size()).isEqualTo(4);
        List<Arrival> again = new ArrayList<>(backlog.take(4));
        assertThat(names(again)).containsExactlyInAnyOrder("0@1", "0@2", "0@3", "1@1");
        assertThat(names(again.stream().filter(a -> a.partition().equals(P0)).toList()))
                .containsExactly("0@1", "0@2", "0@3");
    }

    @Test
    void takeHarmless_questionAtTheHeadOfALine_isPreferred() {
        Backlog backlog = of(send(P0, 1), question(P0, 2), question(P1, 1), send(P1, 2));

        assertThat(names(backlog.takeHarmless())).containsExactly("1@1");
        assertThat(names(backlog.takeHarmless()))
                .as("not before those in its own line")
                .containsExactly("0@1");
        assertThat(names(backlog.takeHarmless())).containsExactly("0@2");
        assertThat(names(backlog.takeHarmless())).containsExactly("1@2");
        assertThat(backlog.takeHarmless()).isEmpty();
    }

    @Test
    void takeLeading_whatNeedsNoCall_isTakenUpToTheFirstThatDoes() {
        Backlog backlog = of(poison(P0, 1), poison(P0, 2), send(P0, 3), poison(P0, 4), send(P1, 1), poison(P1, 2));

        assertThat(names(backlog.takeLeading(POISON, 1))).containsExactly("0@1");
        assertThat(names(backlog.takeLeading(POISON, 9))).containsExactly("0@2");
        assertThat(backlog.takeLeading(POISON, 9)).isEmpty();
        assertThat(backlog.size()).isEqualTo(4);
        assertThat(backlog.partitions()).containsExactlyInAnyOrder(P0, P1);
    }

    @Test
    void offsets_severalOfAPartition_commitBehindTheLast() {
        List<Arrival> taken = of(send(P0, 5), send(P1, 9), send(P0, 7)).take(3);

        assertThat(Backlog.offsets(taken))
                .isEqualTo(Map.of(P0, new OffsetAndMetadata(8), P1, new OffsetAndMetadata(10)));
    }

    @Test
    void drop_revokedPartition_leavesOnlyTheOthers() {
        Backlog backlog = of(send(P0, 5), send(P1, 9), send(P0, 7));
        backlog.drop(List.of(P0));

        assertThat(backlog.size()).isEqualTo(1);
        assertThat(backlog.partitions()).containsExactly(P1);
        assertThat(names(backlog.take(9))).containsExactly("1@9");
        backlog.drop(List.of(P0, P1));
        assertThat(backlog.isEmpty()).isTrue();
    }
}
