package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.access.Role;
import dev.kakutei.ingest.order.Guard;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.OperatorOrder;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** One request as a certain caller sees it: what it is, when something will happen by itself, and what the caller may do. */
final class PersonalView {
    private final Guard guard;

    PersonalView(Guard guard) {
        this.guard = guard;
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
        for (OperatorOrder.Action action : OperatorOrder.Action.values()) {
            if (mayOrder(entry, action, caller, now)) {
                allowed.add(action.name().toLowerCase(Locale.ROOT));
            }
        }
        return view;
    }

    Optional<String> refusal(Entry entry, OperatorOrder order, Instant now) {
        return guard.refusal(entry, order, now);
    }

    private boolean mayOrder(Entry entry, OperatorOrder.Action action, Caller caller, Instant now) {
        OperatorOrder.Role role = action.neededRole();
        if (role == null) {
            // Who sees a request may speak of it, in any role.
            role = OperatorOrder.Role.VIEWER;
        } else if (!caller.roles().contains(Role.valueOf(role.name()))) {
            return false;
        }
        if (action == OperatorOrder.Action.RESUBMIT) {
            // What it is changed to is judged when it comes.
            return entry.status() == Status.RETURNED && entry.client().equals(caller.client());
        }
        OperatorOrder order =
                new OperatorOrder("none", entry.id(), entry.seq(), action, caller.client(), role, "none", now);
        return refusal(entry, order, now).isEmpty();
    }
}
