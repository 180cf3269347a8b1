package dev.kakutei.ledger;

import static dev.kakutei.ledger.Histories.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Category;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GatewayReachTest {
    @Test
    void threeCallsWithoutAConnection_inTenSeconds_areUnreachable() {
        assertThat(failedAt(0, 5).unreachable()).as("two calls").isFalse();
        assertThat(failedAt(0, 1, 2, 3, 4, 9).unreachable()).as("a restart").isFalse();
        assertThat(failedAt(0, 5, 10).unreachable()).isTrue();
    }

    @Test
    void reports_outOfOrder_countTheSame() {
        assertThat(failedAt(10, 0, 5).unreachable()).isTrue();
        assertThat(failedAt(10, 0, 5).first()).isEqualTo(at(0));
    }

    @ParameterizedTest
    @EnumSource(
            value = Category.class,
            names = {"OK", "CLIENT_ERROR", "SERVER_ERROR", "NO_ANSWER", "UNKNOWN"})
    void callThatConnected_isTheEndOfIt(Category category) {
        assertThat(failedAt(0, 5, 10).after(category, at(11))).isEqualTo(GatewayReach.REACHED);
    }

    @Test
    void callThatWasNotMade_saysNothing() {
        assertThat(failedAt(0, 5, 10).after(Category.NOT_ATTEMPTED, at(11))).isEqualTo(failedAt(0, 5, 10));
    }

    private static GatewayReach failedAt(long... seconds) {
        GatewayReach reach = GatewayReach.REACHED;
        for (long second : seconds) {
            reach = reach.after(Category.NOT_CONNECTED, at(second));
        }
        return reach;
    }
}
