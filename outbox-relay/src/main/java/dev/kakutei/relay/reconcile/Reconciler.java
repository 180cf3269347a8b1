package dev.kakutei.relay.reconcile;

import dev.kakutei.relay.capture.PostgresAddress;
import dev.kakutei.relay.route.CapturedRow;
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
 * Scans the outbox behind the capture. What is new is checked once, when it is old enough; what showed no
 * progress is checked again until it does; and every hour the whole outbox is scanned again, because a row may
 * have been committed below the position of the scan.
 *
 * <p>Work is bounded: a number of pages in one run, a number of rows announced in one run, a number of suspects
 * remembered. For one thread.
 */
public final class Reconciler implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Reconciler.class);
    private static final int PAGE_ROWS = 5_000;
    private static final int PAGES = 20;
    private static final int MAX_SUSPECTS = 10_000;
    private static final Duration WHOLE_SCAN = Duration.ofHours(1);

    private final ReconcileConfig config;
    private final OutboxTable outbox;
    private final Suspects suspects = new Suspects(MAX_SUSPECTS);
    private final InstantSource clock;
    private UUID scannedTo = OutboxTable.BEGINNING;
    private Instant scanBegan;

    public Reconciler(ReconcileConfig config, PostgresAddress postgres, InstantSource clock) {
        this.config = config;
        this.outbox = new OutboxTable(postgres);
        this.clock = clock;
    }

    /** Announces rows; returns when Kafka has them, or throws and nothing counts as announced. */
    @FunctionalInterface
    public interface Announcer {
        void announce(List<CapturedRow> rows) throws InterruptedException;
    }

    /** @param announced how many were announced again @param suspects how many show no progress */
    public record Result(int announced, int suspects) {}

    /** @throws ReconcileFailed when the database could not be asked; the next run continues from here */
    public Result reconcile(Announcer announcer) throws InterruptedException {
        try {
            Instant now = clock.instant();
            suspects.keepOnly(suspects.open().isEmpty() ? List.of() : outbox.withoutProgress(suspects.open()));
            scan(now);
            List<UUID> due = suspects.due(now, config.rows());
            if (!due.isEmpty()) {
                announce(due, announcer);
                suspects.announced(due, now);
            }
            return new Result(due.size(), suspects.size());
        } catch (SQLException e) {
            throw new ReconcileFailed(e);
        } finally {
            // Until the next run it would be idle for longer than the server keeps such a session.
            outbox.close();
        }
    }

    @Override
    public void close() {
        outbox.close();
    }

    private void scan(Instant now) throws SQLException {
        if (scanBegan == null || Duration.between(scanBegan, now).compareTo(WHOLE_SCAN) > 0) {
            scanBegan = now;
            scannedTo = OutboxTable.BEGINNING;
        }
        for (int i = 0; i < PAGES && !suspects.full(); i++) {
            OutboxTable.Page page = outbox.page(scannedTo, config.age(), PAGE_ROWS);
            suspects.add(page.withoutProgress(), now);
            if (page.last() != null && !suspects.full()) {
                scannedTo = page.last();
            }
            if (page.rows() < PAGE_ROWS) {
                return;
            }
        }
    }

    private void announce(Collection<UUID> ids, Announcer announcer) throws SQLException, InterruptedException {
        List<CapturedRow> rows = outbox.rows(ids);
        announcer.announce(rows);
        log.warn(
                "{} accepted requests had shown no progress for {} and were announced again, {} among them",
                rows.size(),
                config.age(),
                ids.iterator().next());
    }
}
