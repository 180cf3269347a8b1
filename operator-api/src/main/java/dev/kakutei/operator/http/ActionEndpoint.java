package dev.kakutei.operator.http;

import dev.kakutei.access.Caller;
import dev.kakutei.http.BodyFields;
import dev.kakutei.http.DeadlineRule;
import dev.kakutei.http.HttpReply;
import dev.kakutei.http.KeyHeader;
import dev.kakutei.http.MediaType;
import dev.kakutei.http.Problem;
import dev.kakutei.http.Refused;
import dev.kakutei.http.RequestBodyReader;
import dev.kakutei.ledger.Entry;
import dev.kakutei.operator.action.ActionService;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.store.read.LedgerReader;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** {@code POST /requests/{key}/actions}: a person acts on one request (SPEC C10). */
record ActionEndpoint(
        RequestBodyReader bodies,
        LedgerReader reader,
        ActionService actionService,
        ActionHandler handler,
        InstantSource clock) {
    /** An operator's, as they are written in bodies. */
    static final Map<String, OperatorAction.Type> ACTIONS = actions();

    static final String ACCEPTANCE = "accept_second_effect";

    /** What the body says. */
    private record RequestedAction(OperatorAction.Type action, String reason, int basedOn, SecondEffect acceptance) {
        OperatorAction on(Entry entry, Caller caller, Optional<String> key, InstantSource clock) {
            return new OperatorAction(
                    ActionIds.of(caller.client(), entry.id(), key),
                    entry.id(),
                    basedOn,
                    action,
                    caller.client(),
                    OperatorAction.Role.OPERATOR,
                    reason,
                    clock.instant(),
                    null,
                    acceptance,
                    null);
        }
    }

    CompletableFuture<HttpReply> answer(Caller caller, String client, Context context) throws Refused, IOException {
        MediaType.requireJson(context.header("Content-Type"), context.header("Content-Encoding"));
        RequestedAction requested = read(new BodyFields(
                bodies.read(context.bodyInputStream(), context.req().getContentLengthLong())));
        Optional<String> key = KeyHeader.only(Collections.list(context.req().getHeaders(KeyHeader.NAME)));
        Duration timeout = actionService.timeout(Collections.list(context.req().getHeaders(DeadlineRule.HEADER)));
        return reader.find(client, context.pathParam("key"))
                .thenCompose(found -> found.isEmpty()
                        ? done(HttpReply.of(Problem.unknownRequest()))
                        : handler.take(
                                caller, found.get(), requested.on(found.get(), caller, key, clock), key, timeout));
    }

    private static RequestedAction read(BodyFields body) throws Refused {
        OperatorAction.Type action = body.requiredWord("action", ACTIONS);
        String reason = body.requiredText("reason", OperatorAction.MAX_REASON);
        int basedOn = body.requiredNumber("based_on", 1, Integer.MAX_VALUE);
        SecondEffect acceptance = acceptance(body, action);
        body.check();
        return new RequestedAction(action, reason, basedOn, acceptance);
    }

    /**
     * Whether a second effect is accepted; null where not.
     *
     * @param action null where it is missing
     */
    static SecondEffect acceptance(BodyFields body, OperatorAction.Type action) {
        if (!body.truth(ACCEPTANCE)) {
            return null;
        }
        if (action != OperatorAction.Type.SEND_AGAIN) {
            body.mistake(ACCEPTANCE, "belongs to send_again");
        }
        return SecondEffect.ACCEPTED;
    }

    private static Map<String, OperatorAction.Type> actions() {
        Map<String, OperatorAction.Type> words = new TreeMap<>();
        for (OperatorAction.Type action : OperatorAction.Type.values()) {
            if (action.neededRole() == OperatorAction.Role.OPERATOR) {
                words.put(action.name().toLowerCase(Locale.ROOT), action);
            }
        }
        return Collections.unmodifiableMap(words);
    }

    private static CompletableFuture<HttpReply> done(HttpReply reply) {
        return CompletableFuture.completedFuture(reply);
    }
}
