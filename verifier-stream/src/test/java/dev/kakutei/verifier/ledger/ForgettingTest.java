package dev.kakutei.verifier.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Retention;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/** What a shell that comes back knows of what it forgot, and what it makes of another setting (ADR 9). */
class ForgettingTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration WEEK = Duration.ofDays(7);

    private final KeyValueStore<Bytes, byte[]> due = MemoryStores.due();
    private final KeyValueStore<String, Entry> entries = MemoryStores.byId(Stores.ENTRIES, Stores.entry());

    @Test
    void line_afterARestart_isKnownAgain() {
        Forgetting before = forgetting(WEEK);
        settle(before, 1, START);
        settle(before, 2, START.minusSeconds(60));
        assertThat(before.upTo()).isNull();
        look(before, START.plus(WEEK));

        assertThat(before.upTo()).isEqualTo(START);
        assertThat(forgetting(WEEK).upTo()).isEqualTo(START);
        assertThat(left()).isZero();
    }

    @Test
    void look_afterARestart_waitsForTheFirstArrival() {
        settle(forgetting(WEEK), 1, START);
        Forgetting after = forgetting(WEEK);

        after.look(START.plus(WEEK.multipliedBy(2)), 10);
        assertThat(left()).isEqualTo(1);
        look(after, START.plus(WEEK));
        assertThat(left()).isZero();
    }

    @Test
    void retention_madeLonger_isKeptByWhatWasSettledBefore() {
        settle(forgetting(WEEK), 1, START);
        Forgetting longer = forgetting(WEEK.multipliedBy(2));

        look(longer, START.plus(WEEK));
        look(longer, START.plus(WEEK.multipliedBy(2)).minusMillis(1));
        assertThat(left()).isEqualTo(1);
        look(longer, START.plus(WEEK.multipliedBy(2)));
        assertThat(left()).isZero();
    }

    @Test
    void retention_madeShorter_isKeptWhenTheOldTimeComes() {
        settle(forgetting(WEEK), 1, START);
        Forgetting shorter = forgetting(Duration.ofDays(1));

        look(shorter, START.plus(WEEK).minusMillis(1));
        assertThat(left()).isEqualTo(1);
        look(shorter, START.plus(WEEK));
        assertThat(left()).isZero();
    }

    private Forgetting forgetting(Duration kept) {
        return new Forgetting(new Retention(kept), due, entries, new LedgerMeters(new SimpleMeterRegistry()));
    }

    /** Both clocks say that it is then. */
    private static void look(Forgetting forgetting, Instant then) {
        forgetting.arrived(then);
        forgetting.look(then, 10);
    }

    private long left() {
        return entries.approximateNumEntries();
    }

    private void settle(Forgetting forgetting, long number, Instant acceptedAt) {
        RequestId id = new RequestId(new UUID(7, number));
        Entry accepted = Entry.begin(new LedgerEvent(
                id,
                1,
                acceptedAt,
                "ingest",
                new Fact.Accepted(
                        RequestKind.ORDER,
                        "shop",
                        "o-" + number,
                        "ab".repeat(32),
                        "bank",
                        null,
                        null,
                        acceptedAt.plusSeconds(30),
                        null,
                        null,
                        JsonNodeFactory.instance.objectNode())));
        Entry settled = accepted.apply(new LedgerEvent(
                id,
                2,
                START,
                "verifier",
                new Fact.Settled(Fact.Verdict.CANCELLED, Fact.Ground.OPERATOR, 0, "because", null)));
        entries.put(id.toString(), settled);
        forgetting.moved(accepted, settled);
    }
}
