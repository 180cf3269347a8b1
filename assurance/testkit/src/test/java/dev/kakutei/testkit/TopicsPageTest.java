package dev.kakutei.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.kakutei.schemas.DurationText;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.schemas.topic.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Prints docs/reference/topics.md: settings from {@link Topics}, words from the AsyncAPI document. */
class TopicsPageTest {
    @Test
    void topicsPage_committed_isWhatTheCodeSays() throws IOException {
        Topics topics = new Topics(Topics.DEFAULT_PREFIX, Topics.DEFAULT_PARTITIONS);
        StringBuilder page = new StringBuilder("""
                # Topics

                The key of a record is the request's id as text (of alarms and alerts: the cause; of requests and rejections: what
                the producer chose); the value is JSON that begins with its version (`"v":1`), or on `requests` a caller's own. The prefix `%s` and the number of partitions are settings; these are the defaults.
                Machine-readable: `asyncapi.yaml` and the JSON Schemas under `json/`, both in the module `schemas`.

                | topic | what is on it | message | partitions | kept | written by | read by |
                |---|---|---|---|---|---|---|
                """.formatted(Topics.DEFAULT_PREFIX));
        JsonNode channels = asyncApi().path("channels");
        for (Topic<?> topic : topics.all(List.of("{gateway}"))) {
            page.append(row(topic, channel(channels, topic.name()))).append('\n');
        }
        new GeneratedPage("reference/topics.md").check(page.toString());
    }

    private static String row(Topic<?> topic, JsonNode channel) {
        String kept = topic.retention() == null ? "for ever" : DurationText.of(topic.retention());
        return "| `" + topic.name() + "` | " + channel.path("title").asText() + ". "
                + channel.path("description").asText() + " | " + message(topic) + " | "
                + topic.partitions() + " | " + kept + " | " + list(channel.path("x-written-by")) + " | "
                + list(channel.path("x-read-by")) + " |";
    }

    private static String message(Topic<?> topic) {
        return topic.codec() == null
                ? "a body of `POST /do/order` or `POST /payments`"
                : "`" + topic.codec().type().getSimpleName() + "`";
    }

    private static JsonNode channel(JsonNode channels, String address) {
        for (JsonNode channel : channels) {
            if (channel.path("address").asText().equals(address)) {
                return channel;
            }
        }
        throw new AssertionError("asyncapi.yaml has no channel " + address);
    }

    private static String list(JsonNode names) {
        List<String> texts = new ArrayList<>();
        names.forEach(name -> texts.add(name.asText()));
        return String.join(", ", texts);
    }

    private static JsonNode asyncApi() throws IOException {
        try (InputStream in = Topics.class.getResourceAsStream("/dev/kakutei/schemas/asyncapi.yaml")) {
            return new YAMLMapper().readTree(in);
        }
    }
}
