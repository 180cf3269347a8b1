package dev.kakutei.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code POST /summaries}: a summariser, so that summaries can be tried without a language model. It puts the document's own
 * words into a sentence, the same for the same, and has nothing to do with the gateway: nothing of it is journaled.
 */
final class SummaryEndpoint {
    static final String PATH = "/summaries";
    private static final int NOTE = 300;

    private SummaryEndpoint() {}

    static HttpAnswer answer(byte[] body) {
        JsonNode asked;
        try {
            asked = SimulatorJson.MAPPER.readTree(body);
        } catch (IOException e) {
            throw new IllegalArgumentException("the body must be JSON", e);
        }
        if (!asked.path("document").isObject()) {
            throw new IllegalArgumentException("the body must have an object \"document\"");
        }
        String summary = summary(asked);
        int maxCharacters = asked.path("max_characters").asInt(summary.length());
        return HttpAnswer.value(
                200,
                SimulatorJson.MAPPER
                        .createObjectNode()
                        .put(
                                "summary",
                                summary.length() > maxCharacters ? summary.substring(0, maxCharacters) : summary));
    }

    private static String summary(JsonNode asked) {
        JsonNode document = asked.path("document");
        List<String> words = new ArrayList<>();
        int version = asked.path("version").asInt(1);
        boolean order = asked.path("kind").asText().equals("order");
        words.add((version > 1 ? "Version " + version + ": a" : "A") + (order ? "n" : ""));
        if (order) {
            words.add("order to " + document.path("side").asText("trade"));
            words.add(document.path("quantity").asText("some") + " of "
                    + document.path("instrument").asText("an instrument"));
        } else {
            words.add("payment");
        }
        if (asked.has("amount")) {
            words.add("of " + asked.path("amount").asText() + " "
                    + asked.path("currency").asText());
        }
        if (document.path("reference").isTextual()) {
            words.add("for " + document.path("reference").asText());
        }
        words.add("at the gateway " + asked.path("gateway").asText("unknown"));
        String sentence = String.join(" ", words) + ".";
        String note = asked.path("note").asText();
        return note.isEmpty()
                ? sentence
                : sentence + " Its submitter says: " + (note.length() > NOTE ? note.substring(0, NOTE) : note);
    }
}
