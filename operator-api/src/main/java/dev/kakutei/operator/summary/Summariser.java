package dev.kakutei.operator.summary;

import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.ledger.Entry;
import dev.kakutei.operator.action.ActionResult;
import dev.kakutei.operator.action.ActionService;
import dev.kakutei.operator.metrics.SummaryMetrics;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.store.database.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has submissions summarised, some at once, and requests the action to attach what came back. Every instance runs one; a job is
 * leased to the instance that took it for as long as its work can last. No request waits for it.
 *
 * <ul>
 *   <li>The process dies between the call and the action: the call was counted when the job was taken, and another is made
 *       after the lease, up to the bound of all instances together.
 *   <li>It dies after the action, or the action comes twice: the ledger attaches one summary to a submission.
 * </ul>
 */
public final class Summariser implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Summariser.class);
    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
    private static final Duration REQUEST_AGAIN = Duration.ofSeconds(30);
    private static final Duration STOP = Duration.ofSeconds(3);
    private static final int MAX_COUNTED = 1_000;

    private final SummariserConfig config;
    private final SummaryJobs jobs;
    private final ActionService actions;
    private final SummaryMetrics metrics;
    private final InstantSource clock;
    private final SummariserClient client;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    public Summariser(
            SummariserConfig config,
            Database database,
            ActionService actions,
            SummaryMetrics metrics,
            InstantSource clock,
            Map<String, String> environment) {
        this.config = config;
        this.jobs = new SummaryJobs(database);
        this.actions = actions;
        this.metrics = metrics;
        this.clock = clock;
        this.client = new SummariserClient(config, environment);
    }

    public void start() {
        client.start();
        for (int i = 0; i < config.concurrency(); i++) {
            Thread thread = DaemonThreads.create("ingest-summariser-" + i, this::run);
            threads.add(thread);
            thread.start();
        }
    }

    /** A call that is under way is cut off; its job is taken again after its lease. */
    @Override
    public void close() {
        closed.countDown();
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join(STOP.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close();
    }

    private void run() {
        try {
            while (closed.getCount() > 0) {
                Duration pause = turn();
                if (!pause.isZero()) {
                    closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How long to pause afterwards. */
    private Duration turn() throws InterruptedException {
        try {
            Optional<SummaryJob> job = jobs.take(config.lease());
            metrics.waiting(jobs.waiting(MAX_COUNTED));
            if (job.isEmpty()) {
                return IDLE;
            }
            work(job.get());
            return Duration.ZERO;
        } catch (SQLException | RuntimeException e) {
            log.warn("Summarising failed: {}; retrying in {}", e.getMessage(), AFTER_FAILURE);
            return AFTER_FAILURE;
        }
    }

    private void work(SummaryJob job) throws SQLException, InterruptedException {
        Optional<SummaryJobs.Found> found = jobs.found(job);
        if (found.isEmpty() || !job.isWanted(found.get().entry())) {
            jobs.finish(job);
            metrics.notNeeded();
            return;
        }
        if (job.age().compareTo(SummariserConfig.GIVE_UP) > 0 || job.calls() > config.attempts()) {
            giveUp(job, "it has waited too long, or its last call was cut off");
            return;
        }
        Optional<SummaryJob> described = job.text().isPresent() ? Optional.of(job) : called(job, found.get());
        if (described.isPresent()) {
            attach(described.get(), found.get().entry());
        }
    }

    /** Empty where there is no summary; what becomes of the job is settled then. */
    private Optional<SummaryJob> called(SummaryJob job, SummaryJobs.Found found)
            throws SQLException, InterruptedException {
        Optional<byte[]> document = SummaryDocument.of(found.entry(), found.submission());
        if (document.isEmpty()) {
            giveUp(job, "event " + job.eventId() + " is no submission");
            return Optional.empty();
        }
        metrics.called();
        SummaryAnswer answer = client.post(document.get());
        if (answer instanceof SummaryAnswer.Text summary) {
            SummaryJob described = job.with(summary.text());
            jobs.keep(described);
            return Optional.of(described);
        }
        SummaryAnswer.Failed failed = (SummaryAnswer.Failed) answer;
        metrics.failed();
        if (failed.again() == SummaryAnswer.Again.NEVER || job.calls() >= config.attempts()) {
            giveUp(job, failed.code());
        } else {
            Duration pause = config.pauseAfter(job.calls());
            log.warn(
                    "The summariser brought no summary of event {} of request {}: {}; retrying in {} s",
                    job.eventId(),
                    job.requestId(),
                    failed.code(),
                    pause.toSeconds());
            jobs.putOff(job, pause);
        }
        return Optional.empty();
    }

    private void attach(SummaryJob job, Entry entry) throws SQLException, InterruptedException {
        OperatorAction action = job.attaching(entry, config.name(), clock.instant());
        ActionResult result;
        try {
            // Longer than an action is waited for: that ends it.
            result = actions.request(action, SummariserConfig.ATTACHING)
                    .get(config.lease().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            jobs.putOff(job, REQUEST_AGAIN);
            return;
        }
        if (result instanceof ActionResult.CarriedOut) {
            jobs.finish(job);
            metrics.attached();
        } else if (result instanceof ActionResult.Refused refused) {
            log.info(
                    "The summary of event {} of request {} is not attached: {}",
                    job.eventId(),
                    job.requestId(),
                    refused.refusal().reason());
            jobs.finish(job);
            metrics.notNeeded();
        } else {
            // Whether the ledger has it is seen when the job comes again.
            jobs.putOff(job, REQUEST_AGAIN);
        }
    }

    private void giveUp(SummaryJob job, String why) throws SQLException {
        log.warn(
                "Event {} of request {} gets no summary after {} calls: {}",
                job.eventId(),
                job.requestId(),
                job.calls(),
                why);
        jobs.finish(job);
        metrics.givenUp();
    }
}
