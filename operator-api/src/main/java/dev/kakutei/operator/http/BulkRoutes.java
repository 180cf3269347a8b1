package dev.kakutei.operator.http;

import dev.kakutei.access.RequiredRoles;
import dev.kakutei.http.RequestBodyReader;
import dev.kakutei.http.Route;
import dev.kakutei.operator.action.Guard;
import dev.kakutei.operator.bulk.BulkTable;
import dev.kakutei.operator.search.SearchReader;
import dev.kakutei.store.read.ReadThreads;
import java.time.InstantSource;
import java.util.List;

/** One action for many requests (SPEC F6). */
public final class BulkRoutes implements AutoCloseable {
    private final BulkEndpoint bulk;
    private final ReadThreads threads = new ReadThreads("ingest-jobs", 2, 200);

    /** @param max requests that one job may concern */
    public BulkRoutes(
            RequestBodyReader bodies,
            BulkTable jobs,
            SearchReader searches,
            Guard guard,
            int max,
            InstantSource clock) {
        this.bulk = new BulkEndpoint(bodies, jobs, threads, searches, new PersonalView(guard), max, clock);
    }

    public List<Route> routes() {
        String job = "/bulk-actions/{id}";
        return List.of(
                new Route("POST", "/bulk-actions", RequiredRoles.ACTING, bulk::create),
                new Route("GET", "/bulk-actions", RequiredRoles.MONITORING, (caller, context) -> bulk.list()),
                new Route("GET", job, RequiredRoles.MONITORING, (caller, context) -> bulk.show(context)),
                new Route("POST", job + "/pause", RequiredRoles.ACTING, (caller, context) -> bulk.pause(context)),
                new Route("POST", job + "/resume", RequiredRoles.ACTING, (caller, context) -> bulk.resume(context)),
                new Route("POST", job + "/cancel", RequiredRoles.ACTING, (caller, context) -> bulk.cancel(context)));
    }

    @Override
    public void close() {
        threads.close();
    }
}
