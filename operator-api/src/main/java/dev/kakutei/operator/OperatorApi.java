package dev.kakutei.operator;

import dev.kakutei.access.AccessConfig;
import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.LiveGateways;
import dev.kakutei.boot.ServiceInstance;
import dev.kakutei.boot.Shutdown;
import dev.kakutei.http.ApiPart;
import dev.kakutei.http.Route;
import dev.kakutei.operator.action.ActionService;
import dev.kakutei.operator.action.Guard;
import dev.kakutei.operator.alert.AlertJournal;
import dev.kakutei.operator.alert.AlertReader;
import dev.kakutei.operator.bulk.BulkStep;
import dev.kakutei.operator.bulk.BulkTable;
import dev.kakutei.operator.bulk.BulkWorker;
import dev.kakutei.operator.http.ActionRoutes;
import dev.kakutei.operator.http.BulkFilter;
import dev.kakutei.operator.http.BulkRoutes;
import dev.kakutei.operator.http.OverviewRoutes;
import dev.kakutei.operator.http.ReadRoutes;
import dev.kakutei.operator.http.RequestReading;
import dev.kakutei.operator.metrics.ActionMetrics;
import dev.kakutei.operator.metrics.ReadMetrics;
import dev.kakutei.operator.metrics.SummaryMetrics;
import dev.kakutei.operator.overview.FlowReader;
import dev.kakutei.operator.overview.HealthBoard;
import dev.kakutei.operator.overview.LagReader;
import dev.kakutei.operator.overview.TallyTable;
import dev.kakutei.operator.search.SearchReader;
import dev.kakutei.operator.search.SearchTable;
import dev.kakutei.operator.stream.Streams;
import dev.kakutei.operator.summary.Summariser;
import dev.kakutei.schemas.ServiceHealth;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.store.Store;
import dev.kakutei.store.consume.TopicSubscriber;
import dev.kakutei.store.read.LedgerTail;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What callers, operators and approvers see and do, wired: searches, streams, the overview and alerts; actions, one by one or
 * in bulk; summaries. Made without connecting.
 */
public final class OperatorApi implements ApiPart {
    private static final Duration STOP = Duration.ofSeconds(10);

    private final KafkaConfig kafka;
    private final SearchReader searches;
    private final Streams streams;
    private final ActionService actions;
    private final FlowReader flows;
    private final LagReader lags;
    private final TopicSubscriber<ServiceHealth> healths;
    private final AlertJournal alertJournal;
    private final AlertReader alerts;
    private final BulkWorker bulk;
    private final Optional<Summariser> summariser;
    private final BulkRoutes bulkRoutes;
    private final List<Route> routes;

    /**
     * @param board kept up to date from here on
     * @param mode as it is shown to callers
     */
    public OperatorApi(
            OperatorConfig config,
            ServiceInstance instance,
            Store store,
            LiveGateways gateways,
            HealthBoard board,
            AccessConfig.Mode mode,
            RequestReading reading) {
        kafka = instance.kafka();
        ReadMetrics readMetrics = new ReadMetrics(instance.registry());
        SearchTable searchTable = new SearchTable(store.database(), config.search());
        searches = new SearchReader(searchTable, readMetrics);
        streams = new Streams(config.stream(), store.reader()::eventsAfter, readMetrics);
        ActionMetrics actionMetrics = new ActionMetrics(instance.registry());
        actions = new ActionService(
                config.actions(), kafka, store.reader()::eventsAfter, store.actionEvidence()::store, actionMetrics);
        TallyTable tally = new TallyTable(store.database());
        flows = new FlowReader(tally);
        lags = new LagReader(kafka, tally, store.slot());
        healths = new TopicSubscriber<>(
                "ingest-health",
                kafka,
                List.of(kafka.topics().health()),
                TopicSubscriber.From.BEGINNING,
                board::update);
        alertJournal = new AlertJournal(kafka, store.database(), store.progressTimeout(), instance.clock());
        alerts = new AlertReader(store.database());
        Guard guard = new Guard(gateways);
        BulkTable jobs = new BulkTable(store.database());
        bulk = new BulkWorker(
                config.bulk(),
                jobs,
                instance.name(),
                new BulkFilter(searchTable),
                new BulkStep(actions, guard),
                actionMetrics,
                instance.clock());
        SummaryMetrics summaryMetrics = new SummaryMetrics(instance.registry());
        summariser = config.summariser()
                .map(one -> new Summariser(
                        one, store.database(), actions, summaryMetrics, instance.clock(), System.getenv()));
        bulkRoutes = new BulkRoutes(
                reading.bodies(), jobs, searches, guard, config.bulk().max(), instance.clock());
        routes = Stream.of(
                        new ReadRoutes(store.reader(), searches, alerts, streams, guard, instance.clock()).routes(),
                        new OverviewRoutes(flows, lags, board, gateways, mode).routes(),
                        new ActionRoutes(reading, store.reader(), actions, guard, instance.clock()).routes(),
                        bulkRoutes.routes())
                .flatMap(List::stream)
                .toList();
    }

    /** The topics that must be there before {@link #start}. */
    public List<Topic<?>> topics() {
        return List.of(
                kafka.topics().actions(),
                kafka.topics().actionRefusals(),
                kafka.topics().health());
    }

    /** Everything that callers need is there when it returns; the bulk worker and the summariser begin. */
    public void start(Shutdown shutdown) {
        shutdown.closeLater("ingest actions", STOP, actions).start();
        shutdown.closeLater("ingest health", STOP, healths).start();
        shutdown.closeLater("ingest overview", STOP, flows).start();
        shutdown.closeLater("ingest lag", STOP, lags);
        shutdown.closeLater("ingest alerts", STOP, alertJournal).start();
        shutdown.closeLater("ingest alert reader", STOP, alerts);
        shutdown.closeLater("ingest searches", STOP, searches);
        shutdown.closeLater("ingest bulk", STOP, bulk).start();
        summariser.ifPresent(
                one -> shutdown.closeLater("ingest summariser", STOP, one).start());
    }

    /** Who wants to know of events as soon as they are on the ledger topic. */
    public List<LedgerTail.Listener> listeners() {
        return List.of(streams, actions);
    }

    @Override
    public List<Route> routes() {
        return routes;
    }

    @Override
    public void stopWaiting() {
        streams.close();
        actions.stopWaiting();
        bulkRoutes.close();
    }

    public List<HealthCheck> checks() {
        return List.of(
                new HealthCheck("ingest-alerts", alertJournal::problem),
                new HealthCheck("ingest-actions", actions::problem));
    }
}
