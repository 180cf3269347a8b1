package dev.kakutei.store.upkeep;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.codec.CanonicalJson;
import dev.kakutei.store.database.FactJson;
import dev.kakutei.store.database.LedgerRow;
import dev.kakutei.store.project.OutboxRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Compares what the tables hold of one request with the fold of its events, field by field (SPEC E3). No database. */
final class Audit {
    private static final String LEDGER = "ledger";
    private static final String OUTBOX = "outbox_orders";
    private static final String EVENT_TABLE = "ledger_events";

    private final StoredRequest stored;
    private final List<Difference> differences = new ArrayList<>();
    private Entry first;
    private Entry fold;
    private boolean sound = true;

    private Audit(StoredRequest stored) {
        this.stored = stored;
    }

    /**
     * @param fold what the snapshot should be; empty where the events themselves are not sound, and nothing can be made
     *     of them
     * @param first what it was after its first event; as above
     */
    record Result(List<Difference> differences, Optional<Entry> fold, Optional<Entry> first) {}

    static Result of(StoredRequest stored) {
        Audit audit = new Audit(stored);
        audit.fold();
        if (audit.sound) {
            audit.compareLedger();
            audit.compareOutbox();
            audit.compareOpen();
        }
        return new Result(
                List.copyOf(audit.differences),
                Optional.of(audit).filter(each -> each.sound).map(each -> each.fold),
                Optional.of(audit).filter(each -> each.sound).map(each -> each.first));
    }

    private void fold() {
        if (stored.events().isEmpty()) {
            unsound("none", "at least its acceptance");
            return;
        }
        int expected = 1;
        for (StoredRequest.Event event : stored.events()) {
            if (event.eventId() != expected) {
                unsound("event " + event.eventId() + " behind event " + (expected - 1), "event " + expected);
                return;
            }
            try {
                Fact fact = FactJson.read(event.fact());
                LedgerEvent whole = new LedgerEvent(stored.id(), event.eventId(), event.at(), event.actor(), fact);
                if (!FactJson.type(fact).equals(event.type())) {
                    add(EVENT_TABLE, "type of event " + expected, event.type(), FactJson.type(fact));
                }
                fold = fold == null ? Entry.begin(whole) : fold.apply(whole);
                first = first == null ? fold : first;
            } catch (IllegalStateException | IllegalArgumentException | NullPointerException e) {
                unsound("event " + expected + ": " + e.getMessage(), "a fact that can follow");
                return;
            }
            expected++;
        }
    }

    private void compareLedger() {
        if (stored.ledger() == null) {
            add(LEDGER, Difference.ROW, null, "the fold of " + stored.events().size() + " events");
        } else {
            compare(LEDGER, stored.ledger(), Cells.of(fold, LedgerRow.ALL));
        }
    }

    private void compareOutbox() {
        if (stored.outbox() == null) {
            // The reconciler goes by the row until something is decided. Later it may be missing: it is cleaned away
            // when the
            // request is settled, and not written again for a request that a restored database gets back from the
            // ledger topic.
            if (fold.status() == Status.ACCEPTED) {
                add(OUTBOX, Difference.ROW, null, "a row, as long as nothing is decided");
            }
            return;
        }
        compare(OUTBOX, stored.outbox(), Cells.of(first, OutboxColumns.FIXED));
        compare(OUTBOX, stored.outbox(), expectedOutbox());
        String digest = CanonicalJson.digest(stored.document());
        if (!digest.equals(fold.digest())) {
            add(OUTBOX, "order_request_json", "digest " + digest, "digest " + fold.digest());
        }
    }

    /** Two things are no facts: which sender holds an attempt, and that a backoff is over. */
    private Map<String, String> expectedOutbox() {
        Map<String, String> expected = new HashMap<>(Cells.of(fold, OutboxColumns.CHANGING));
        if (OutboxRow.attemptIsOpen(fold)) {
            expected.remove(OutboxRow.LOCKED_BY);
        }
        if (OutboxRow.isPendingAgain(
                fold, stored.outbox().get(OutboxRow.STATUS), stored.outbox().get(OutboxRow.NEXT_ATTEMPT_AT))) {
            expected.remove(OutboxRow.STATUS);
            expected.remove(OutboxRow.NEXT_ATTEMPT_AT);
        }
        return expected;
    }

    private void compareOpen() {
        StoredRequest.Membership expected =
                fold.status().terminal() ? StoredRequest.Membership.NOT_AMONG : StoredRequest.Membership.AMONG;
        if (stored.open() != expected) {
            add("ledger_open", Difference.ROW, stored.open().name(), expected.name());
        }
    }

    private void compare(String table, Map<String, String> cells, Map<String, String> expected) {
        expected.keySet().stream()
                .sorted()
                .filter(column -> !Objects.equals(cells.get(column), expected.get(column)))
                .forEach(column -> add(table, column, cells.get(column), expected.get(column)));
    }

    private void unsound(String found, String expected) {
        sound = false;
        add(EVENT_TABLE, Difference.EVENTS, found, expected);
    }

    private void add(String table, String field, String found, String expected) {
        Map<String, String> row = stored.ledger() == null ? Map.of() : stored.ledger();
        String client = fold == null ? row.get("client") : fold.client();
        String key = fold == null ? row.get("idempotency_key") : fold.idempotencyKey();
        differences.add(new Difference(stored.id(), client, key, table, field, found, expected));
    }
}
