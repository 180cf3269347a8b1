package dev.kakutei.schemas.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.Rejection;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.Samples;
import dev.kakutei.schemas.SchemaFiles;
import dev.kakutei.schemas.StatusChange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The AsyncAPI document says what {@link Topics} does, no more and no less. */
class AsyncApiTest {
    private static final Path FILE = Path.of("src/main/resources/dev/kakutei/schemas/asyncapi.yaml");

    private final Topics topics = new Topics(Topics.DEFAULT_PREFIX, Topics.DEFAULT_PARTITIONS);
    private final JsonNode document = document();

    @Test
    void channels_topics_areTheSame() {
        assertThat(channels().keySet())
                .isEqualTo(new TreeSet<>(allTopics().stream().map(Topic::name).toList()));
    }

    @Test
    void channels_everyTopic_hasItsMessageAndSettings() {
        for (Topic<?> topic : allTopics()) {
            JsonNode channel = channels().get(topic.name());
            assertThat(channel.path("description").asText()).as(topic.name()).isNotBlank();
            assertThat(channel.path("x-written-by")).as(topic.name()).isNotEmpty();
            assertThat(channel.path("x-read-by")).as(topic.name()).isNotEmpty();
            JsonNode kafka = channel.at("/bindings/kafka");
            assertThat(kafka.path("partitions").intValue()).as(topic.name()).isEqualTo(topic.partitions());
            assertThat(kafka.at("/topicConfiguration/retention.ms").asText())
                    .as(topic.name())
                    .isEqualTo(topic.config().get("retention.ms"));
            List<String> policies = new ArrayList<>();
            kafka.at("/topicConfiguration/cleanup.policy").forEach(policy -> policies.add(policy.asText()));
            assertThat(String.join(",", policies))
                    .as(topic.name())
                    .isEqualTo(topic.config().get("cleanup.policy"));
            List<String> titles = new ArrayList<>();
            channel.path("messages").forEach(message -> titles.add(schemaTitle(resolved(message))));
            assertThat(titles).as(topic.name()).isEqualTo(written(topic));
        }
    }

    @Test
    void messages_ofARequestThatWasTaken_areKeyedByIt() {
        Set<String> others =
                new TreeSet<>(Set.of("rejection", "alert", "canary", "serviceHealth", "clearanceRequest", "clearance"));
        Stream.of(RequestKind.values()).forEach(kind -> others.add(kind.wire() + "Request"));
        document.at("/components/messages").properties().stream()
                .filter(message -> !others.contains(message.getKey()))
                .forEach(message -> assertThat(message.getValue()
                                .at("/bindings/kafka/key/$ref")
                                .asText())
                        .isEqualTo("json/terms.json#/$defs/request_id"));
    }

    @Test
    void references_withinTheDocument_leadSomewhere() {
        List<String> references = new ArrayList<>();
        document.findValuesAsText("$ref").stream()
                .filter(reference -> reference.startsWith("#"))
                .forEach(references::add);
        assertThat(references)
                .isNotEmpty()
                .allSatisfy(reference -> assertThat(
                                document.at(reference.substring(1)).isMissingNode())
                        .as(reference)
                        .isFalse());
    }

    @Test
    void channel_parameters_areThoseOfItsAddress() {
        for (JsonNode channel : channels().values()) {
            channel.path("parameters")
                    .fieldNames()
                    .forEachRemaining(
                            name -> assertThat(channel.path("address").asText()).contains("{" + name + "}"));
            assertThat(channel.path("address").asText().contains("{")).isEqualTo(channel.has("parameters"));
        }
    }

    @Test
    void headers_ofResultsAndStatuses_areTheCloudEventsOnes() {
        Result result = (Result) Samples.all().get("result.payment-authorized").message();
        StatusChange change =
                (StatusChange) Samples.all().get("status-change.pending").message();
        JsonNode schema = document.at("/components/schemas/cloudEventHeaders");
        assertThat(CloudEventHeaders.of(result).keySet()).isEqualTo(names(schema.path("properties")));
        TreeSet<String> required = new TreeSet<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        assertThat(new TreeSet<>(CloudEventHeaders.of(change).keySet())).isEqualTo(required);
    }

    @Test
    void cloudEvents_ofOneResult_areNamedByTheRequestAlone() {
        Result result = (Result) Samples.all().get("result.payment-authorized").message();
        Map<String, String> headers = new HashMap<>();
        CloudEventHeaders.of(result).forEach((name, value) -> headers.put(name, new String(value, UTF_8)));
        assertThat(headers)
                .containsEntry("ce_id", Samples.ID + "/result")
                .containsEntry("ce_type", "PaymentAuthorized")
                .containsEntry("ce_subject", Samples.ID.toString())
                .containsEntry("ce_time", "2026-03-02T01:02:05.456Z")
                .containsEntry("traceparent", Samples.TRACE);
    }

    @Test
    void topics_prefixAndPartitions_holdForAll() {
        Topics other = new Topics("", 12);
        assertThat(other.all(List.of("b", "a")))
                .extracting(Topic::name)
                .containsExactly(
                        "requests",
                        "rejections",
                        "accepted",
                        "canaries",
                        "commands.a",
                        "commands.b",
                        "outcomes",
                        "actions",
                        "action.refusals",
                        "ledger",
                        "orders.results",
                        "payments.results",
                        "statuses",
                        "alarms",
                        "alerts",
                        "health",
                        "clearance.requests",
                        "clearances");
        assertThat(other.all(List.of("a"))).allMatch(topic -> topic.partitions() == 12);
        assertThat(other.results(RequestKind.PAYMENT).config()).containsEntry("retention.ms", "2592000000");
        assertThat(other.ledger().config()).containsEntry("retention.ms", "-1");
    }

    @Test
    void cloudEvents_ofOneRejection_areNamedByWhereTheRecordStands() {
        Rejection known = (Rejection) Samples.all().get("rejection").message();
        Rejection bare = (Rejection) Samples.all().get("rejection.bare").message();
        assertThat(text(CloudEventHeaders.of(known)))
                .containsEntry("ce_id", "kakutei.requests/3/42")
                .containsEntry("ce_type", "RequestRejected")
                .containsEntry("ce_subject", "p-1");
        assertThat(text(CloudEventHeaders.of(bare))).containsEntry("ce_subject", "kakutei.requests/0/0");
    }

    private static Map<String, String> text(Map<String, byte[]> headers) {
        Map<String, String> text = new HashMap<>();
        headers.forEach((name, value) -> text.put(name, new String(value, UTF_8)));
        return text;
    }

    /** What callers write has no codec of ours. */
    private static List<String> written(Topic<?> topic) {
        return topic.codec() == null
                ? Stream.of(RequestKind.values())
                        .map(kind -> kind.title() + "Request")
                        .toList()
                : List.of(topic.codec().type().getSimpleName());
    }

    /** A gateway named "{gateway}" gives the lane's name as AsyncAPI writes it. */
    private List<Topic<?>> allTopics() {
        return topics.all(List.of("{gateway}"));
    }

    private Map<String, JsonNode> channels() {
        Map<String, JsonNode> byAddress = new java.util.TreeMap<>();
        document.path("channels")
                .forEach(channel -> byAddress.put(channel.path("address").asText(), channel));
        return byAddress;
    }

    private JsonNode resolved(JsonNode reference) {
        return document.at(reference.path("$ref").asText().substring(1));
    }

    private static String schemaTitle(JsonNode message) {
        String file = message.at("/payload/$ref").asText();
        assertThat(file).startsWith("json/").endsWith(".json");
        return SchemaFiles.tree(file.substring(5, file.length() - 5))
                .path("title")
                .asText();
    }

    private static TreeSet<String> names(JsonNode object) {
        TreeSet<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** Through SnakeYAML, which follows anchors. */
    private static JsonNode document() {
        try {
            return dev.kakutei.schemas.codec.Json.MAPPER.valueToTree(
                    new Yaml().load(java.nio.file.Files.readString(FILE)));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
