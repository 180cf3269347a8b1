package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.access.Role;
import dev.kakutei.ingest.action.ActionService;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.admit.BodyReader;
import dev.kakutei.ingest.admit.DeadlineRule;
import dev.kakutei.ingest.admit.Problem;
import dev.kakutei.ingest.admit.Refused;
import dev.kakutei.ingest.store.LedgerReader;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Resubmission;
import dev.kakutei.schemas.SubmissionSummary;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Deciding on what is held for approval, changing it, and saying something about any request or summarising it (SPEC C9). */
final class ApprovalEndpoint {
    private static final String REQUEST = "request";
    private static final String REPLACES = "replaces";

    private final BodyReader bodies;
    private final Admission admission;
    private final LedgerReader reader;
    private final ActionService desk;
    private final ActionHandler counter;
    private final InstantSource clock;

    ApprovalEndpoint(
            BodyReader bodies,
            Admission admission,
            LedgerReader reader,
            ActionService desk,
            ActionHandler counter,
            InstantSource clock) {
        this.bodies = bodies;
        this.admission = admission;
        this.reader = reader;
        this.desk = desk;
        this.counter = counter;
        this.clock = clock;
    }

    /** What a caller wants done with a request, once it is found. */
    private record Wish(
            OperatorAction.Type action,
            OperatorAction.Role role,
            String words,
            int basedOn,
            Resubmission changed,
            SubmissionSummary summary) {
        Wish(OperatorAction.Type action, OperatorAction.Role role, String words, int basedOn, Resubmission changed) {
            this(action, role, words, basedOn, changed, null);
        }

        OperatorAction on(Entry entry, Caller caller, Optional<String> key, InstantSource clock) {
            return new OperatorAction(
                    ActionIds.of(caller.client(), entry.id(), key),
                    entry.id(),
                    basedOn,
                    action,
                    caller.client(),
                    role,
                    words,
                    clock.instant(),
                    changed,
                    null,
                    summary);
        }
    }

    /** Makes a wish of what was found; what is wrong with it may depend on that. */
    private interface Wishing {
        Wish on(Entry entry) throws Refused;
    }

    CompletableFuture<Reply> approve(Caller caller, String client, Context context) throws Refused, IOException {
        BodyFields body = new BodyFields(read(context));
        int basedOn = basedOn(body);
        String comment = optionalWords(body, "comment");
        body.check();
        Wish wish = new Wish(OperatorAction.Type.APPROVE, OperatorAction.Role.APPROVER, comment, basedOn, null);
        return order(caller, client, context, entry -> wish);
    }

    CompletableFuture<Reply> giveBack(Caller caller, String client, Context context) throws Refused, IOException {
        BodyFields body = new BodyFields(read(context));
        int basedOn = basedOn(body);
        String comment = body.requiredText("comment", OperatorAction.MAX_REASON);
        body.check();
        Wish wish = new Wish(OperatorAction.Type.RETURN, OperatorAction.Role.APPROVER, comment, basedOn, null);
        return order(caller, client, context, entry -> wish);
    }

    CompletableFuture<Reply> resubmit(Caller caller, String client, Context context) throws Refused, IOException {
        JsonNode tree = read(context);
        BodyFields body = new BodyFields(tree);
        int basedOn = basedOn(body);
        String note = optionalWords(body, "note");
        if (!body.has(REQUEST)) {
            body.mistake(REQUEST, "is missing: the whole changed request");
        }
        body.check();
        return order(caller, client, context, entry -> {
            Admission.Changed changed = admission.change(
                    entry.kind(), entry.idempotencyKey(), tree.get(REQUEST), "/" + REQUEST, clock.instant());
            return new Wish(
                    OperatorAction.Type.RESUBMIT,
                    OperatorAction.Role.SUBMITTER,
                    note == null ? changed.note() : note,
                    basedOn,
                    changed.request());
        });
    }

    CompletableFuture<Reply> comment(Caller caller, String client, Context context) throws Refused, IOException {
        BodyFields body = new BodyFields(read(context));
        String text = body.requiredText("text", OperatorAction.MAX_REASON);
        body.check();
        boolean mayBeRepeated = key(context).isPresent();
        // Always taken, whatever the request has come to; one that may be a repetition looks for itself from the start.
        return order(
                caller,
                client,
                context,
                entry -> new Wish(
                        OperatorAction.Type.COMMENT, as(caller, entry), text, mayBeRepeated ? 1 : entry.seq(), null));
    }

    /** Always taken, too; which summary it may replace it says itself. */
    CompletableFuture<Reply> summarise(Caller caller, String client, Context context) throws Refused, IOException {
        BodyFields body = new BodyFields(read(context));
        int eventId = body.requiredNumber("event_id", 1, Integer.MAX_VALUE);
        String text = body.requiredText("text", SubmissionSummary.MAX_TEXT);
        Integer replaces = null;
        if (body.has(REPLACES)) {
            replaces = body.requiredNumber(REPLACES, 2, Integer.MAX_VALUE);
            if (eventId > 0 && replaces > 0 && replaces <= eventId) {
                body.mistake(REPLACES, "must be the event of a summary, which comes after the one that it describes");
            }
        }
        body.check();
        SubmissionSummary summary = new SubmissionSummary(eventId, text, replaces, SubmissionSummary.Origin.CLIENT);
        boolean mayBeRepeated = key(context).isPresent();
        return order(
                caller,
                client,
                context,
                entry -> new Wish(
                        OperatorAction.Type.ATTACH_SUMMARY,
                        OperatorAction.Role.SUMMARISER,
                        null,
                        mayBeRepeated ? 1 : entry.seq(),
                        null,
                        summary));
    }

    private CompletableFuture<Reply> order(Caller caller, String client, Context context, Wishing wishing)
            throws Refused {
        Optional<String> key = key(context);
        Duration patience = desk.patience(Collections.list(context.req().getHeaders(DeadlineRule.HEADER)));
        return reader.find(client, context.pathParam("key")).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(Reply.of(Problem.unknownRequest()));
            }
            try {
                OperatorAction order = wishing.on(found.get()).on(found.get(), caller, key, clock);
                return counter.take(caller, found.get(), order, key, patience);
            } catch (Refused e) {
                return CompletableFuture.completedFuture(Reply.of(e.problem()));
            }
        });
    }

    /** As what somebody speaks: of their own request as its submitter, else by the most that they are. */
    private static OperatorAction.Role as(Caller caller, Entry entry) {
        if (caller.roles().contains(Role.SUBMITTER) && caller.client().equals(entry.client())) {
            return OperatorAction.Role.SUBMITTER;
        }
        return caller.roles().contains(Role.OPERATOR)
                ? OperatorAction.Role.OPERATOR
                : caller.roles().contains(Role.APPROVER) ? OperatorAction.Role.APPROVER : OperatorAction.Role.VIEWER;
    }

    private JsonNode read(Context context) throws Refused, IOException {
        MediaType.requireJson(context.header("Content-Type"), context.header("Content-Encoding"));
        return bodies.read(context.bodyInputStream(), context.req().getContentLengthLong());
    }

    private static int basedOn(BodyFields body) {
        return body.requiredNumber("based_on", 1, Integer.MAX_VALUE);
    }

    private static String optionalWords(BodyFields body, String name) {
        return body.has(name) ? body.requiredText(name, OperatorAction.MAX_REASON) : null;
    }

    private static Optional<String> key(Context context) throws Refused {
        return Admission.orderKey(Collections.list(context.req().getHeaders(Admission.KEY_HEADER)));
    }
}
