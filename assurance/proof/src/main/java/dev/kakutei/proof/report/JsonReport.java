package dev.kakutei.proof.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.ProofReport;
import dev.kakutei.proof.Seal;
import dev.kakutei.schemas.codec.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** For programs; and for a later proof, which compares its seal. */
public final class JsonReport {
    private JsonReport() {}

    public static String of(ProofReport report) {
        ObjectNode root = Json.MAPPER.createObjectNode();
        root.put("started_at", report.startedAt().toString());
        root.put("took_ms", report.took().toMillis());
        root.put("violations", report.violations());
        report.read().forEach(root.putObject("read")::put);
        report.figures().forEach(root.putObject("figures")::put);
        if (report.seal() != null) {
            ObjectNode seal = root.putObject("seal");
            seal.put("until", report.seal().until().toString());
            seal.put("requests", report.seal().requests());
            seal.put("events", report.seal().events());
            seal.put("sha256", report.seal().hash());
        }
        var promises = root.putArray("promises");
        report.results().forEach((promise, result) -> promises.add(promise(report, promise, result)));
        try {
            return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report that cannot be written", e);
        }
    }

    private static ObjectNode promise(ProofReport report, Promise promise, Findings.PromiseResult result) {
        ObjectNode node = Json.MAPPER.createObjectNode();
        node.put("name", promise.word());
        node.put("promise", promise.sentence());
        node.put("verdict", result.verdict().name().toLowerCase(java.util.Locale.ROOT));
        node.put("examined", result.examined());
        node.put("violations", result.violations());
        if (!report.whyNot(promise).isEmpty()) {
            node.put("why_not", report.whyNot(promise));
        }
        result.skipped().forEach(node.putObject("not_judged")::put);
        var examples = node.putArray("examples");
        for (Findings.ViolationExample violation : result.examples()) {
            examples.addObject().put("subject", violation.subject()).put("sentence", violation.sentence());
        }
        return node;
    }

    /** The seal of a report that was kept; empty where there is none in it. */
    public static Optional<Seal.Value> seal(String json) {
        try {
            JsonNode seal = Json.MAPPER.readTree(json).path("seal");
            return seal.hasNonNull("sha256") && seal.hasNonNull("until")
                    ? Optional.of(new Seal.Value(
                            Instant.parse(seal.get("until").asText()),
                            seal.path("requests").asLong(),
                            seal.path("events").asLong(),
                            seal.get("sha256").asText()))
                    : Optional.empty();
        } catch (JsonProcessingException | DateTimeException e) {
            return Optional.empty();
        }
    }
}
