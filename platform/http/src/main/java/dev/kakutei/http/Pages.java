package dev.kakutei.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Files that are served without a key beside the API. */
public interface Pages {
    /** @param writers what writes the replies of a path */
    void offer(RoutesConfig routes, Function<String, BiConsumer<Context, HttpReply>> writers);
}
