package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.admit.Problem;
import dev.kakutei.ingest.admit.Refused;
import dev.kakutei.ingest.admit.RequestBodyReader;
import dev.kakutei.ingest.bulk.BulkConfig;
import dev.kakutei.ingest.bulk.BulkJob;
import dev.kakutei.ingest.bulk.BulkTable;
import dev.kakutei.ingest.search.SearchReader;
import dev.kakutei.ingest.store.ReadThreads;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.schemas.codec.Json;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** {@code /bulk-actions}: one action for many requests (SPEC F6). */
final class BulkEndpoint {
    private static final Set<BulkJob.State> OPEN = EnumSet.of(BulkJob.State.RUNNING, BulkJob.State.PAUSED);

    private final RequestBodyReader bodies;
    private final BulkTable table;
    private final ReadThreads threads;
    private final BulkPreview preview;
    private final InstantSource clock;

    BulkEndpoint(
            RequestBodyReader bodies,
            BulkTable table,
            ReadThreads threads,
            SearchReader searches,
            PersonalView view,
            int max,
            InstantSource clock) {
        this.bodies = bodies;
        this.table = table;
        this.threads = threads;
        this.preview = new BulkPreview(searches, view, max);
        this.clock = clock;
    }

    CompletableFuture<HttpReply> create(Caller caller, Context context) throws Refused, IOException {
        MediaType.requireJson(context.header("Content-Type"), context.header("Content-Encoding"));
        JsonNode body = bodies.read(context.bodyInputStream(), context.req().getContentLengthLong());
        BodyFields fields = new BodyFields(body);
        OperatorAction.Type action = fields.requiredWord("action", ActionEndpoint.ACTIONS);
        boolean previewed = fields.truth("preview");
        String reason = previewed && !fields.has("reason")
                ? "preview"
                : fields.requiredText("reason", OperatorAction.MAX_REASON);
        int rate = fields.number("rate_per_second", BulkConfig.PER_SECOND, 1, BulkConfig.MAX_PER_SECOND);
        SecondEffect acceptance = ActionEndpoint.acceptance(fields, action);
        fields.has("filter");
        fields.check();
        String filter = BulkFilter.read(body.get("filter"));
        if (previewed) {
            return preview.of(filter, action, acceptance, caller, clock.instant());
        }
        Optional<String> key =
                Admission.actionKey(Collections.list(context.req().getHeaders(Admission.KEY_HEADER)));
        BulkTable.NewJob requested =
                new BulkTable.NewJob(id(caller, key), caller.client(), action, acceptance, reason, filter, rate);
        return threads.read(() -> table.create(requested))
                .thenApply(job -> same(job, requested)
                        ? HttpReply.json(202, of(job), Map.of("Location", "/bulk-actions/" + job.id()))
                        : HttpReply.of(ActionProblems.otherAction()));
    }

    CompletableFuture<HttpReply> list() {
        return threads.read(table::latest).thenApply(jobs -> {
            ObjectNode view = Json.MAPPER.createObjectNode();
            var list = view.putArray("bulk_actions");
            jobs.forEach(job -> list.add(of(job)));
            return HttpReply.json(200, view);
        });
    }

    CompletableFuture<HttpReply> show(Context context) throws Refused {
        UUID id = id(context);
        return threads.read(() -> table.find(id).map(job -> {
                    ObjectNode view = of(job);
                    ObjectNode reasons = view.putObject("reasons");
                    table.reasons(id).forEach(reasons::put);
                    return view;
                }))
                .thenApply(found -> found.map(view -> HttpReply.json(200, view)).orElseGet(BulkEndpoint::unknown));
    }

    CompletableFuture<HttpReply> pause(Context context) throws Refused {
        return move(context, Set.of(BulkJob.State.RUNNING), BulkJob.State.PAUSED);
    }

    CompletableFuture<HttpReply> resume(Context context) throws Refused {
        return move(context, Set.of(BulkJob.State.PAUSED), BulkJob.State.RUNNING);
    }

    CompletableFuture<HttpReply> cancel(Context context) throws Refused {
        return move(context, OPEN, BulkJob.State.CANCELLED);
    }

    /** Asking for what is so already is no mistake. */
    private CompletableFuture<HttpReply> move(Context context, Set<BulkJob.State> from, BulkJob.State to)
            throws Refused {
        UUID id = id(context);
        return threads.read(() -> table.move(id, from, to)).thenApply(found -> {
            if (found.isEmpty()) {
                return unknown();
            }
            return found.get().state() == to
                    ? HttpReply.json(200, of(found.get()))
                    : HttpReply.of(ActionProblems.refused(
                            "a job that is " + found.get().state().word() + " cannot become " + to.word()));
        });
    }

    private static ObjectNode of(BulkJob job) {
        ObjectNode view = Json.MAPPER.createObjectNode();
        view.put("id", job.id().toString());
        view.put("action", job.action().name().toLowerCase(Locale.ROOT));
        if (job.acceptSecondEffect() == SecondEffect.ACCEPTED) {
            view.put(ActionEndpoint.ACCEPTANCE, true);
        }
        view.put("reason", job.reason());
        view.put("by", job.by());
        view.put("filter", job.filter());
        view.put("rate_per_second", job.ratePerSecond());
        view.put("state", job.state().word());
        view.put("selecting", !job.selected() && OPEN.contains(job.state()));
        if (job.cut()) {
            view.put("cut", true);
        }
        view.put("total", job.total());
        view.put("done", job.done());
        view.put("refused", job.refused());
        view.put("failed", job.failed());
        view.put("started_at", job.createdAt().toString());
        view.put("updated_at", job.updatedAt().toString());
        if (job.secondsLeft().isPresent() && job.selected()) {
            view.put("eta_seconds", job.secondsLeft().getAsLong());
        } else {
            view.putNull("eta_seconds");
        }
        return view;
    }

    /** Whether the job that is there under this name is the one that was asked for. */
    private static boolean same(BulkJob job, BulkTable.NewJob requested) {
        return job.acceptSecondEffect() == requested.acceptSecondEffect()
                && List.of(job.by(), job.action(), job.reason(), job.filter(), job.ratePerSecond())
                        .equals(List.of(
                                requested.by(),
                                requested.action(),
                                requested.reason(),
                                requested.filter(),
                                requested.ratePerSecond()));
    }

    private static UUID id(Caller caller, Optional<String> key) {
        return key.map(given -> UUID.nameUUIDFromBytes(
                        ("bulk\n" + caller.client() + "\n" + given).getBytes(StandardCharsets.UTF_8)))
                .orElseGet(UUID::randomUUID);
    }

    private static UUID id(Context context) throws Refused {
        try {
            return UUID.fromString(context.pathParam("id"));
        } catch (IllegalArgumentException e) {
            throw new Refused(unknownJob());
        }
    }

    private static HttpReply unknown() {
        return HttpReply.of(unknownJob());
    }

    private static Problem unknownJob() {
        return Problem.of(404, "unknown-job", "There is no such job", "No bulk action has this id.");
    }
}
