package dev.kakutei.standalone.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.standalone.CommandFailed;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Asks whoever has a request sent again whether a second effect is accepted. A "yes" is typed too easily for that: it takes
 * the request's key.
 */
final class SecondEffectPrompt {
    static final String OPTION = "--accept-second-effect";

    private final PrintWriter err;

    SecondEffectPrompt(PrintWriter err) {
        this.err = err;
    }

    /** Why the gateway may act twice, as the request shows it; empty where it cannot. */
    static Optional<String> risk(JsonNode request) {
        String why = RequestText.text(request.path("risks"), "send_again");
        return why.isEmpty() ? Optional.empty() : Optional.of(why);
    }

    void warn(JsonNode request) {
        risk(request).ifPresent(why -> {
            err.println("WARNING: " + why + ".");
            err.flush();
        });
    }

    /**
     * Returns only where it is accepted.
     *
     * @param terminal reads what a person types; empty where no person can be asked
     */
    void confirm(JsonNode request, Optional<Supplier<String>> terminal) {
        if (terminal.isEmpty()) {
            throw notAccepted(request);
        }
        warn(request);
        err.print("To send it again all the same, type the request's key: ");
        err.flush();
        String typed = terminal.get().get();
        if (typed == null
                || !typed.strip().equals(request.path("idempotency_key").asText())) {
            throw notAccepted(request);
        }
    }

    private static CommandFailed notAccepted(JsonNode request) {
        return new CommandFailed(
                risk(request).orElse("the gateway may act twice")
                        + ". Nothing was done. Find out what happened, and settle it; or repeat the command with "
                        + OPTION,
                ExitCode.NOT_DONE);
    }
}
