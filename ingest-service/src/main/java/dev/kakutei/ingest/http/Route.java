package dev.kakutei.ingest.http;

import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.access.Needs;
import dev.kakutei.ingest.admit.Refused;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** One thing that callers can ask for, and what they must be to ask for it. */
record Route(String method, String path, Needs needs, Endpoint endpoint) {
    /** Answers later, without a thread that waits. Nobody comes here who was not let in. */
    interface Endpoint {
        CompletableFuture<Reply> answer(Caller caller, Context context) throws Refused, IOException;
    }
}
