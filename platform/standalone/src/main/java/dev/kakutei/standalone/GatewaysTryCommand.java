package dev.kakutei.standalone;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.gateway.InvalidGatewayFile;
import dev.kakutei.schemas.request.InvalidRequest;
import dev.kakutei.schemas.request.Submission;
import dev.kakutei.sender.gateway.GatewayDryRun;
import dev.kakutei.sender.render.NotRenderable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./kakutei gateways try NAME}: what would be sent to a gateway, and what would be made of its answer. */
@CommandLine.Command(
        name = "try",
        description = "Shows what would be sent to a gateway, and how an answer would be judged. Nothing is sent.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class GatewaysTryCommand implements Callable<Integer> {
    @CommandLine.Parameters(paramLabel = "NAME", description = "the gateway")
    private String name;

    @CommandLine.Option(names = "--gateways", paramLabel = "FILE", required = true, description = "the gateway file")
    private Path file;

    @CommandLine.Option(
            names = "--kind",
            paramLabel = "KIND",
            description = RequestKind.CHOICE + " (default: what the gateway takes, where that is one of them)")
    private String kind;

    @CommandLine.Option(
            names = "--body",
            paramLabel = "FILE",
            description = "the request, as it would be posted to Kakutei (default: a small one)")
    private Path body;

    @CommandLine.Option(
            names = "--status-query",
            description = "instead of the request, the question what became of it after no answer came")
    private boolean statusQuery;

    @CommandLine.Option(names = "--status", paramLabel = "N", description = "judge an answer with this HTTP status")
    private Integer status;

    @CommandLine.Option(
            names = "--header",
            paramLabel = "'NAME: VALUE'",
            description = "a header of that answer; may be repeated")
    private List<String> headers = List.of();

    @CommandLine.Option(names = "--answer", paramLabel = "FILE", description = "the body of that answer")
    private Path answer;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        Gateway gateway = gateway();
        Submission submission = submission(kind(gateway));
        Optional<GatewayDryRun.GivenAnswer> given = given();
        Instant now = Instant.now();
        Trial trial = new Trial(gateway, submission, now);
        GatewayDryRun rehearsal = new GatewayDryRun(gateway, now);
        PrintWriter out = spec.commandLine().getOut();
        try {
            Optional<Command.Send> send = trial.send();
            if (send.isEmpty()) {
                out.println("nothing would be sent: " + trial.consequence());
                return 1;
            }
            return statusQuery
                    ? question(gateway, trial, rehearsal, given)
                    : request(trial, rehearsal, send.get(), given);
        } catch (NotRenderable e) {
            out.println("nothing would be sent, and the request would fail: it does not fit the gateway's form: "
                    + e.getMessage());
            return 1;
        }
    }

    private int request(
            Trial trial, GatewayDryRun rehearsal, Command.Send command, Optional<GatewayDryRun.GivenAnswer> given)
            throws NotRenderable {
        page().show(rehearsal.send(command).orElseThrow());
        given.ifPresent(reply -> {
            Report.AttemptReport report = rehearsal.judge(command, reply);
            trial.apply(report);
            page().answer(reply, report.outcome(), trial.consequence());
        });
        return 0;
    }

    private int question(
            Gateway gateway, Trial trial, GatewayDryRun rehearsal, Optional<GatewayDryRun.GivenAnswer> given)
            throws NotRenderable {
        if (gateway.statusQuery() == null) {
            throw wrong("\"" + name + "\" cannot be asked: it has no status_query");
        }
        Optional<Command.Inquire> command = trial.inquire();
        if (command.isEmpty()) {
            spec.commandLine().getOut().println("nothing would be asked: " + trial.consequence());
            return 1;
        }
        Optional<GatewayDryRun.Shown> shown = rehearsal.inquire(command.get());
        if (shown.isEmpty()) {
            spec.commandLine()
                    .getOut()
                    .println("nothing would be asked, and a person would be called: status_query.paths has no "
                            + command.get().kind().wire());
            return 1;
        }
        page().show(shown.get());
        given.ifPresent(reply -> {
            Report.InquiryReport report = rehearsal.judge(command.get(), reply);
            trial.apply(report);
            page().answer(reply, report, gateway.statusQuery().statusPath(), trial.consequence());
        });
        return 0;
    }

    private TrialPage page() {
        return new TrialPage(spec.commandLine().getOut());
    }

    private Gateway gateway() {
        Gateways gateways;
        try {
            gateways = GatewayFile.read(InputFile.text(spec, file));
        } catch (InvalidGatewayFile e) {
            throw new StartException(file + ": " + e.getMessage(), e);
        }
        return gateways.named(name)
                .orElseThrow(() -> wrong("there is no gateway \"" + name + "\" in " + file + "; there are "
                        + new TreeSet<>(gateways.byName().keySet())));
    }

    private RequestKind kind(Gateway gateway) {
        if (kind == null) {
            if (gateway.paths().size() == 1) {
                return gateway.paths().keySet().iterator().next();
            }
            throw wrong("\"" + name + "\" takes " + RequestKind.listed(RequestKind::plural, "and")
                    + ": say which with --kind");
        }
        RequestKind wanted = RequestKind.named(kind)
                .orElseThrow(() -> wrong("--kind must be " + RequestKind.CHOICE + ", not \"" + kind + "\""));
        if (!gateway.paths().containsKey(wanted)) {
            throw wrong("\"" + name + "\" takes no " + kind + " requests: its paths has no " + kind);
        }
        return wanted;
    }

    private Submission submission(RequestKind of) {
        String text = body == null ? of.example() : InputFile.text(spec, body);
        try {
            return Submission.of(of, Json.MAPPER.readTree(text));
        } catch (JsonProcessingException e) {
            throw wrong(body + " is not JSON: " + e.getOriginalMessage());
        } catch (InvalidRequest e) {
            throw wrong(body + " is no " + of.wire() + " that Kakutei takes: " + e.getMessage());
        }
    }

    private Optional<GatewayDryRun.GivenAnswer> given() {
        if (status == null) {
            if (answer != null || !headers.isEmpty()) {
                throw wrong("an answer needs --status");
            }
            return Optional.empty();
        }
        if (status < 100 || status > 599) {
            throw wrong("--status must be from 100 to 599, not " + status);
        }
        Map<String, String> named = new LinkedHashMap<>();
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw wrong("--header must be 'NAME: VALUE', not '" + header + "'");
            }
            named.put(
                    header.substring(0, colon).trim(),
                    header.substring(colon + 1).trim());
        }
        return Optional.of(
                new GatewayDryRun.GivenAnswer(status, named, answer == null ? "" : InputFile.text(spec, answer)));
    }

    private CommandLine.ParameterException wrong(String sentence) {
        return new CommandLine.ParameterException(spec.commandLine(), sentence);
    }
}
