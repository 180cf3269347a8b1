package dev.kakutei.sender.gateway;

import dev.kakutei.boot.network.CheckedResolver;
import dev.kakutei.boot.redact.Redaction;
import dev.kakutei.boot.secret.Secrets;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.criteria.CriteriaEvents;
import dev.kakutei.sender.render.NotRenderable;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out the commands for one gateway: each becomes one request, and each ends in one report. */
public final class GatewayClient implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(GatewayClient.class);

    private final Gateway gateway;
    private final String sender;
    private final InstantSource clock;
    private final RequestTemplate template;
    private final GatewayCredentials credentials;
    private final HttpCaller caller;
    private final Classification classification;
    /** Null where the gateway cannot be asked. */
    private final InquiryClassification inquiryClassification;

    /** Takes the gateway's secrets from this process's environment and from files. */
    public GatewayClient(Gateway gateway, String sender, InstantSource clock) {
        this(gateway, sender, clock, CriteriaEvents.NONE);
    }

    public GatewayClient(Gateway gateway, String sender, InstantSource clock, CriteriaEvents events) {
        this(gateway, sender, clock, events, Secrets.of(gateway, System.getenv()), InetAddress::getAllByName);
    }

    GatewayClient(Gateway gateway, String sender, InstantSource clock, Secrets secrets, CheckedResolver.Names names) {
        this(gateway, sender, clock, CriteriaEvents.NONE, secrets, names);
    }

    private GatewayClient(
            Gateway gateway,
            String sender,
            InstantSource clock,
            CriteriaEvents events,
            Secrets secrets,
            CheckedResolver.Names names) {
        this.gateway = gateway;
        this.sender = sender;
        this.clock = clock;
        this.template = new RequestTemplate(gateway);
        this.credentials = new GatewayCredentials(gateway.callSettings(), secrets);
        this.caller = new HttpCaller(gateway, names);
        // A gateway that echoes our own secret must not bring it into a report.
        Redaction redaction = new Redaction(credentials::known);
        this.classification = new Classification(gateway, redaction, events);
        this.inquiryClassification =
                gateway.statusQuery() == null ? null : new InquiryClassification(gateway, redaction, events);
    }

    public void start() {
        caller.start();
    }

    /** Never throws, and the future always completes normally: whatever happens to a call is in its report. */
    public CompletableFuture<Report> carryOut(Command command, PreSendCheck check) {
        return command.match(new Command.Cases<>() {
            @Override
            public CompletableFuture<Report> send(Command.Send send) {
                return GatewayClient.this.send(send, check);
            }

            @Override
            public CompletableFuture<Report> inquire(Command.Inquire inquire) {
                return GatewayClient.this.inquire(inquire, check);
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
                return report(inquire, Finding.INCONCLUSIVE, why);
            }
        });
    }

    /** The report on an attempt of which it is not known whether it was made. Nothing is sent. */
    public Report leftUnknown(Command.Send command, Outcome.Unknown why) {
        return report(command, why);
    }

    @Override
    public void close() {
        caller.close();
    }

    private CompletableFuture<Report> send(Command.Send command, PreSendCheck check) {
        Optional<Outgoing> outgoing;
        try {
            outgoing = complete(template.send(command));
        } catch (NotRenderable e) {
            // however often it is tried, it will be the same
            return CompletableFuture.completedFuture(report(command, new Outcome.Refused(notRenderable(e))));
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(report(command, new Outcome.NotSent(notAsked(e))));
        }
        if (outgoing.isEmpty()) {
            return CompletableFuture.completedFuture(
                    report(command, new Outcome.NotSent(notOffered("kind_not_offered"))));
        }
        return caller.call(outgoing.get(), check)
                .thenApply(reply -> report(command, classification.of(reply, clock.instant())));
    }

    private CompletableFuture<Report> inquire(Command.Inquire command, PreSendCheck check) {
        if (template.lacksReference(command)) {
            return CompletableFuture.completedFuture(report(
                    command,
                    Finding.INCONCLUSIVE,
                    Answer.none(
                            Category.NOT_ATTEMPTED,
                            "no_gateway_reference",
                            "not asked: " + gateway.name()
                                    + " is asked by its own reference, and no answer has named one")));
        }
        Optional<Outgoing> outgoing;
        try {
            outgoing = complete(template.inquire(command));
        } catch (NotRenderable e) {
            return CompletableFuture.completedFuture(report(command, Finding.UNANSWERABLE, notRenderable(e)));
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(report(command, Finding.INCONCLUSIVE, notAsked(e)));
        }
        if (outgoing.isEmpty()) {
            return CompletableFuture.completedFuture(
                    report(command, Finding.UNANSWERABLE, notOffered("no_status_query")));
        }
        return caller.call(outgoing.get(), check).thenApply(reply -> {
            InquiryClassification.Found found = inquiryClassification.of(reply, command);
            return report(command, found.finding(), found.answer());
        });
    }

    private Optional<Outgoing> complete(Optional<Outgoing> outgoing) throws NotRenderable {
        return outgoing.isEmpty() ? outgoing : Optional.of(credentials.addTo(outgoing.get(), clock.instant()));
    }

    private static Answer notRenderable(NotRenderable e) {
        return Answer.none(
                Category.NOT_ATTEMPTED,
                "request_not_renderable",
                "the request does not fit the gateway's form: " + e.getMessage());
    }

    private Answer notOffered(String code) {
        return Answer.none(
                Category.NOT_ATTEMPTED, code, "the gateway file gives " + gateway.name() + " no path for this");
    }

    private Answer notAsked(RuntimeException e) {
        log.error("No request to gateway {} could be built", gateway.name(), e);
        return Answer.none(
                Category.NOT_ATTEMPTED,
                "request_not_built",
                "no request could be built from the command: " + e.getClass().getSimpleName());
    }

    private Report report(Command.Send command, Outcome outcome) {
        return new Report.AttemptReport(
                command.requestId(),
                command.attempt(),
                gateway.name(),
                sender,
                clock.instant(),
                outcome,
                command.recovery());
    }

    private Report report(Command.Inquire command, Finding finding, Answer answer) {
        return new Report.InquiryReport(
                command.requestId(),
                command.inquiry(),
                gateway.name(),
                sender,
                clock.instant(),
                finding,
                answer,
                command.recovery());
    }
}
