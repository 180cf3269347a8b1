package dev.kakutei.standalone.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./kakutei lag}: where work waits, from the WAL of Postgres to the oldest request that is not settled. */
@CommandLine.Command(
        name = "lag",
        description = "Shows where work waits: the slot, each consumer group, and the oldest open request.",
        mixinStandardHelpOptions = true)
public final class LagCommand implements Callable<Integer> {
    @CommandLine.Mixin
    private ApiOptions options;

    @Override
    public Integer call() {
        JsonNode lag = options.api().get("/lag").body();
        if (options.json()) {
            options.line("", lag);
            return ExitCode.DONE;
        }
        JsonNode slot = lag.path("slot");
        options.line(
                "slot %-30s %12d bytes kept%s"
                        .formatted(
                                RequestText.text(slot, "name"),
                                slot.path("kept_bytes").asLong(),
                                slot.path("active").asBoolean() ? "" : ", not read by any relay"),
                lag);
        lag.path("groups")
                .forEach(group -> options.line(
                        "group %-29s %12d records behind"
                                .formatted(
                                        RequestText.text(group, "group"),
                                        group.path("lag").asLong()),
                        lag));
        JsonNode oldest = lag.path("oldest_open_at");
        options.line(
                oldest.isTextual()
                        ? "oldest open request            accepted at " + RequestText.plain(oldest.textValue())
                        : "no request is open",
                lag);
        lag.path("problems").forEach(words -> options.line("not known: " + RequestText.plain(words.asText()), lag));
        return lag.path("problems").isEmpty() ? ExitCode.DONE : ExitCode.NOT_DONE;
    }
}
