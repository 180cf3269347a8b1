package dev.kakutei.http;

import dev.kakutei.access.Caller;
import dev.kakutei.access.RequiredRoles;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** One route of the HTTP API, and the roles that it requires. */
public record Route(String method, String path, RequiredRoles needs, Endpoint endpoint) {
    /** Answers later, without a thread that waits. Only authenticated callers reach it. */
    public interface Endpoint {
        CompletableFuture<HttpReply> answer(Caller caller, Context context) throws Refused, IOException;
    }
}
