package dev.kakutei.standalone.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.standalone.CommandFailed;
import java.io.Console;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;

/** What a person has seen of a request before acting on it: an action that meets anything else is refused. */
final class SeenOptions {
    private static final Set<String> YES = Set.of("y", "yes");

    @CommandLine.Option(
            names = "--based-on",
            paramLabel = "N",
            description = "the last_event_id that you had seen; if the request has moved on since, nothing is done")
    private Integer basedOn;

    @CommandLine.Option(names = "--current", description = "act on what the request is now, unseen")
    private boolean current;

    /** What the action is based on, for actions that can be requested again if they met something else. */
    int orCurrent(ApiOptions options, RequestOptions one, Api api) {
        unambiguous(options);
        return basedOn != null ? basedOn : lastEvent(api.get(one.path("")).body());
    }

    /** The same for actions that cannot be undone: the current state is shown, and a person at a terminal confirms it. */
    int orAsked(ApiOptions options, RequestOptions one, Api api) {
        Console terminal = System.console();
        if (basedOn != null || current) {
            return orCurrent(options, one, api);
        }
        if (terminal == null) {
            throw unsaid(options);
        }
        JsonNode request = api.get(one.path("")).body();
        JsonNode events = api.get(one.path("/events")).body().path("events");
        options.err().println(RequestText.currentState(request, events));
        options.err().print("Go on with this? [y/N] ");
        options.err().flush();
        String answer = terminal.readLine();
        if (answer == null) {
            throw unsaid(options);
        }
        if (!YES.contains(answer.strip().toLowerCase(Locale.ROOT))) {
            throw new CommandFailed("Nothing was done.", ExitCode.NOT_DONE);
        }
        return lastEvent(request);
    }

    private void unambiguous(ApiOptions options) {
        if (basedOn != null && current) {
            throw options.wrongUse("--based-on says what you had seen, --current that you had not looked: give one");
        }
    }

    private static CommandLine.ParameterException unsaid(ApiOptions options) {
        return options.wrongUse(
                "say what you have seen, with --based-on N (the last_event_id that requests show prints),"
                        + " or --current to act on whatever the request is now");
    }

    private static int lastEvent(JsonNode request) {
        return request.path("last_event_id").asInt();
    }
}
