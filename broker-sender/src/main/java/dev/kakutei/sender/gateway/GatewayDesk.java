package dev.kakutei.sender.gateway;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Where the commands for one gateway are carried out: each becomes one request, and each ends in one report. */
public final class GatewayDesk implements AutoCloseable {
    private final Gateway gateway;
    private final String sender;
    private final InstantSource clock;
    private final HttpCaller caller;

    public GatewayDesk(Gateway gateway, String sender, InstantSource clock) {
        this.gateway = gateway;
        this.sender = sender;
        this.clock = clock;
        this.caller = new HttpCaller(gateway);
    }

    public void start() {
        caller.start();
    }

    /** Never throws, and the future always completes normally: whatever happens to a call is in its report. */
    public CompletableFuture<Report> carryOut(Command command, LastCheck check) {
        return command.match(new Command.Cases<>() {
            @Override
            public CompletableFuture<Report> send(Command.Send send) {
                return GatewayDesk.this.send(send, check);
            }

            @Override
            public CompletableFuture<Report> inquire(Command.Inquire inquire) {
                return GatewayDesk.this.inquire(inquire, check);
            }
        });
    }

    /** The report on a command that is not carried out at all. Nothing is sent. */
    public Report notCarriedOut(Command command, Answer why) {
        return command.match(new Command.Cases<>() {
            @Override
            public Report send(Command.Send send) {
                return report(send, new Outcome.NotSent(why));
            }

            @Override
            public Report inquire(Command.Inquire inquire) {
                return report(inquire, Finding.CANNOT_TELL, why);
            }
        });
    }

    @Override
    public void close() {
        caller.close();
    }

    private CompletableFuture<Report> send(Command.Send command, LastCheck check) {
        Optional<Outgoing> outgoing;
        try {
            outgoing = RequestTemplate.send(gateway, command);
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(report(command, new Outcome.NotSent(notAsked(e))));
        }
        if (outgoing.isEmpty()) {
            return CompletableFuture.completedFuture(
                    report(command, new Outcome.NotSent(notOffered("kind_not_offered"))));
        }
        return caller.call(outgoing.get(), check).thenApply(reply -> report(command, Classification.of(reply)));
    }

    private CompletableFuture<Report> inquire(Command.Inquire command, LastCheck check) {
        Optional<Outgoing> outgoing;
        try {
            outgoing = RequestTemplate.inquire(gateway, command);
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(report(command, Finding.CANNOT_TELL, notAsked(e)));
        }
        if (outgoing.isEmpty()) {
            return CompletableFuture.completedFuture(
                    report(command, Finding.UNANSWERABLE, notOffered("no_status_query")));
        }
        return caller.call(outgoing.get(), check).thenApply(reply -> {
            InquiryClassification.Found found = InquiryClassification.of(reply, gateway.statusQuery(), command);
            return report(command, found.finding(), found.answer());
        });
    }

    private Answer notOffered(String code) {
        return Answer.none(
                Category.NOT_ATTEMPTED, code, "the gateway file gives " + gateway.name() + " no path for this");
    }

    private static Answer notAsked(RuntimeException e) {
        return Answer.none(Category.NOT_ATTEMPTED, "request_not_built", "no request could be made of it: " + e);
    }

    private Report report(Command.Send command, Outcome outcome) {
        return new Report.AttemptReport(
                command.requestId(), command.attempt(), gateway.name(), sender, clock.instant(), outcome);
    }

    private Report report(Command.Inquire command, Finding finding, Answer answer) {
        return new Report.InquiryReport(
                command.requestId(), command.inquiry(), gateway.name(), sender, clock.instant(), finding, answer);
    }
}
