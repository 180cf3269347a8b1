package dev.kakutei.ingest;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.LiveGateways;
import dev.kakutei.boot.ServiceInstance;
import dev.kakutei.boot.Shutdown;
import dev.kakutei.http.ApiPart;
import dev.kakutei.http.RequestBodyReader;
import dev.kakutei.http.Route;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.http.SubmitRoutes;
import dev.kakutei.ingest.http.Waiters;
import dev.kakutei.ingest.metrics.WaitingMetrics;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.store.Store;
import dev.kakutei.store.consume.TopicSubscriber;
import dev.kakutei.store.read.LedgerTail;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Submitting over HTTP, wired: requests to the store, and the results of the topics to the callers that wait for them. */
final class HttpSubmissions implements ApiPart {
    private static final Duration STOP = Duration.ofSeconds(10);

    private final Waiters waiters;
    private final List<Topic<Result>> resultTopics;
    private final TopicSubscriber<Result> results;
    private final SubmitRoutes routes;

    /** @param maxWaiting how many callers may wait for their outcome at once */
    HttpSubmissions(
            int maxWaiting,
            ServiceInstance instance,
            Store store,
            LiveGateways gateways,
            Admission admission,
            RequestBodyReader bodies) {
        waiters = new Waiters(
                maxWaiting, () -> !gateways.get().approvals().isEmpty(), new WaitingMetrics(instance.registry()));
        resultTopics = Stream.of(RequestKind.values())
                .map(instance.kafka().topics()::results)
                .toList();
        results = new TopicSubscriber<>(
                "ingest-results", instance.kafka(), resultTopics, TopicSubscriber.From.NOW, waiters::settled);
        routes = new SubmitRoutes(admission, bodies, store::submit, store.reader(), waiters, instance.clock());
    }

    /** The topics that must be there before {@link #start}. */
    List<Topic<?>> topics() {
        return List.copyOf(resultTopics);
    }

    void start(Shutdown shutdown) {
        shutdown.closeLater("ingest results", STOP, results).start();
    }

    /** Who wants to know of events as soon as they are on the ledger topic. */
    List<LedgerTail.Listener> listeners() {
        return List.of(waiters);
    }

    @Override
    public List<Route> routes() {
        return routes.routes();
    }

    @Override
    public void stopWaiting() {
        routes.stopWaiting();
    }

    List<HealthCheck> checks() {
        return List.of(new HealthCheck("ingest-results", results::problem));
    }
}
