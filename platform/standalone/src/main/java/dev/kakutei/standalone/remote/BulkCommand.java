package dev.kakutei.standalone.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.codec.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;

/** {@code ./kakutei bulk}: one action for many requests. */
@CommandLine.Command(
        name = "bulk",
        description = "Acts on many requests, at a certain rate. The work goes on without this command.",
        subcommands = {
            BulkCommand.Start.class,
            BulkCommand.Jobs.class,
            BulkCommand.Follow.class,
            BulkCommand.Show.class,
            BulkCommand.Pause.class,
            BulkCommand.Resume.class,
            BulkCommand.Cancel.class
        },
        mixinStandardHelpOptions = true)
public final class BulkCommand implements Runnable {
    private static final Duration LOOK = Duration.ofMillis(500);

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "say what: start, list, show, follow, pause, …");
    }

    /** {@code ./kakutei bulk start}. */
    @CommandLine.Command(
            name = "start",
            description = "Shows what would be done; with --yes, does it.",
            mixinStandardHelpOptions = true)
    static final class Start implements Callable<Integer> {
        @CommandLine.Mixin
        private ApiOptions options;

        @CommandLine.Mixin
        private FilterOptions filter;

        @CommandLine.Parameters(
                index = "0",
                paramLabel = "ACTION",
                description = "settle_succeeded, settle_failed, send_again, verify_now, hold, release or cancel")
        private String action;

        @CommandLine.Option(names = "--reason", paramLabel = "TEXT", description = "why; every timeline keeps it")
        private String reason;

        @CommandLine.Option(
                names = "--rate",
                paramLabel = "N",
                defaultValue = "50",
                description = "actions a second (default: ${DEFAULT-VALUE})")
        private int rate;

        @CommandLine.Option(
                names = SecondEffectPrompt.OPTION,
                description = "with send_again: also what a gateway may act on twice; otherwise it is left out")
        private boolean accepted;

        @CommandLine.Option(names = "--yes", description = "do it")
        private boolean yes;

        @CommandLine.Option(names = "--follow", description = "and show how far it has come, to its end")
        private boolean follow;

        @Override
        public Integer call() {
            Api api = options.api();
            ObjectNode body = Json.MAPPER.createObjectNode();
            body.set("filter", filter.filter());
            body.put("action", action).put("rate_per_second", rate);
            if (reason != null) {
                body.put("reason", reason);
            }
            if (accepted) {
                body.put("accept_second_effect", true);
            }
            if (!yes) {
                JsonNode preview =
                        api.post("/bulk-actions", body.put("preview", true)).body();
                options.line(text(preview, accepted), preview);
                return ExitCode.DONE;
            }
            JsonNode job = api.post("/bulk-actions", body).body();
            if (!follow) {
                options.line(job.path("id").asText(), job);
                return ExitCode.DONE;
            }
            return followed(api, options, job.path("id").asText());
        }

        private static String text(JsonNode preview, boolean accepted) {
            StringBuilder text = new StringBuilder(preview.path("count").asInt() + " requests"
                    + (preview.path("complete").asBoolean() ? "" : " or more") + ", the newest of them:");
            preview.path("sample")
                    .forEach(request ->
                            text.append(System.lineSeparator()).append("  ").append(RequestText.line(request)));
            preview.path("refused")
                    .properties()
                    .forEach(reason -> text.append(System.lineSeparator())
                            .append("would be refused: ")
                            .append(reason.getValue().asInt())
                            .append(", because ")
                            .append(RequestText.plain(reason.getKey())));
            risky(preview.path("risky"), accepted, text);
            return text.append(System.lineSeparator())
                    .append("Nothing was done. Add --yes (and a --reason) to do it.")
                    .toString();
        }
    }

    /** What a gateway may act on twice, by gateway. */
    private static void risky(JsonNode risky, boolean accepted, StringBuilder text) {
        if (risky.path("count").asInt() == 0) {
            return;
        }
        text.append(System.lineSeparator())
                .append("WARNING: ")
                .append(risky.path("count").asInt())
                .append(" of them may take effect twice. They ")
                .append(
                        accepted
                                ? "would be sent again all the same."
                                : "are left out; " + SecondEffectPrompt.OPTION + " sends them again all the same.");
        risky.path("gateways").properties().forEach(gateway -> {
            List<String> keys = gateway.getValue().path("examples").findValuesAsText("idempotency_key");
            text.append(System.lineSeparator())
                    .append("  ")
                    .append(RequestText.plain(gateway.getKey()))
                    .append(": ")
                    .append(gateway.getValue().path("count").asInt())
                    .append(", for example ")
                    .append(RequestText.plain(String.join(", ", keys)))
                    .append("; ")
                    .append(RequestText.text(gateway.getValue(), "why"));
        });
    }

    /** {@code ./kakutei bulk list}. */
    @CommandLine.Command(name = "list", description = "The latest jobs.", mixinStandardHelpOptions = true)
    static final class Jobs implements Callable<Integer> {
        @CommandLine.Mixin
        private ApiOptions options;

        @Override
        public Integer call() {
            options.api()
                    .get("/bulk-actions")
                    .body()
                    .path("bulk_actions")
                    .forEach(job -> options.line(
                            job.path("id").asText() + " " + job.path("action").asText() + " "
                                    + job.path("started_at").asText() + " " + ProgressBar.line(job),
                            job));
            return ExitCode.DONE;
        }
    }

    /** What concerns one job. */
    abstract static class One implements Callable<Integer> {
        @CommandLine.Mixin
        private ApiOptions options;

        @CommandLine.Parameters(index = "0", paramLabel = "ID", description = "the job's id")
        private String id;

        ApiOptions options() {
            return options;
        }

        String id() {
            return id;
        }

        Integer shown(JsonNode job) {
            StringBuilder text = new StringBuilder(ProgressBar.line(job));
            job.path("reasons")
                    .properties()
                    .forEach(reason -> text.append(System.lineSeparator())
                            .append(reason.getValue().asInt())
                            .append(" not done: ")
                            .append(RequestText.plain(reason.getKey())));
            options.line(text.toString(), job);
            return ExitCode.DONE;
        }

        Integer moved(String verb) {
            return shown(options.api()
                    .post("/bulk-actions/" + Api.part(id) + "/" + verb, Json.MAPPER.createObjectNode())
                    .body());
        }
    }

    /** {@code ./kakutei bulk show ID}. */
    @CommandLine.Command(name = "show", description = "How far a job has come.", mixinStandardHelpOptions = true)
    static final class Show extends One {
        @Override
        public Integer call() {
            return shown(options().api().get("/bulk-actions/" + Api.part(id())).body());
        }
    }

    /** {@code ./kakutei bulk follow ID}. */
    @CommandLine.Command(
            name = "follow",
            description = "Shows how far a job has come until it is over. Ends with 1 if something was not done.",
            mixinStandardHelpOptions = true)
    static final class Follow extends One {
        @Override
        public Integer call() {
            return followed(options().api(), options(), id());
        }
    }

    /** {@code ./kakutei bulk pause ID}. */
    @CommandLine.Command(
            name = "pause",
            description = "Pauses a job: no further action is requested until it is resumed.",
            mixinStandardHelpOptions = true)
    static final class Pause extends One {
        @Override
        public Integer call() {
            return moved("pause");
        }
    }

    /** {@code ./kakutei bulk resume ID}. */
    @CommandLine.Command(name = "resume", description = "Resumes a paused job.", mixinStandardHelpOptions = true)
    static final class Resume extends One {
        @Override
        public Integer call() {
            return moved("resume");
        }
    }

    /** {@code ./kakutei bulk cancel ID}. */
    @CommandLine.Command(
            name = "cancel",
            description = "Cancels a job: no further action is requested.",
            mixinStandardHelpOptions = true)
    static final class Cancel extends One {
        @Override
        public Integer call() {
            return moved("cancel");
        }
    }

    private static int followed(Api api, ApiOptions options, String id) {
        ProgressBar bar = new ProgressBar(options.err());
        while (true) {
            JsonNode job = api.get("/bulk-actions/" + Api.part(id)).body();
            if (!options.json()) {
                bar.show(job);
            }
            if (!job.path("state").asText().equals("running")) {
                bar.end();
                options.line(id + " " + job.path("state").asText(), job);
                boolean all = job.path("state").asText().equals("done")
                        && job.path("done").asInt() == job.path("total").asInt();
                return all ? ExitCode.DONE : ExitCode.NOT_DONE;
            }
            LockSupport.parkNanos(LOOK.toNanos());
            if (Thread.interrupted()) {
                return ExitCode.NO_RESULT_YET;
            }
        }
    }
}
