package dev.kakutei.ingest.http;

import dev.kakutei.ingest.admit.Refused;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** One thing that callers can ask for. */
record Route(String method, String path, Endpoint endpoint) {
    /** Answers later, without a thread that waits. */
    interface Endpoint {
        CompletableFuture<Reply> answer(Context context) throws Refused, IOException;
    }
}
