package dev.kakutei.sender.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.criteria.CriteriaEvents;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Plays a call to a gateway without making it, for the integrator who writes its description: how an answer would be
 * judged. It is the very code that judges real answers, and needs neither the network nor the secrets.
 */
public final class Rehearsal {
    private static final String SENDER = "rehearsal";

    private final Gateway gateway;
    private final Instant now;
    private final Classification classification;
    /** Null where the gateway cannot be asked. */
    private final InquiryClassification inquiryClassification;

    public Rehearsal(Gateway gateway, Instant now) {
        this.gateway = gateway;
        this.now = now;
        this.classification = new Classification(gateway, Redaction.PLAIN, CriteriaEvents.NONE);
        this.inquiryClassification = gateway.statusQuery() == null
                ? null
                : new InquiryClassification(gateway, Redaction.PLAIN, CriteriaEvents.NONE);
    }

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

    /** What the sender would report of an attempt that was answered so. */
    public Report.AttemptReport judge(Command.Send command, GivenAnswer answer) {
        return new Report.AttemptReport(
                command.requestId(),
                command.attempt(),
                gateway.name(),
                SENDER,
                now,
                classification.of(reply(answer), now));
    }

    /** What the sender would report of a question that was answered so. */
    public Report.InquiryReport judge(Command.Inquire command, GivenAnswer answer) {
        if (inquiryClassification == null) {
            throw new IllegalArgumentException(gateway.name() + " cannot be asked: it has no status_query");
        }
        InquiryClassification.Found found = inquiryClassification.of(reply(answer), command);
        return new Report.InquiryReport(
                command.requestId(), command.inquiry(), gateway.name(), SENDER, now, found.finding(), found.answer());
    }

    private Reply.Answered reply(GivenAnswer answer) {
        Map<String, String> headers = new TreeMap<>();
        answer.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
        byte[] body = answer.body().getBytes(UTF_8);
        int limit = gateway.wire().maxResponseBytes();
        return body.length <= limit
                ? new Reply.Answered(answer.status(), headers, body, Reply.Extent.WHOLE, 0)
                : new Reply.Answered(answer.status(), headers, Arrays.copyOf(body, limit), Reply.Extent.CUT_OFF, 0);
    }
}
