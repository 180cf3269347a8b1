package dev.kakutei.standalone.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./kakutei requests}: search, and look at one. */
@CommandLine.Command(
        name = "requests",
        description = "Lists requests, newest first. With show or events: one request, or its timeline.",
        subcommands = {RequestsCommand.Show.class, RequestsCommand.Events.class},
        mixinStandardHelpOptions = true)
public final class RequestsCommand implements Callable<Integer> {
    private static final int PAGE = 500;

    @CommandLine.Mixin
    private ApiOptions options;

    @CommandLine.Mixin
    private FilterOptions filter;

    @CommandLine.Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "at most so many (default: ${DEFAULT-VALUE})")
    private int limit;

    @Override
    public Integer call() {
        if (limit < 1) {
            throw options.wrongUse("--limit must be a whole number above 0");
        }
        Api api = options.api();
        String path = "/requests?" + filter.query() + "&limit=" + Math.min(limit, PAGE);
        int shown = 0;
        while (path != null && shown < limit) {
            JsonNode page = api.get(path).body();
            for (JsonNode request : page.path("requests")) {
                if (shown++ < limit) {
                    options.line(RequestText.line(request), request);
                }
            }
            path = page.path("next").textValue();
        }
        if (!options.json()) {
            options.err()
                    .println(
                            shown == 0
                                    ? "none found"
                                    : Math.min(shown, limit) + " shown" + (path == null ? "" : ", there may be more"));
            options.err().flush();
        }
        return ExitCode.DONE;
    }

    /** {@code ./kakutei requests show KEY}. */
    @CommandLine.Command(name = "show", description = "Shows a request.", mixinStandardHelpOptions = true)
    static final class Show implements Callable<Integer> {
        @CommandLine.Mixin
        private ApiOptions options;

        @CommandLine.Mixin
        private RequestOptions one;

        @Override
        public Integer call() {
            JsonNode request = options.api().get(one.path("")).body();
            options.line(RequestText.page(request), request);
            return ExitCode.DONE;
        }
    }

    /** {@code ./kakutei requests events KEY}. */
    @CommandLine.Command(
            name = "events",
            description = "Shows who did what to a request, and when.",
            mixinStandardHelpOptions = true)
    static final class Events implements Callable<Integer> {
        @CommandLine.Mixin
        private ApiOptions options;

        @CommandLine.Mixin
        private RequestOptions one;

        @Override
        public Integer call() {
            options.api()
                    .get(one.path("/events"))
                    .body()
                    .path("events")
                    .forEach(event -> options.line(RequestText.event(event), event));
            return ExitCode.DONE;
        }
    }
}
