package dev.kakutei.operator.summary;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.boot.redact.RedactedJson;
import dev.kakutei.boot.redact.Redaction;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.SubmissionSummary;
import dev.kakutei.schemas.codec.Json;
import java.util.Optional;

/**
 * What the summariser is sent: one version as viewers see it, and less. What it is paid with never leaves, whatever it looks
 * like; what looks like a secret or a card's number is masked wherever it appears; clients are not named.
 */
final class SummaryDocument {
    private static final int VERSION = 1;
    private static final String PAYMENT_METHOD = "payment_method";

    private SummaryDocument() {}

    /** Empty for an event that brought no version. */
    static Optional<byte[]> of(Entry entry, LedgerEvent submission) {
        if (submission.fact() instanceof Fact.Accepted accepted) {
            return Optional.of(written(entry, submission, accepted.request(), accepted.note()));
        }
        return submission.fact() instanceof ApprovalFact.Resubmitted resubmitted
                ? Optional.of(written(entry, submission, resubmitted.request(), resubmitted.note()))
                : Optional.empty();
    }

    private static byte[] written(Entry entry, LedgerEvent submission, JsonNode document, String note) {
        ObjectNode sent = JsonNodeFactory.instance.objectNode();
        sent.put("v", VERSION);
        sent.put("request_id", entry.id().toString());
        sent.put("event_id", submission.seq());
        sent.put("version", entry.version().number());
        sent.put("kind", entry.kind().wire());
        sent.put("gateway", entry.gateway());
        if (entry.amount() != null) {
            sent.put("amount", entry.amount().toPlainString());
        }
        if (entry.currency() != null) {
            sent.put("currency", entry.currency());
        }
        if (note != null) {
            sent.put("note", Redaction.PLAIN.redact(note));
        }
        sent.set("document", masked(document));
        sent.put("max_characters", SubmissionSummary.MAX_TEXT);
        try {
            return Json.MAPPER.writeValueAsBytes(sent);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write what was read as JSON", e);
        }
    }

    private static JsonNode masked(JsonNode document) {
        JsonNode shown = RedactedJson.of(document);
        if (shown instanceof ObjectNode object && object.has(PAYMENT_METHOD)) {
            object.put(PAYMENT_METHOD, Redaction.MASK);
        }
        return shown;
    }
}
