package dev.kakutei.sender.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.redact.Redaction;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.criteria.CriteriaEvents;
import dev.kakutei.sender.render.NotRenderable;
import java.net.URI;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A dry run of a call to a gateway, for the integrator who writes its description: what would be sent, and how
 * an answer would be judged. It is the very code that makes real calls and judges real answers, and needs neither the
 * network nor the secrets.
 */
public final class GatewayDryRun {
    private static final String SENDER = "dry-run";

    private final Gateway gateway;
    private final Instant now;
    private final RequestTemplate template;
    private final Classification classification;
    /** Null where the gateway cannot be asked. */
    private final InquiryClassification inquiryClassification;

    public GatewayDryRun(Gateway gateway, Instant now) {
        this.gateway = gateway;
        this.now = now;
        this.template = new RequestTemplate(gateway);
        this.classification = new Classification(gateway, Redaction.PLAIN, CriteriaEvents.NONE);
        this.inquiryClassification = gateway.statusQuery() == null
                ? null
                : new InquiryClassification(gateway, Redaction.PLAIN, CriteriaEvents.NONE);
    }

    /**
     * A request as it would be on the wire, but for the headers that the connection brings with it: Host, User-Agent and
     * Content-Length.
     *
     * @param headers secrets, and what is made with them, are masked
     * @param body empty where there is none
     */
    public record Shown(String method, URI uri, Map<String, String> headers, String body) {}

    /**
     * An answer as a gateway might give it.
     *
     * @param headers by their names, in any spelling
     */
    public record GivenAnswer(int status, Map<String, String> headers, String body) {
        public GivenAnswer {
            headers = Map.copyOf(headers);
        }
    }

    /**
     * Empty where the gateway does not offer this kind of request.
     *
     * @throws NotRenderable where this request can never be put into the gateway's form
     */
    public Optional<Shown> send(Command.Send command) throws NotRenderable {
        return template.send(command).map(this::shown);
    }

    /** Empty where the gateway cannot be asked about this kind of request. */
    public Optional<Shown> inquire(Command.Inquire command) throws NotRenderable {
        return template.inquire(command).map(this::shown);
    }

    /** What the sender would report of an attempt that was answered so. */
    public Report.AttemptReport judge(Command.Send command, GivenAnswer answer) {
        return new Report.AttemptReport(
                command.requestId(),
                command.attempt(),
                gateway.name(),
                SENDER,
                now,
                classification.of(reply(answer), now),
                command.recovery());
    }

    /** What the sender would report of a question that was answered so. */
    public Report.InquiryReport judge(Command.Inquire command, GivenAnswer answer) {
        if (inquiryClassification == null) {
            throw new IllegalArgumentException(gateway.name() + " cannot be asked: it has no status_query");
        }
        InquiryClassification.Found found = inquiryClassification.of(reply(answer), command);
        return new Report.InquiryReport(
                command.requestId(),
                command.inquiry(),
                gateway.name(),
                SENDER,
                now,
                found.finding(),
                found.answer(),
                command.recovery());
    }

    private Shown shown(Outgoing outgoing) {
        Outgoing complete = outgoing.with(MaskedCredentials.of(gateway.callSettings(), now));
        String body = complete.body() == null ? "" : new String(complete.body(), UTF_8);
        return new Shown(complete.method(), complete.uri(), complete.headers(), body);
    }

    private Reply.Answered reply(GivenAnswer answer) {
        Map<String, String> headers = new TreeMap<>();
        answer.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
        byte[] body = answer.body().getBytes(UTF_8);
        int limit = gateway.callSettings().maxResponseBytes();
        return body.length <= limit
                ? new Reply.Answered(answer.status(), headers, body, Reply.Extent.WHOLE, 0)
                : new Reply.Answered(answer.status(), headers, Arrays.copyOf(body, limit), Reply.Extent.CUT_OFF, 0);
    }
}
