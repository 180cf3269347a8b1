package dev.kakutei.ingest.http;

import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.admit.BodyReader;
import dev.kakutei.ingest.admit.DeadlineRule;
import dev.kakutei.ingest.admit.Problem;
import dev.kakutei.ingest.admit.Refused;
import dev.kakutei.ingest.order.OrderDesk;
import dev.kakutei.ingest.store.LedgerReader;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.OperatorOrder;
import dev.kakutei.schemas.SecondEffect;
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

/** {@code POST /requests/{key}/orders}: a person acts on one request (SPEC C10). */
final class OrderEndpoint {
    /** An operator's, as they are written in bodies. */
    static final Map<String, OperatorOrder.Action> ACTIONS = actions();

    static final String ACCEPTANCE = "accept_second_effect";

    private final BodyReader bodies;
    private final LedgerReader reader;
    private final OrderDesk desk;
    private final OrderCounter counter;
    private final InstantSource clock;

    OrderEndpoint(BodyReader bodies, LedgerReader reader, OrderDesk desk, OrderCounter counter, InstantSource clock) {
        this.bodies = bodies;
        this.reader = reader;
        this.desk = desk;
        this.counter = counter;
        this.clock = clock;
    }

    /** What the body says. */
    private record Wish(OperatorOrder.Action action, String reason, int basedOn, SecondEffect acceptance) {
        OperatorOrder on(Entry entry, Caller caller, Optional<String> key, InstantSource clock) {
            return new OperatorOrder(
                    OrderIds.of(caller.client(), entry.id(), key),
                    entry.id(),
                    basedOn,
                    action,
                    caller.client(),
                    OperatorOrder.Role.OPERATOR,
                    reason,
                    clock.instant(),
                    null,
                    acceptance);
        }
    }

    CompletableFuture<Reply> answer(Caller caller, String client, Context context) throws Refused, IOException {
        MediaType.requireJson(context.header("Content-Type"), context.header("Content-Encoding"));
        Wish wish = read(new BodyFields(
                bodies.read(context.bodyInputStream(), context.req().getContentLengthLong())));
        Optional<String> key = Admission.orderKey(Collections.list(context.req().getHeaders(Admission.KEY_HEADER)));
        Duration patience = desk.patience(Collections.list(context.req().getHeaders(DeadlineRule.HEADER)));
        return reader.find(client, context.pathParam("key"))
                .thenCompose(found -> found.isEmpty()
                        ? done(Reply.of(Problem.unknownRequest()))
                        : counter.take(caller, found.get(), wish.on(found.get(), caller, key, clock), key, patience));
    }

    private static Wish read(BodyFields body) throws Refused {
        OperatorOrder.Action action = body.requiredWord("action", ACTIONS);
        String reason = body.requiredText("reason", OperatorOrder.MAX_REASON);
        int basedOn = body.requiredNumber("based_on", 1, Integer.MAX_VALUE);
        SecondEffect acceptance = acceptance(body, action);
        body.check();
        return new Wish(action, reason, basedOn, acceptance);
    }

    /**
     * Whether a second effect is accepted; null where not.
     *
     * @param action null where it is missing
     */
    static SecondEffect acceptance(BodyFields body, OperatorOrder.Action action) {
        if (!body.truth(ACCEPTANCE)) {
            return null;
        }
        if (action != OperatorOrder.Action.SEND_AGAIN) {
            body.mistake(ACCEPTANCE, "belongs to send_again");
        }
        return SecondEffect.ACCEPTED;
    }

    private static Map<String, OperatorOrder.Action> actions() {
        Map<String, OperatorOrder.Action> words = new TreeMap<>();
        for (OperatorOrder.Action action : OperatorOrder.Action.values()) {
            if (action.neededRole() == OperatorOrder.Role.OPERATOR) {
                words.put(action.name().toLowerCase(Locale.ROOT), action);
            }
        }
        return Collections.unmodifiableMap(words);
    }

    private static CompletableFuture<Reply> done(Reply reply) {
        return CompletableFuture.completedFuture(reply);
    }
}
