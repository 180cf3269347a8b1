package dev.kakutei.ingest.http;

import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.access.RequiredRoles;
import dev.kakutei.ingest.admit.Refused;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** One route of the HTTP API, and the roles that it requires. */
record Route(String method, String path, RequiredRoles needs, Endpoint endpoint) {
    /** Answers later, without a thread that waits. Only authenticated callers reach it. */
    interface Endpoint {
        CompletableFuture<HttpReply> answer(Caller caller, Context context) throws Refused, IOException;
    }
}
