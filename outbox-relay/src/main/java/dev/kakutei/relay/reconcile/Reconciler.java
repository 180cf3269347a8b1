package dev.kakutei.relay.reconcile;

import dev.kakutei.relay.capture.PostgresAddress;
import dev.kakutei.relay.route.OutboxRow;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Walks through the outbox behind the capture. What is new is looked at once, when it is old enough; what showed no
 * progress is looked at again until it does; and every hour the whole outbox is walked through anew, because a row may
 * have been committed behind our back.
 *
 * <p>Work is bounded: a number of pages in one look, a number of rows announced in one look, a number of suspects
 * remembered. For one thread.
 */
public final class Reconciler implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Reconciler.class);
    private static final int PAGE_ROWS = 5_000;
    private static final int PAGES = 20;
    private static final int MOST_SUSPECTS = 10_000;
    private static final Duration WHOLE_WALK = Duration.ofHours(1);

    private final ReconcileConfig config;
    private final OutboxTable outbox;
    private final Suspects suspects = new Suspects(MOST_SUSPECTS);
    private final InstantSource clock;
    private UUID lookedAt = OutboxTable.BEGINNING;
    private Instant walkBegan;

    public Reconciler(ReconcileConfig config, PostgresAddress postgres, InstantSource clock) {
        this.config = config;
        this.outbox = new OutboxTable(postgres);
        this.clock = clock;
    }

    /** Announces rows; returns when Kafka has them, or throws and nothing counts as announced. */
    @FunctionalInterface
    public interface Announcer {
        void announce(List<OutboxRow> rows) throws InterruptedException;
    }

    /** @param announced how many were announced again @param suspects how many show no progress */
    public record Look(int announced, int suspects) {}

    /** @throws LookFailed when the database could not be asked; the next look goes on from here */
    public Look look(Announcer announcer) throws InterruptedException {
        try {
            Instant now = clock.instant();
            suspects.keepOnly(suspects.open().isEmpty() ? List.of() : outbox.withoutProgress(suspects.open()));
            walk(now);
            List<UUID> due = suspects.due(now, config.rows());
            if (!due.isEmpty()) {
                announce(due, announcer);
                suspects.announced(due, now);
            }
            return new Look(due.size(), suspects.size());
        } catch (SQLException e) {
            throw new LookFailed(e);
        } finally {
            // Until the next look it would lie idle for longer than the server keeps such a session.
            outbox.close();
        }
    }

    @Override
    public void close() {
        outbox.close();
    }

    private void walk(Instant now) throws SQLException {
        if (walkBegan == null || Duration.between(walkBegan, now).compareTo(WHOLE_WALK) > 0) {
            walkBegan = now;
            lookedAt = OutboxTable.BEGINNING;
        }
        for (int i = 0; i < PAGES && !suspects.full(); i++) {
            OutboxTable.Page page = outbox.page(lookedAt, config.age(), PAGE_ROWS);
            suspects.add(page.withoutProgress(), now);
            if (page.last() != null && !suspects.full()) {
                lookedAt = page.last();
            }
            if (page.rows() < PAGE_ROWS) {
                return;
            }
        }
    }

    private void announce(Collection<UUID> ids, Announcer announcer) throws SQLException, InterruptedException {
        List<OutboxRow> rows = outbox.rows(ids);
        announcer.announce(rows);
        log.warn(
                "{} accepted requests had shown no progress for {} and were announced again, {} among them",
                rows.size(),
                config.age(),
                ids.iterator().next());
    }
}
