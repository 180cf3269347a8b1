package dev.kakutei.ingest.http;

import dev.kakutei.access.RequiredRoles;
import dev.kakutei.http.ApiPart;
import dev.kakutei.http.RequestBodyReader;
import dev.kakutei.http.Route;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.store.accept.Acceptance;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.read.LedgerReader;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;

/** Submitting requests. */
public final class SubmitRoutes implements ApiPart {
    private final SubmitEndpoint submit;
    private final Waiters waiters;

    public SubmitRoutes(
            Admission admission,
            RequestBodyReader bodies,
            Function<NewRequest, CompletableFuture<Acceptance>> store,
            LedgerReader reader,
            Waiters waiters,
            InstantSource clock) {
        this.submit = new SubmitEndpoint(admission, bodies, store, reader, waiters, clock);
        this.waiters = waiters;
    }

    @Override
    public List<Route> routes() {
        return Stream.of(RequestKind.values()).map(this::route).toList();
    }

    private Route route(RequestKind kind) {
        return new Route(
                "POST",
                kind.path(),
                RequiredRoles.SUBMITTING,
                (caller, context) -> submit.answer(kind, caller.client(), context));
    }

    @Override
    public void stopWaiting() {
        waiters.close();
    }
}
