package dev.kakutei.store.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.store.EventHistories;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.upkeep.LedgerCheck;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** SPEC A10: a failed attempt waits for its backoff, and is pending again when that is over. */
class BackoffEndsTest {
    private static final Instant PAST = Instant.parse("2020-01-01T00:00:00Z");
    private static final Instant FUTURE = Instant.parse("2999-01-01T00:00:00Z");

    private final TestStore store = TestStore.open();
    private final BackoffEnds ends = new BackoffEnds(store.database());

    @AfterEach
    void close() {
        ends.close();
        store.close();
    }

    @Test
    void look_backoffOver_isPendingAgainAndThenSending() throws Exception {
        List<LedgerEvent> life = failed("over", PAST);
        assertThat(row("over")).isEqualTo("failed 1 waits");

        assertThat(ends.markPending()).isEqualTo(1);
        assertThat(row("over")).isEqualTo("pending 1");
        assertThat(ends.markPending()).isZero();
        new LedgerCheck(store.database())
                .run(null, difference -> assertThat(difference).isNull(), passed -> {});

        EventHistories.next(life, new Fact.AttemptStarted(2, FUTURE, FUTURE));
        Projected.write(store.database(), life);
        assertThat(row("over")).isEqualTo("sending 2");
    }

    @Test
    void look_backoffNotOver_staysFailed() throws Exception {
        failed("not-over", FUTURE);

        assertThat(ends.markPending()).isZero();

        assertThat(row("not-over")).isEqualTo("failed 1 waits");
    }

    @Test
    void look_rowHeldByAnother_isLeftForTheNextTurn() throws Exception {
        failed("held", PAST);
        try (Connection other = store.database().connection();
                Statement statement = other.createStatement()) {
            statement.execute("select 1 from outbox_orders where idempotency_key = 'held' for update");

            assertThat(ends.markPending()).isZero();
            other.rollback();
        }

        assertThat(ends.markPending()).isEqualTo(1);
    }

    private List<LedgerEvent> failed(String key, Instant retryAt) throws Exception {
        NewRequest request = Requests.payment(key);
        new LedgerTable(store.database()).accept(List.of(request));
        List<LedgerEvent> events = new ArrayList<>(List.of(request.event()));
        EventHistories.next(events, new Fact.AttemptStarted(1, FUTURE, FUTURE));
        Answer busy = new Answer(Category.SERVER_ERROR, 503, "http_503", "busy", 5, Map.of(), null, null);
        EventHistories.next(events, new Fact.AttemptDeferred(1, busy, Outcome.Doubt.NONE, retryAt));
        Projected.write(store.database(), events);
        return events;
    }

    private String row(String key) {
        return store.text(
                "select concat_ws(' ', status, attempts, case when next_attempt_at is not null then 'waits' end)"
                        + " from outbox_orders where idempotency_key = '" + key + "'");
    }
}
