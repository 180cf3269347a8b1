package dev.kakutei.ingest.action;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.ingest.consume.TopicSubscriber;
import dev.kakutei.ingest.metrics.ActionMetrics;
import dev.kakutei.ingest.project.LedgerTail;
import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Publishes actions to the ledger and waits for their results. A waiting caller takes a place here and no thread.
 *
 * <p>An action is carried out at most once, whatever happens on this side: it names the last event that its requester had
 * seen, and a request that has moved on is left alone. So an action may be published again after a crash, or by a caller who
 * was not answered; the repetition finds the event of the first one, which is its result.
 */
public final class ActionService implements LedgerTail.Listener, AutoCloseable {
    private final ActionConfig config;
    private final BiFunction<RequestId, Integer, CompletableFuture<List<LedgerEvent>>> stored;
    private final Function<OperatorAction, CompletableFuture<Void>> evidence;
    private final ActionWriter writer;
    private final TopicSubscriber<ActionRefusal> refusals;
    private final ActionMetrics meters;
    private final Semaphore places;
    /** Apart from the others: whoever may only look must not be able to keep operators from acting. */
    private final Semaphore commenting;

    private final Map<RequestId, Set<PendingAction>> open = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor timer;
    private volatile boolean closed;

    /**
     * @param stored Postgres' events of a request behind one of them
     * @param evidence stores in Postgres what an action may lead to, before it is published
     */
    public ActionService(
            ActionConfig config,
            KafkaConfig kafka,
            BiFunction<RequestId, Integer, CompletableFuture<List<LedgerEvent>>> stored,
            Function<OperatorAction, CompletableFuture<Void>> evidence,
            ActionMetrics meters) {
        this.config = config;
        this.stored = stored;
        this.evidence = evidence;
        this.writer = new ActionWriter(kafka);
        this.refusals = new TopicSubscriber<>(
                "ingest-refusals",
                kafka,
                List.of(kafka.topics().actionRefusals()),
                TopicSubscriber.From.NOW,
                this::refused);
        this.meters = meters;
        this.places = new Semaphore(config.max());
        this.commenting = new Semaphore(config.maxComments());
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "ingest-actions");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        meters.waiting(
                () -> config.max() - places.availablePermits() + config.maxComments() - commenting.availablePermits());
    }

    /** Returns when refusals are heard. */
    public void start() {
        refusals.start();
    }

    public Optional<String> problem() {
        return refusals.problem();
    }

    /** How long the caller waits for the result. */
    public Duration timeout(List<String> headers) {
        return config.deadlines().waiting(headers);
    }

    /**
     * Publishes the action and returns its result, after the timeout at the latest. The guard should have been asked
     * before; the ledger asks it again. A comment or a summary takes none of the places of other actions, and is waited for
     * less long.
     * Fails where an action cannot be published because Postgres does not store what it may lead to.
     */
    public CompletableFuture<ActionResult> request(OperatorAction action, Duration timeout) {
        boolean comment = action.type().isAlwaysTaken();
        Semaphore taken = comment ? commenting : places;
        if (closed || !taken.tryAcquire()) {
            meters.ended("turned_away");
            return CompletableFuture.completedFuture(new ActionResult.TurnedAway());
        }
        PendingAction waiting = new PendingAction(action, new Lookups());
        // Before it is published, so that what it leads to cannot come and go unheard.
        open.compute(action.requestId(), (same, others) -> {
            Set<PendingAction> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            all.add(waiting);
            return all;
        });
        boolean capped = comment && timeout.compareTo(ActionConfig.COMMENTING) > 0;
        Future<?> timeUp = schedule(capped ? ActionConfig.COMMENTING : timeout, waiting::timeUp);
        evidence.apply(action).whenComplete((ready, unprepared) -> {
            if (unprepared == null) {
                publish(waiting);
            } else {
                waiting.failed(unprepared);
            }
        });
        return waiting.result().whenComplete((result, failure) -> {
            timeUp.cancel(false);
            gone(waiting);
            taken.release();
            meters.ended(result == null ? "store_unavailable" : word(result));
        });
    }

    private void publish(PendingAction waiting) {
        writer.write(waiting.action()).whenComplete((acknowledged, failure) -> {
            if (failure == null) {
                waiting.published();
            } else {
                waiting.unpublished(String.valueOf(failure.getMessage()));
            }
        });
    }

    /** The event of an action that was carried out before; for actions whose id comes again when they are repeated. */
    public CompletableFuture<Optional<LedgerEvent>> earlier(OperatorAction action) {
        return stored.apply(action.requestId(), action.basedOn())
                .thenApply(events -> events.stream()
                        .filter(event -> event.fact()
                                .byAction()
                                .filter(action.actionId()::equals)
                                .isPresent())
                        .findFirst());
    }

    @Override
    public boolean isActive() {
        return !open.isEmpty();
    }

    @Override
    public boolean follows(RequestId id) {
        return open.containsKey(id);
    }

    @Override
    public void onEvent(LedgerEvent event) {
        open.getOrDefault(event.requestId(), Set.of()).forEach(waiting -> waiting.hear(event));
    }

    /** Ends all waiting: each caller is answered now with what is known. */
    public void stopWaiting() {
        closed = true;
        open.values().forEach(all -> all.forEach(PendingAction::timeUp));
    }

    @Override
    public void close() {
        stopWaiting();
        timer.shutdownNow();
        writer.close();
        refusals.close();
    }

    private void refused(ActionRefusal refusal) {
        open.getOrDefault(refusal.requestId(), Set.of()).forEach(waiting -> waiting.hear(refusal));
    }

    private void gone(PendingAction waiting) {
        open.computeIfPresent(waiting.action().requestId(), (same, all) -> {
            all.remove(waiting);
            return all.isEmpty() ? null : all;
        });
    }

    private Future<?> schedule(Duration pause, Runnable task) {
        try {
            return timer.schedule(task, pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopping) {
            task.run();
            return CompletableFuture.completedFuture(null);
        }
    }

    private static String word(ActionResult result) {
        return result.match(new ActionResult.Cases<>() {
            @Override
            public String carriedOut(ActionResult.CarriedOut one) {
                return "carried_out";
            }

            @Override
            public String refused(ActionResult.Refused one) {
                return "refused";
            }

            @Override
            public String unconfirmed(ActionResult.Unconfirmed one) {
                return "unconfirmed";
            }

            @Override
            public String unpublished(ActionResult.Unpublished one) {
                return "unpublished";
            }

            @Override
            public String turnedAway(ActionResult.TurnedAway one) {
                return "turned_away";
            }
        });
    }

    /** What a pending action needs. */
    private final class Lookups implements PendingAction.Surroundings {
        @Override
        public CompletableFuture<List<LedgerEvent>> eventsAfter(OperatorAction action) {
            return stored.apply(action.requestId(), action.basedOn());
        }

        @Override
        public void later(Duration pause, Runnable task) {
            if (!closed) {
                schedule(pause, task);
            }
        }
    }
}
