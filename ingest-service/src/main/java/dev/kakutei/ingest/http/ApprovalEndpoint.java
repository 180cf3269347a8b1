package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.access.ClientRole;
import dev.kakutei.ingest.action.ActionService;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.admit.DeadlineRule;
import dev.kakutei.ingest.admit.Problem;
import dev.kakutei.ingest.admit.Refused;
import dev.kakutei.ingest.admit.RequestBodyReader;
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

    private final RequestBodyReader bodies;
    private final Admission admission;
    private final LedgerReader reader;
    private final ActionService actionService;
    private final ActionHandler handler;
    private final InstantSource clock;

    ApprovalEndpoint(
            RequestBodyReader bodies,
            Admission admission,
            LedgerReader reader,
            ActionService actionService,
            ActionHandler handler,
            InstantSource clock) {
        this.bodies = bodies;
        this.admission = admission;
        this.reader = reader;
        this.actionService = actionService;
        this.handler = handler;
        this.clock = clock;
    }

    /** What a caller asks to be done with a request. */
    private record RequestedAction(
            OperatorAction.Type action,
            OperatorAction.Role role,
            String words,
            int basedOn,
            Resubmission changed,
            SubmissionSummary summary) {
        RequestedAction(
                OperatorAction.Type action, OperatorAction.Role role, String words, int basedOn, Resubmission changed) {
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

    /** Makes a requested of what was found; what is wrong with it may depend on that. */
    private interface ActionSource {
        RequestedAction on(Entry entry) throws Refused;
    }

    CompletableFuture<HttpReply> approve(Caller caller, String client, Context context) throws Refused, IOException {
        BodyFields body = new BodyFields(read(context));
        int basedOn = basedOn(body);
        String comment = optionalWords(body, "comment");
        body.check();
        RequestedAction requested =
                new RequestedAction(OperatorAction.Type.APPROVE, OperatorAction.Role.APPROVER, comment, basedOn, null);
        return act(caller, client, context, entry -> requested);
    }

    CompletableFuture<HttpReply> giveBack(Caller caller, String client, Context context) throws Refused, IOException {
        BodyFields body = new BodyFields(read(context));
        int basedOn = basedOn(body);
        String comment = body.requiredText("comment", OperatorAction.MAX_REASON);
        body.check();
        RequestedAction requested =
                new RequestedAction(OperatorAction.Type.RETURN, OperatorAction.Role.APPROVER, comment, basedOn, null);
        return act(caller, client, context, entry -> requested);
    }

    CompletableFuture<HttpReply> resubmit(Caller caller, String client, Context context) throws Refused, IOException {
        JsonNode tree = read(context);
        BodyFields body = new BodyFields(tree);
        int basedOn = basedOn(body);
        String note = optionalWords(body, "note");
        if (!body.has(REQUEST)) {
            body.mistake(REQUEST, "is missing: the whole changed request");
        }
        body.check();
        return act(caller, client, context, entry -> {
            Admission.Changed changed = admission.change(
                    entry.kind(), entry.idempotencyKey(), tree.get(REQUEST), "/" + REQUEST, clock.instant());
            return new RequestedAction(
                    OperatorAction.Type.RESUBMIT,
                    OperatorAction.Role.SUBMITTER,
                    note == null ? changed.note() : note,
                    basedOn,
                    changed.request());
        });
    }

    CompletableFuture<HttpReply> comment(Caller caller, String client, Context context) throws Refused, IOException {
        BodyFields body = new BodyFields(read(context));
        String text = body.requiredText("text", OperatorAction.MAX_REASON);
        body.check();
        boolean mayBeRepeated = key(context).isPresent();
        // Always accepted, whatever the state; one that may be a repetition searches the timeline from the start.
        return act(
                caller,
                client,
                context,
                entry -> new RequestedAction(
                        OperatorAction.Type.COMMENT, as(caller, entry), text, mayBeRepeated ? 1 : entry.seq(), null));
    }

    /** Always taken, too; which summary it may replace it says itself. */
    CompletableFuture<HttpReply> summarise(Caller caller, String client, Context context) throws Refused, IOException {
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
        return act(
                caller,
                client,
                context,
                entry -> new RequestedAction(
                        OperatorAction.Type.ATTACH_SUMMARY,
                        OperatorAction.Role.SUMMARISER,
                        null,
                        mayBeRepeated ? 1 : entry.seq(),
                        null,
                        summary));
    }

    private CompletableFuture<HttpReply> act(Caller caller, String client, Context context, ActionSource source)
            throws Refused {
        Optional<String> key = key(context);
        Duration timeout = actionService.timeout(Collections.list(context.req().getHeaders(DeadlineRule.HEADER)));
        return reader.find(client, context.pathParam("key")).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(HttpReply.of(Problem.unknownRequest()));
            }
            try {
                OperatorAction action = source.on(found.get()).on(found.get(), caller, key, clock);
                return handler.take(caller, found.get(), action, key, timeout);
            } catch (Refused e) {
                return CompletableFuture.completedFuture(HttpReply.of(e.problem()));
            }
        });
    }

    /** In which role a caller acts: on their own request as its submitter, else in the highest role that they have. */
    private static OperatorAction.Role as(Caller caller, Entry entry) {
        if (caller.roles().contains(ClientRole.SUBMITTER) && caller.client().equals(entry.client())) {
            return OperatorAction.Role.SUBMITTER;
        }
        return caller.roles().contains(ClientRole.OPERATOR)
                ? OperatorAction.Role.OPERATOR
                : caller.roles().contains(ClientRole.APPROVER)
                        ? OperatorAction.Role.APPROVER
                        : OperatorAction.Role.VIEWER;
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
        return Admission.actionKey(Collections.list(context.req().getHeaders(Admission.KEY_HEADER)));
    }
}
