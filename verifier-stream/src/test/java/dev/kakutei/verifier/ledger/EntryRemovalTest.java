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

/** What is known of removed entries after a restart, and how a changed setting is applied (ADR 9). */
class EntryRemovalTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration WEEK = Duration.ofDays(7);

    private final KeyValueStore<Bytes, byte[]> due = MemoryStores.due();
    private final KeyValueStore<String, Entry> entries = MemoryStores.byId(Stores.ENTRIES, Stores.entry());

    @Test
    void removedUpTo_afterARestart_isKnownAgain() {
        EntryRemoval before = entryRemoval(WEEK);
        settle(before, 1, START);
        settle(before, 2, START.minusSeconds(60));
        assertThat(before.removedUpTo()).isNull();
        removeDue(before, START.plus(WEEK));

        assertThat(before.removedUpTo()).isEqualTo(START);
        assertThat(entryRemoval(WEEK).removedUpTo()).isEqualTo(START);
        assertThat(left()).isZero();
    }

    @Test
    void removeDue_afterARestart_waitsForTheFirstArrival() {
        settle(entryRemoval(WEEK), 1, START);
        EntryRemoval after = entryRemoval(WEEK);

        after.removeDue(START.plus(WEEK.multipliedBy(2)), 10);
        assertThat(left()).isEqualTo(1);
        removeDue(after, START.plus(WEEK));
        assertThat(left()).isZero();
    }

    @Test
    void retention_madeLonger_isKeptByWhatWasSettledBefore() {
        settle(entryRemoval(WEEK), 1, START);
        EntryRemoval longer = entryRemoval(WEEK.multipliedBy(2));

        removeDue(longer, START.plus(WEEK));
        removeDue(longer, START.plus(WEEK.multipliedBy(2)).minusMillis(1));
        assertThat(left()).isEqualTo(1);
        removeDue(longer, START.plus(WEEK.multipliedBy(2)));
        assertThat(left()).isZero();
    }

    @Test
    void retention_madeShorter_isKeptWhenTheOldTimeComes() {
        settle(entryRemoval(WEEK), 1, START);
        EntryRemoval shorter = entryRemoval(Duration.ofDays(1));

        removeDue(shorter, START.plus(WEEK).minusMillis(1));
        assertThat(left()).isEqualTo(1);
        removeDue(shorter, START.plus(WEEK));
        assertThat(left()).isZero();
    }

    private EntryRemoval entryRemoval(Duration kept) {
        return new EntryRemoval(new Retention(kept), due, entries, new LedgerMetrics(new SimpleMeterRegistry()));
    }

    /** Both clocks say that it is then. */
    private static void removeDue(EntryRemoval entryRemoval, Instant then) {
        entryRemoval.arrived(then);
        entryRemoval.removeDue(then, 10);
    }

    private long left() {
        return entries.approximateNumEntries();
    }

    private void settle(EntryRemoval entryRemoval, long number, Instant acceptedAt) {
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
                        JsonNodeFactory.instance.objectNode(),
                        null)));
        Entry settled = accepted.apply(new LedgerEvent(
                id,
                2,
                START,
                "verifier",
                new Fact.Settled(Fact.Verdict.CANCELLED, Fact.Ground.OPERATOR, 0, "because", null)));
        entries.put(id.toString(), settled);
        entryRemoval.moved(accepted, settled);
    }
}
