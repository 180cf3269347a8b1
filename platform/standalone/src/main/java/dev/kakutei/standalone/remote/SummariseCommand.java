package dev.kakutei.standalone.remote;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.codec.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./kakutei summarise KEY TEXT}. */
@CommandLine.Command(
        name = "summarise",
        description = "Attaches a summary to a version of a request, for whoever approves it.",
        mixinStandardHelpOptions = true)
final class SummariseCommand implements Callable<Integer> {
    @CommandLine.Mixin
    private ApiOptions options;

    @CommandLine.Mixin
    private RequestOptions one;

    @CommandLine.Parameters(index = "1", paramLabel = "TEXT", description = "the summary")
    private String text;

    @CommandLine.Option(
            names = "--event",
            paramLabel = "N",
            description = "the event that brought the version (default: that of the current version)")
    private Integer event;

    @CommandLine.Option(
            names = "--replaces",
            paramLabel = "N",
            description = "the event of the summary that it replaces; without it, a version that has one keeps it")
    private Integer replaces;

    @Override
    public Integer call() {
        Api api = options.api();
        ObjectNode body = Json.MAPPER.createObjectNode();
        body.put(
                "event_id",
                event != null
                        ? event
                        : api.get(one.path(""))
                                .body()
                                .path("submission_event_id")
                                .asInt());
        body.put("text", text);
        if (replaces != null) {
            body.put("replaces", replaces);
        }
        Api.Answer answer = api.post(one.path("/summaries"), body);
        options.line(answer.status() == 200 ? "attached" : "accepted, no result yet", answer.body());
        return answer.status() == 200 ? ExitCode.DONE : ExitCode.NO_RESULT_YET;
    }
}
