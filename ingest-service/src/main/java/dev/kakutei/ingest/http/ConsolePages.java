package dev.kakutei.ingest.http;

import dev.kakutei.console.ConsoleFile;
import dev.kakutei.console.ConsoleFiles;
import dev.kakutei.ingest.admit.Problem;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Serves the console's files. Nobody is asked for a key: the pages hold nothing, and ask the API with the key of whoever
 * sits before them.
 */
final class ConsolePages {
    private static final String FOLDER = "/console/";
    private static final String HTML = "text/html";

    private final ConsoleFiles files = new ConsoleFiles();

    /** @param writers what writes the replies of a path */
    void offer(RoutesConfig routes, Function<String, BiConsumer<Context, Reply>> writers) {
        get(routes, "/", context -> root(context.header("Accept")), writers);
        // Both spellings come here; only one of them makes the page's own addresses right.
        get(
                routes,
                FOLDER,
                context -> context.path().equals(FOLDER)
                        ? file(ConsoleFiles.INDEX, context.header("If-None-Match"))
                        : moved(),
                writers);
        get(
                routes,
                FOLDER + "<path>",
                context -> file(context.pathParam("path"), context.header("If-None-Match")),
                writers);
    }

    private static void get(
            RoutesConfig routes,
            String path,
            Function<Context, Reply> answer,
            Function<String, BiConsumer<Context, Reply>> writers) {
        BiConsumer<Context, Reply> writer = writers.apply(path);
        routes.get(path, context -> writer.accept(context, answer.apply(context)));
        routes.head(path, context -> writer.accept(context, answer.apply(context)));
    }

    /** A person with a browser is shown the way; a program hears that there is nothing. */
    static Reply root(String accept) {
        return accept != null && accept.contains(HTML) ? moved() : Reply.of(Problem.notFound());
    }

    private static Reply moved() {
        return new Reply(302, HTML, new byte[0], Map.of("Location", FOLDER));
    }

    Reply file(String path, String ifNoneMatch) {
        Optional<ConsoleFile> found = files.find(path);
        if (found.isEmpty()) {
            return Reply.of(Problem.notFound());
        }
        ConsoleFile file = found.get();
        Map<String, String> headers = new HashMap<>(ConsoleFiles.HEADERS);
        headers.put("ETag", file.etag());
        return file.isAmong(ifNoneMatch)
                ? new Reply(304, file.mediaType(), new byte[0], headers)
                : new Reply(200, file.mediaType(), file.body(), headers);
    }
}
