package dev.kakutei.standalone.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.standalone.CommandFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** The commands that act on one request (SPEC C10, C9). */
public final class ActionCommands {
    /** All of them, for the command line. */
    public static final List<Class<?>> ALL = List.of(
            Settle.class,
            Resend.class,
            Verify.class,
            Hold.class,
            Release.class,
            Cancel.class,
            Approve.class,
            Return.class,
            Resubmit.class,
            Comment.class,
            SummariseCommand.class);

    private ActionCommands() {}

    /** What they have in common: they are based on what the request is now, or on what the person says it was. */
    abstract static class Acting implements Callable<Integer> {
        @CommandLine.Mixin
        private ApiOptions options;

        @CommandLine.Mixin
        private RequestOptions one;

        @CommandLine.Mixin
        private SeenOptions seen;

        /** Whether it cannot be taken back: then it is never based on what no person has looked at. */
        boolean isFinal() {
            return false;
        }

        /** Where it is posted, behind the request's own address. */
        abstract String place();

        abstract void fill(ObjectNode body);

        /** What must be confirmed beyond that, of a request that may have moved on meanwhile: the server knows. */
        void confirm(JsonNode request, ObjectNode body) {}

        /** Whether {@link #confirm} wants to see the request. */
        boolean needsConfirmation() {
            return false;
        }

        ApiOptions options() {
            return options;
        }

        @Override
        public Integer call() {
            Api api = options.api();
            ObjectNode body = Json.MAPPER.createObjectNode();
            fill(body);
            body.put("based_on", isFinal() ? seen.orAsked(options, one, api) : seen.orCurrent(options, one, api));
            if (needsConfirmation()) {
                confirm(api.get(one.path("")).body(), body);
            }
            Api.Answer answer = api.post(one.path(place()), body);
            JsonNode request = answer.body();
            boolean done = answer.status() == 200;
            options.line(
                    RequestText.text(request, "idempotency_key") + ": "
                            + (done ? RequestText.text(request, "state") : "accepted, no result yet")
                            + " (action " + RequestText.text(request, "action_id") + ")",
                    request);
            return done ? ExitCode.DONE : ExitCode.NO_RESULT_YET;
        }
    }

    /** An action of an operator, with a reason. */
    abstract static class OperatorActions extends Acting {
        @CommandLine.Option(
                names = "--reason",
                paramLabel = "TEXT",
                required = true,
                description = "why; the timeline keeps it")
        private String reason;

        abstract String action();

        @Override
        String place() {
            return "/actions";
        }

        @Override
        void fill(ObjectNode body) {
            body.put("action", action()).put("reason", reason);
        }
    }

    /** {@code ./kakutei settle KEY succeeded|failed}. */
    @CommandLine.Command(
            name = "settle",
            description = "Settles a request whose outcome you know for certain.",
            mixinStandardHelpOptions = true)
    static final class Settle extends OperatorActions {
        /** As it is typed. */
        enum Outcome {
            succeeded,
            failed
        }

        @CommandLine.Parameters(index = "1", paramLabel = "succeeded|failed", description = "what became of it")
        private Outcome outcome;

        @Override
        String action() {
            return "settle_" + outcome;
        }

        @Override
        boolean isFinal() {
            return true;
        }
    }

    /** {@code ./kakutei resend KEY}. */
    @CommandLine.Command(
            name = "resend",
            description = "Sends a request again, now. Where an earlier attempt may have taken effect and the gateway"
                    + " does not recognise a repetition, it may act twice: that is asked, and must be accepted.",
            mixinStandardHelpOptions = true)
    static final class Resend extends OperatorActions {
        @CommandLine.Option(
                names = SecondEffectPrompt.OPTION,
                description =
                        "send it again though the gateway may act twice; the timeline keeps it, and an alert is raised")
        private boolean accepted;

        @Override
        String action() {
            return "send_again";
        }

        @Override
        boolean isFinal() {
            return true;
        }

        @Override
        boolean needsConfirmation() {
            return true;
        }

        @Override
        void confirm(JsonNode request, ObjectNode body) {
            SecondEffectPrompt prompt = new SecondEffectPrompt(options().err());
            if (accepted) {
                prompt.warn(request);
            } else if (SecondEffectPrompt.risk(request).isPresent()) {
                prompt.confirm(request, Optional.ofNullable(System.console()).map(console -> console::readLine));
            } else {
                return;
            }
            body.put("accept_second_effect", true);
        }
    }

    /** {@code ./kakutei verify KEY}. */
    @CommandLine.Command(name = "verify", description = "Asks the gateway now.", mixinStandardHelpOptions = true)
    static final class Verify extends OperatorActions {
        @Override
        String action() {
            return "verify_now";
        }
    }

    /** {@code ./kakutei hold KEY}. */
    @CommandLine.Command(
            name = "hold",
            description = "Keeps a request from being sent again until it is released.",
            mixinStandardHelpOptions = true)
    static final class Hold extends OperatorActions {
        @Override
        String action() {
            return "hold";
        }
    }

    /** {@code ./kakutei release KEY}. */
    @CommandLine.Command(name = "release", description = "Lets a held request go on.", mixinStandardHelpOptions = true)
    static final class Release extends OperatorActions {
        @Override
        String action() {
            return "release";
        }
    }

    /** {@code ./kakutei cancel KEY}. */
    @CommandLine.Command(
            name = "cancel",
            description = "Withdraws a request that cannot have taken effect.",
            mixinStandardHelpOptions = true)
    static final class Cancel extends OperatorActions {
        @Override
        String action() {
            return "cancel";
        }
    }

    /** {@code ./kakutei approve KEY}. */
    @CommandLine.Command(
            name = "approve",
            description = "Approves a request that is held for it, as another person than its submitter.",
            mixinStandardHelpOptions = true)
    static final class Approve extends Acting {
        @CommandLine.Option(names = "--comment", paramLabel = "TEXT", description = "for the timeline")
        private String comment;

        @Override
        String place() {
            return "/approve";
        }

        @Override
        boolean isFinal() {
            return true;
        }

        @Override
        void fill(ObjectNode body) {
            if (comment != null) {
                body.put("comment", comment);
            }
        }
    }

    /** {@code ./kakutei return KEY}. */
    @CommandLine.Command(
            name = "return",
            description = "Gives a request that is held for approval back to its submitter.",
            mixinStandardHelpOptions = true)
    static final class Return extends Acting {
        @CommandLine.Option(
                names = "--comment",
                paramLabel = "TEXT",
                required = true,
                description = "what must be changed")
        private String comment;

        @Override
        String place() {
            return "/return";
        }

        @Override
        void fill(ObjectNode body) {
            body.put("comment", comment);
        }
    }

    /** {@code ./kakutei resubmit KEY --request FILE}. */
    @CommandLine.Command(
            name = "resubmit",
            description = "Puts a changed request in the place of your own that was returned.",
            mixinStandardHelpOptions = true)
    static final class Resubmit extends Acting {
        @CommandLine.Option(
                names = "--request",
                paramLabel = "FILE",
                required = true,
                description = "the whole request, in JSON, as it would be submitted")
        private Path file;

        @CommandLine.Option(names = "--note", paramLabel = "TEXT", description = "to whoever approves it")
        private String note;

        @Override
        String place() {
            return "/resubmit";
        }

        @Override
        void fill(ObjectNode body) {
            body.set("request", document());
            if (note != null) {
                body.put("note", note);
            }
        }

        private JsonNode document() {
            try {
                // As strict as the API, which refuses a field that occurs twice.
                return Json.MAPPER
                        .reader()
                        .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .readTree(Files.readString(file));
            } catch (JsonProcessingException e) {
                throw new CommandFailed(file + " is not JSON: " + e.getOriginalMessage());
            } catch (IOException e) {
                throw new CommandFailed("the request cannot be read from " + file + ": " + e);
            }
        }
    }

    /** {@code ./kakutei comment KEY TEXT}. */
    @CommandLine.Command(
            name = "comment",
            description = "Adds a comment to a request's timeline.",
            mixinStandardHelpOptions = true)
    static final class Comment implements Callable<Integer> {
        @CommandLine.Mixin
        private ApiOptions options;

        @CommandLine.Mixin
        private RequestOptions one;

        @CommandLine.Parameters(index = "1", paramLabel = "TEXT", description = "what is to be said")
        private String text;

        @Override
        public Integer call() {
            Api.Answer answer = options.api()
                    .post(one.path("/comments"), Json.MAPPER.createObjectNode().put("text", text));
            options.line(answer.status() == 200 ? "said" : "accepted, no result yet", answer.body());
            return answer.status() == 200 ? ExitCode.DONE : ExitCode.NO_RESULT_YET;
        }
    }
}
