package dev.kakutei.operator.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.access.Caller;
import dev.kakutei.access.ClientRole;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Summaries;
import dev.kakutei.operator.action.Guard;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Resubmission;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.schemas.SubmissionSummary;
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
        view.put("submission_event_id", entry.summaries().latest().eventId());
        if (entry.summaries().current() != null) {
            view.set("summary", summary(entry));
        }
        ArrayNode allowed = view.putArray("allowed");
        ObjectNode risks = JsonNodeFactory.instance.objectNode();
        for (OperatorAction.Type action : OperatorAction.Type.values()) {
            OperatorAction.Role role = role(action, caller);
            if (role != null
                    && refusal(entry, example(entry, action, caller, role, now), now)
                            .isEmpty()) {
                String word = action.name().toLowerCase(Locale.ROOT);
                allowed.add(word);
                risk(entry, action, now).ifPresent(why -> risks.put(word, why));
            }
        }
        if (!risks.isEmpty()) {
            view.set("risks", risks);
        }
        return view;
    }

    private static ObjectNode summary(Entry entry) {
        Summaries.Summary summary = entry.summaries().current();
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        shown.put("event_id", entry.summaries().latest().summaryEventId());
        shown.put("text", summary.text());
        shown.put("by", summary.by());
        shown.put("at", summary.at().toString());
        shown.put("origin", summary.origin().name().toLowerCase(Locale.ROOT));
        return shown;
    }

    Optional<String> refusal(Entry entry, OperatorAction action, Instant now) {
        return guard.refusal(entry, action, now);
    }

    Optional<String> risk(Entry entry, OperatorAction.Type action, Instant now) {
        return guard.risk(entry, action, now);
    }

    /** In which role the caller may request such an action; null where the caller may not. */
    private static OperatorAction.Role role(OperatorAction.Type action, Caller caller) {
        OperatorAction.Role needed = action.neededRole();
        return needed == null
                ? OperatorAction.Role.VIEWER
                : caller.roles().contains(ClientRole.valueOf(needed.name())) ? needed : null;
    }

    /** With every acceptance that it may need: what is risky may be done all the same. */
    private static OperatorAction example(
            Entry entry, OperatorAction.Type action, Caller caller, OperatorAction.Role role, Instant now) {
        Resubmission unchanged = new Resubmission(
                entry.version().digest(), entry.gateway(), null, null, null, JsonNodeFactory.instance.objectNode());
        return new OperatorAction(
                "none",
                entry.id(),
                entry.seq(),
                action,
                caller.client(),
                role,
                action == OperatorAction.Type.ATTACH_SUMMARY ? null : "none",
                now,
                action == OperatorAction.Type.RESUBMIT ? unchanged : null,
                action == OperatorAction.Type.SEND_AGAIN ? SecondEffect.ACCEPTED : null,
                action == OperatorAction.Type.ATTACH_SUMMARY ? summary(entry.summaries()) : null);
    }

    /** One of the current version, in the place of the one that it has. */
    private static SubmissionSummary summary(Summaries summaries) {
        Summaries.SubmittedVersion latest = summaries.latest();
        return new SubmissionSummary(
                latest.eventId(),
                "none",
                latest.summaryEventId() == 0 ? null : latest.summaryEventId(),
                SubmissionSummary.Origin.CLIENT);
    }
}
