package dev.kakutei.operator.http;

import dev.kakutei.console.ConsoleFile;
import dev.kakutei.console.ConsoleFiles;
import dev.kakutei.http.HttpReply;
import dev.kakutei.http.Pages;
import dev.kakutei.http.Problem;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Serves the console's files, without a key: the pages hold no data, and call the API with the key of the person who uses
 * them.
 */
public final class ConsolePages implements Pages {
    private static final String FOLDER = "/console/";
    private static final String HTML = "text/html";

    private final ConsoleFiles files = new ConsoleFiles();

    @Override
    public void offer(RoutesConfig routes, Function<String, BiConsumer<Context, HttpReply>> writers) {
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
            Function<Context, HttpReply> answer,
            Function<String, BiConsumer<Context, HttpReply>> writers) {
        BiConsumer<Context, HttpReply> writer = writers.apply(path);
        routes.get(path, context -> writer.accept(context, answer.apply(context)));
        routes.head(path, context -> writer.accept(context, answer.apply(context)));
    }

    /** Redirects a browser to the console; answers 404 to other clients. */
    static HttpReply root(String accept) {
        return accept != null && accept.contains(HTML) ? moved() : HttpReply.of(Problem.notFound());
    }

    private static HttpReply moved() {
        return new HttpReply(302, HTML, new byte[0], Map.of("Location", FOLDER));
    }

    HttpReply file(String path, String ifNoneMatch) {
        Optional<ConsoleFile> found = files.find(path);
        if (found.isEmpty()) {
            return HttpReply.of(Problem.notFound());
        }
        ConsoleFile file = found.get();
        Map<String, String> headers = new HashMap<>(ConsoleFiles.HEADERS);
        headers.put("ETag", file.etag());
        return file.isAmong(ifNoneMatch)
                ? new HttpReply(304, file.mediaType(), new byte[0], headers)
                : new HttpReply(200, file.mediaType(), file.body(), headers);
    }
}
