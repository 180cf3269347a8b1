package dev.kakutei.boot.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a sender begins, from what Kafka says of a partition. */
class StartPositionTest {
    @ParameterizedTest(name = "{0}: beginning {1}, recent {2}, end {3} -> {4} from {5}, lost below {6}")
    @CsvSource(delimiter = '|', textBlock = """
            never written                           |   0 |    0 |     0 | FIRST |    0 |     0
            one command                             |   0 |    0 |     1 | LOST  |    0 |     1
            one transaction that was aborted        |   0 |    1 |     1 | LOST  |    0 |     1
            a few commands, all recent              |   0 |    0 |    40 | LOST  |    0 |    40
            a few commands, all old                 |   0 |   40 |    40 | LOST  |    0 |    40
            the first ones deleted                  |  17 |   17 |    20 | LOST  |   17 |    20
            all deleted                             |  40 |   40 |    40 | LOST  |   40 |    40
            a long time, and some recent            |   0 | 9000 | 10000 | LOST  | 9000 | 10000
            a long time, and nothing recent         |   0 |10000 | 10000 | LOST  | 9900 | 10000
            nothing recent, and nearly all deleted  |9950 |10000 | 10000 | LOST  | 9950 | 10000
            all recent                              |   0 |    0 | 10000 | LOST  |    0 | 10000
            """)
    void uncommitted_isFirstOnlyWhereNothingWasEverWritten(
            String name, long beginning, long recent, long end, StartPosition.Kind kind, long offset, long lostBelow) {
        assertThat(StartPosition.uncommitted(beginning, recent, end))
                .isEqualTo(new StartPosition(kind, offset, lostBelow));
    }

    @ParameterizedTest(name = "{0} \"{1}\" -> lost below {2}")
    @CsvSource(delimiter = '|', textBlock = """
             0 | ''                                            |  0
            12 | ''                                            |  0
             0 | position_lost_below=20                        | 20
            12 | position_lost_below=20                        | 20
            19 | position_lost_below=20                        | 20
            20 | position_lost_below=20                        |  0
            25 | position_lost_below=20                        |  0
            12 | written by another tool                       |  0
            12 | position_lost_below=                          |  0
            12 | position_lost_below=-5                        |  0
            12 | position_lost_below=99999999999999999999999   |  0
            """)
    void committed_goesOnThere_andKnowsWhatALossReachesTo(long offset, String metadata, long lostBelow) {
        StartPosition start = StartPosition.committed(new OffsetAndMetadata(offset, metadata));

        assertThat(start).isEqualTo(new StartPosition(StartPosition.Kind.RESUME, offset, lostBelow));
    }

    @ParameterizedTest
    @CsvSource({"0, true", "39, true", "40, false", "41, false"})
    void lost_commands_areThoseBelowTheEndAtTheAssignment(long offset, boolean lost) {
        assertThat(StartPosition.uncommitted(0, 0, 40).isLost(offset)).isEqualTo(lost);
        assertThat(StartPosition.uncommitted(0, 0, 0).isLost(offset)).isFalse();
        assertThat(StartPosition.committed(new OffsetAndMetadata(0)).isLost(offset))
                .isFalse();
    }

    /** Whoever has the partition next must find it in the commit. */
    @Test
    void commit_insideOfALoss_isReadBackAsTheSameLoss() {
        StartPosition start = StartPosition.uncommitted(3, 3, 40);
        for (long next = 3; next < 45; next++) {
            StartPosition after = StartPosition.committed(start.commit(next, Optional.of(7)));
            assertThat(after.offset()).isEqualTo(next);
            for (long offset = next; offset < 45; offset++) {
                assertThat(after.isLost(offset)).isEqualTo(start.isLost(offset));
            }
        }
        assertThat(start.commit().offset()).isEqualTo(3);
    }

    @Test
    void position_thatCannotBe_isRefused() {
        assertThatThrownBy(() -> new StartPosition(StartPosition.Kind.FIRST, 3, 0))
                .hasMessageContaining("offset 0");
        assertThatThrownBy(() -> new StartPosition(StartPosition.Kind.LOST, 5, 4))
                .hasMessageContaining("behind");
        assertThatThrownBy(() -> new StartPosition(StartPosition.Kind.RESUME, -1, 0))
                .hasMessageContaining("negative");
    }
}
