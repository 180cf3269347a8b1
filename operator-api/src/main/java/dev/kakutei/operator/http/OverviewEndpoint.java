package dev.kakutei.operator.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.access.Caller;
import dev.kakutei.http.HttpReply;
import dev.kakutei.ledger.Status;
import dev.kakutei.operator.overview.Flow;
import dev.kakutei.operator.overview.FlowReader;
import dev.kakutei.operator.overview.HealthBoard;
import dev.kakutei.operator.overview.LagReader;
import dev.kakutei.schemas.ServiceHealth;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.Gateways;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** {@code GET /overview}: what is happening now (SPEC F6). Who sees only its own requests is shown their numbers alone. */
final class OverviewEndpoint {
    private final FlowReader flows;
    private final LagReader lags;
    private final HealthBoard board;
    private final Supplier<Gateways> gateways;

    OverviewEndpoint(FlowReader flows, LagReader lags, HealthBoard board, Supplier<Gateways> gateways) {
        this.flows = flows;
        this.lags = lags;
        this.board = board;
        this.gateways = gateways;
    }

    CompletableFuture<HttpReply> answer(Caller caller) {
        boolean all = caller.seesAll();
        return flows.flow(all ? Optional.empty() : Optional.of(caller.client())).thenApply(flow -> {
            ObjectNode view = of(flow);
            ArrayNode shownGateways = view.putArray("gateways");
            ArrayNode services = view.putArray("services");
            if (all) {
                gateways.get().byName().values().stream()
                        .sorted(Comparator.comparing(Gateway::name))
                        .forEach(gateway -> show(shownGateways.addObject(), gateway));
                board.services().forEach(health -> show(services.addObject(), health));
                flow.openAlerts().ifPresent(open -> view.put("alerts_open", open));
            }
            return HttpReply.json(200, view);
        });
    }

    CompletableFuture<HttpReply> lag() {
        return lags.lag().thenApply(lag -> {
            ObjectNode view = Json.MAPPER.createObjectNode();
            lag.slot()
                    .ifPresent(slot -> view.putObject("slot")
                            .put("name", slot.name())
                            .put("kept_bytes", slot.keptBytes())
                            .put("active", slot.active()));
            ArrayNode groups = view.putArray("groups");
            lag.groups()
                    .forEach((group, behind) ->
                            groups.addObject().put("group", group).put("lag", behind));
            view.put("oldest_open_at", lag.oldestOpenAt().map(Instant::toString).orElse(null));
            lag.problems().forEach(view.putArray("problems")::add);
            return HttpReply.json(200, view);
        });
    }

    private static ObjectNode of(Flow flow) {
        ObjectNode view = Json.MAPPER.createObjectNode();
        view.put("at", flow.at().toString());
        ObjectNode states = view.putObject("states");
        flow.there().forEach((status, count) -> states.put(status.word(), count));
        ObjectNode settled = view.putObject("settled_last_minute");
        flow.cameLately().forEach((status, count) -> {
            if (status.terminal()) {
                settled.put(status.word(), count);
            }
        });
        view.put("accepted_per_second", rounded(flow.acceptedPerSecond()));
        view.put("settled_per_second", rounded(flow.settledPerSecond()));
        view.put("oldest_open_at", flow.oldestOpenAt().map(Instant::toString).orElse(null));
        view.put("waiting_for_person", flow.count(Status::waitsForPerson));
        view.put("pending_verification", flow.count(Status::pendingVerification));
        return view;
    }

    private void show(ObjectNode view, Gateway gateway) {
        HealthBoard.Seen seen = board.gateway(gateway.name());
        view.put("name", gateway.name());
        view.put("class", gateway.gatewayClass().name().toLowerCase(Locale.ROOT));
        view.put(
                "breaker",
                seen.breaker()
                        .map(breaker -> breaker.name().toLowerCase(Locale.ROOT))
                        .orElse("unknown"));
        view.put("in_flight", seen.inFlight());
        view.put("limit", seen.limit());
        view.put("waiting", seen.waiting());
        view.put("calls_per_minute", seen.calls());
        view.put("errors_per_minute", seen.errors());
        view.put("unknown_per_minute", seen.unknown());
        view.put("last_call_at", seen.lastCallAt().map(Instant::toString).orElse(null));
        view.put("seen_at", seen.seenAt().map(Instant::toString).orElse(null));
    }

    private void show(ObjectNode view, ServiceHealth health) {
        view.put("name", health.service());
        view.put("instance", health.instance());
        boolean heard = board.isRecent(health);
        view.put("ready", health.ready() && heard);
        view.put("seen_at", health.at().toString());
        ArrayNode problems = view.putArray("problems");
        health.problems().forEach(problems::add);
        if (!heard) {
            problems.add("no health message since " + health.at());
        }
    }

    private static double rounded(double rate) {
        return Math.round(rate * 100) / 100.0;
    }
}
