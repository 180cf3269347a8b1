package dev.kakutei.standalone;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.project.FaultTable;
import dev.kakutei.store.project.LedgerReplay;
import dev.kakutei.store.upkeep.CheckProgress;
import dev.kakutei.store.upkeep.Difference;
import dev.kakutei.store.upkeep.Repair;
import java.io.PrintWriter;

/** What a check or a rebuild has found: a line each, as text or as JSON; progress goes to standard error. */
final class UpkeepPrinter {
    /** How it is printed. */
    enum Form {
        TEXT,
        JSON
    }

    private static final int EVERY = 10_000;

    private final PrintWriter out;
    private final PrintWriter err;
    private final Form form;
    private long reported;

    UpkeepPrinter(PrintWriter out, PrintWriter err, Form form) {
        this.out = out;
        this.err = err;
        this.form = form;
    }

    void progress(CheckProgress passed) {
        if (passed.requests() / EVERY > reported) {
            reported = passed.requests() / EVERY;
            err.println(passed.requests() + " requests, " + passed.differences()
                    + " differences; to go on from here: --after " + passed.last());
            err.flush();
        }
    }

    void difference(Difference difference) {
        line(difference.toString(), json(difference));
    }

    void repair(Repair repair) {
        ObjectNode node = json(repair.difference());
        node.put("repaired", repair.obstacle().isEmpty());
        repair.obstacle().ifPresent(why -> node.put("obstacle", why));
        line(
                repair.difference()
                        + repair.obstacle().map(why -> "; NOT repaired: " + why).orElse("; repaired"),
                node);
    }

    void fault(FaultTable.Open fault) {
        ObjectNode node = Json.MAPPER.createObjectNode();
        node.put("not_projected", fault.place());
        if (fault.requestId() != null) {
            node.put("request_id", fault.requestId().toString());
        }
        node.put("reason", fault.reason());
        node.put("seen_at", fault.seenAt().toString());
        line("not projected: " + fault.place() + " since " + fault.seenAt() + ": " + fault.reason(), node);
    }

    void replayed(RequestId id, LedgerReplay.Outcome outcome) {
        ObjectNode node = Json.MAPPER.createObjectNode();
        node.put("request_id", id.toString());
        node.put("found_on_topic", outcome.found());
        node.put("applied", outcome.applied());
        outcome.obstacles().forEach(node.putArray("obstacles")::add);
        line(
                id + ": " + outcome.found() + " records on the topic, " + outcome.applied() + " applied"
                        + (outcome.obstacles().isEmpty() ? "" : "; in the way: " + outcome.obstacles()),
                node);
    }

    /** The last line. */
    void sum(String sentence, ObjectNode node) {
        line(sentence, node);
    }

    private static ObjectNode json(Difference difference) {
        ObjectNode node = Json.MAPPER.createObjectNode();
        node.put("request_id", difference.requestId().toString());
        node.put("client", difference.client());
        node.put("idempotency_key", difference.key());
        node.put("table", difference.table());
        node.put("field", difference.field());
        node.put("stored", difference.stored());
        node.put("expected", difference.expected());
        return node;
    }

    private void line(String text, ObjectNode node) {
        try {
            out.println(form == Form.TEXT ? text : Json.MAPPER.writeValueAsString(node));
            out.flush();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a line that cannot be written", e);
        }
    }
}
