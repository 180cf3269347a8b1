package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.access.Role;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.GatewayPolicy;
import dev.kakutei.ledger.Ordering;
import dev.kakutei.schemas.OperatorOrder;
import dev.kakutei.schemas.gateway.Gateways;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** One request as a certain caller sees it: what it is, when something will happen by itself, and what the caller may do. */
final class PersonalView {
    private final Supplier<Gateways> gateways;

    PersonalView(Supplier<Gateways> gateways) {
        this.gateways = gateways;
    }

    ObjectNode of(Entry entry, Caller caller, Instant now) {
        ObjectNode view = RequestView.of(entry, now);
        if (caller.seesAll()) {
            view.put("client", entry.client());
        }
        if (entry.amount() != null) {
            view.put("amount", entry.amount().toPlainString());
        }
        RequestView.putIfPresent(view, "currency", entry.currency());
        if (entry.dueAt() != null) {
            view.put("due_at", entry.dueAt().toString());
        }
        view.put("last_event_id", entry.seq());
        ArrayNode allowed = view.putArray("allowed");
        if (caller.roles().contains(Role.OPERATOR)) {
            for (OperatorOrder.Action action : OperatorOrder.Action.values()) {
                if (refusal(entry, order(entry, action, caller, now), now).isEmpty()) {
                    allowed.add(action.name().toLowerCase(Locale.ROOT));
                }
            }
        }
        return view;
    }

    /** The ledger's own guard, asked against what is known here. */
    Optional<String> refusal(Entry entry, OperatorOrder order, Instant now) {
        GatewayPolicy policy =
                gateways.get().named(entry.gateway()).map(GatewayPolicy::of).orElse(null);
        return Ordering.refusal(entry, order, policy, now);
    }

    private static OperatorOrder order(Entry entry, OperatorOrder.Action action, Caller caller, Instant now) {
        return new OperatorOrder(
                "none", entry.id(), entry.seq(), action, caller.client(), OperatorOrder.Role.OPERATOR, "none", now);
    }
}
