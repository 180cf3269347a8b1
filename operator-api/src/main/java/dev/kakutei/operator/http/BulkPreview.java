package dev.kakutei.operator.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.access.Caller;
import dev.kakutei.http.HttpReply;
import dev.kakutei.ledger.Entry;
import dev.kakutei.operator.search.Cursor;
import dev.kakutei.operator.search.SearchPage;
import dev.kakutei.operator.search.SearchReader;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.schemas.codec.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What a bulk action would do: how many it concerns, some of them, which would be refused, and for which a gateway may
 * act twice. Within a few seconds.
 */
record BulkPreview(SearchReader searches, PersonalView view, int max) {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int SAMPLE = 10;
    private static final int MAX_REASONS = 20;
    private static final String OTHERS = "for other reasons";

    /** What was seen so far. */
    private final class Seen {
        private final OperatorAction.Type action;
        private final SecondEffect acceptance;
        private final Caller caller;
        private final Instant now;
        private final long until = System.nanoTime() + TIMEOUT.toNanos();
        private final ArrayNode sample = Json.MAPPER.createArrayNode();
        private final Map<String, Integer> refused = new LinkedHashMap<>();
        private final BulkRisks risks = new BulkRisks();
        private int count;

        Seen(OperatorAction.Type action, SecondEffect acceptance, Caller caller, Instant now) {
            this.action = action;
            this.acceptance = acceptance;
            this.caller = caller;
            this.now = now;
        }

        void add(Entry entry) {
            count++;
            if (sample.size() < SAMPLE) {
                sample.add(view.of(entry, caller, now));
            }
            OperatorAction example = new OperatorAction(
                    "none",
                    entry.id(),
                    entry.seq(),
                    action,
                    caller.client(),
                    OperatorAction.Role.OPERATOR,
                    "none",
                    now);
            view.refusal(entry, example.with(acceptance), now)
                    .ifPresent(why -> refused.merge(
                            refused.size() < MAX_REASONS || refused.containsKey(why) ? why : OTHERS, 1, Integer::sum));
            if (action == OperatorAction.Type.SEND_AGAIN
                    && view.refusal(entry, example.with(SecondEffect.ACCEPTED), now)
                            .isEmpty()) {
                view.risk(entry, action, now).ifPresent(why -> risks.add(entry, why));
            }
        }

        HttpReply reply(boolean complete) {
            ObjectNode shown = Json.MAPPER.createObjectNode();
            shown.put("count", count);
            shown.put("complete", complete);
            shown.set("sample", sample);
            ObjectNode reasons = shown.putObject("refused");
            refused.forEach(reasons::put);
            if (action == OperatorAction.Type.SEND_AGAIN) {
                shown.set("risky", risks.shown());
            }
            return HttpReply.json(200, shown);
        }
    }

    /** @param acceptance null where a second effect is not accepted */
    CompletableFuture<HttpReply> of(
            String filter, OperatorAction.Type action, SecondEffect acceptance, Caller caller, Instant now) {
        return walk(filter, now, Optional.empty(), new Seen(action, acceptance, caller, now));
    }

    private CompletableFuture<HttpReply> walk(String filter, Instant before, Optional<Cursor> after, Seen seen) {
        return SearchProblems.of(searches.find(BulkFilter.search(filter, before, after)))
                .thenCompose(page -> {
                    for (Entry entry : page.requests()) {
                        if (seen.count == max) {
                            return done(seen.reply(false));
                        }
                        seen.add(entry);
                    }
                    return goesOn(page, seen)
                            ? walk(filter, before, page.next(), seen)
                            : done(seen.reply(page.next().isEmpty()));
                });
    }

    private static boolean goesOn(SearchPage page, Seen seen) {
        return page.next().isPresent() && System.nanoTime() - seen.until < 0;
    }

    private static CompletableFuture<HttpReply> done(HttpReply reply) {
        return CompletableFuture.completedFuture(reply);
    }
}
