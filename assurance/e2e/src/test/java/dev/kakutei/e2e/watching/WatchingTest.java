package dev.kakutei.e2e.watching;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ledger.Cause;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.TraceContext;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.simulator.JournalFile;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.GeneratedPage;
import dev.kakutei.testkit.SourceTree;
import dev.kakutei.testkit.TopicReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One running Kakutei, and everything that people watch it by. */
class WatchingTest {
    /** Of libraries: what there is depends on the JVM, so they are not on the page. */
    private static final List<String> NOT_OURS = List.of("jvm_", "process_", "system_", "hikaricp_");

    private static final List<String> OF_THE_SPEC = List.of(
            "outbox_enqueued_total",
            "outbox_sent_total",
            "outbox_failed_total",
            "outbox_aborted_total",
            "outbox_age_seconds",
            "payment_pending_verification_count",
            "payment_verification_failed_total",
            "payment_gateway_timeout_total",
            "hop_latency_seconds_bucket");

    @TempDir
    private static Path data;

    private static WatchedKakutei kakutei;

    @BeforeAll
    static void start() {
        kakutei = WatchedKakutei.start(data);
    }

    @AfterAll
    static void stop() {
        kakutei.close();
    }

    static List<AlertRule> rules() {
        return AlertRule.all();
    }

    @Test
    void metrics_ofTheSpec_areAllThere() {
        List<Exposition.Sample> samples = kakutei.metrics().samples();
        assertThat(samples).extracting(Exposition.Sample::name).containsAll(OF_THE_SPEC);
        assertThat(samples)
                .filteredOn(sample -> sample.name().equals("outbox_age_seconds"))
                .extracting(sample -> sample.labels().get("quantile"))
                .contains("0.95");
        assertThat(samples)
                .filteredOn(sample -> sample.name().equals("hop_latency_seconds_count"))
                .allSatisfy(hop -> assertThat(hop.value())
                        .as("the first request took %s", hop.labels())
                        .isPositive())
                .extracting(sample -> sample.labels().get("hop"))
                .containsExactlyInAnyOrder("accept", "capture", "decide", "post", "answer", "settle", "project");
        assertThat(samples)
                .filteredOn(sample -> sample.name().equals("part_ready"))
                .allSatisfy(part -> assertThat(part.value()).as("%s", part).isEqualTo(1));
    }

    @Test
    void metrics_asOpenMetrics_showTracesAsExamples() {
        assertThat(kakutei.scrape("application/openmetrics-text").lines())
                .anyMatch(line -> line.startsWith("hop_latency_seconds_bucket") && line.contains("trace_id=\""));
        assertThat(kakutei.scrape(null)).doesNotContain("trace_id");
    }

    @Test
    void metricsPage_committed_isWhatIsShown() {
        StringBuilder page = new StringBuilder("""
                # Metrics

                What `GET /metrics` of the admin endpoint shows, for Prometheus. Counters belong to one instance: add them
                up. What a meaning calls "of all instances" is asked of Postgres and is the same in each of them, also after
                a restart: take its maximum, never its sum. A histogram has `_bucket`, `_count` and `_sum` behind its name, a
                summary `_count` and `_sum`; both have a gauge with `_max`. Asked for OpenMetrics, buckets of `hop_latency_seconds`
                come with the trace of a request.

                Beside these there are `jvm_…`, `process_…`, `system_…` and `hikaricp_…`, from libraries.

                | name | type | labels | meaning |
                |---|---|---|---|
                """);
        ours().forEach((name, family) -> page.append("| `%s` | %s | %s | %s |%n"
                .formatted(
                        name,
                        family.type(),
                        family.labels().stream()
                                .filter(label -> !label.equals("le"))
                                .map(label -> "`" + label + "`")
                                .collect(Collectors.joining(", ")),
                        family.help())));
        new GeneratedPage("reference/metrics.md").check(page.toString());
        assertThat(ours().values())
                .allSatisfy(family -> assertThat(family.help())
                        .as("what %s means", family.name())
                        .isNotBlank());
    }

    @Test
    void rulesAndDashboard_everyName_isOnTheListOfMetrics() throws IOException {
        Set<String> names = new TreeSet<>();
        rules().forEach(rule -> names.addAll(PromQl.names(rule.expression())));
        JsonNode dashboard = Json.MAPPER.readTree(
                SourceTree.file("deploy/grafana/dashboard.json").toFile());
        List<JsonNode> expressions = dashboard.findValues("expr");
        assertThat(expressions).hasSizeGreaterThan(30);
        expressions.forEach(expression -> names.addAll(PromQl.names(PromQl.parse(expression.textValue()))));

        Set<String> shown = new HashSet<>();
        kakutei.metrics().samples().forEach(sample -> shown.add(sample.name()));
        ours().keySet().forEach(shown::add);
        assertThat(shown).containsAll(names);
    }

    @Test
    void rules_everyOne_hasItsCase() {
        assertThat(RuleCases.ALL.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        rules().stream().map(AlertRule::name).toList());
    }

    @ParameterizedTest
    @MethodSource("rules")
    void rule_onWhatItIsFor_firesAndIsOverAfterwards(AlertRule rule) {
        Series series =
                RuleCases.series(samplesOf(rule), RuleCases.ALL.get(rule.name()).problem());
        assertThat(RuleCases.firing(rule, series, 300, SampleChange.BEGINS - RuleCases.STEP))
                .as("before")
                .isZero();
        assertThat(RuleCases.firing(rule, series, SampleChange.BEGINS, SampleChange.ENDS))
                .as("meanwhile")
                .isPositive();
        assertThat(RuleCases.firing(rule, series, RuleCases.LASTS - RuleCases.STEP, RuleCases.LASTS))
                .as("long after")
                .isZero();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void rule_onWhatIsJustNotEnough_isSilent(AlertRule rule) {
        Series series =
                RuleCases.series(samplesOf(rule), RuleCases.ALL.get(rule.name()).harmless());
        assertThat(RuleCases.firing(rule, series, 300, RuleCases.LASTS)).isZero();
    }

    @Test
    void runbook_everyRuleAndEveryCause_hasItsSection() throws IOException {
        String runbook = Files.readString(SourceTree.file("docs/runbook.md"));
        List<String> headings = runbook.lines()
                .filter(line -> line.startsWith("### "))
                .map(line -> line.substring(4).replace("`", "").strip())
                .toList();
        List<String> wanted = new ArrayList<>();
        for (AlertRule rule : rules()) {
            wanted.add(rule.name());
            assertThat(rule.summary()).isNotBlank();
            assertThat(rule.severity()).isIn("warning", "critical");
            assertThat(rule.runbook())
                    .isEqualTo("docs/runbook.md#" + rule.name().toLowerCase(Locale.ROOT));
        }
        Stream.of(Cause.values()).map(Cause::word).forEach(wanted::add);
        assertThat(headings).containsExactlyInAnyOrderElementsOf(wanted);
        for (String section : runbook.split("(?m)^### ")) {
            if (wanted.stream().anyMatch(name -> section.replace("`", "").startsWith(name + "\n"))) {
                assertThat(section).contains("**Means**", "**Look**", "**Do**");
            }
        }
    }

    @Test
    void trace_ofACaller_isCarriedThroughEveryHopWithASpanForEach() {
        String caller = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        kakutei.submit("traced", "simulator", "tok_visa", Map.of("traceparent", caller));
        String id = requestId("traced", "AUTHORIZED");

        Map<String, Set<String>> spans = new TreeMap<>();
        for (Topic<?> topic : List.of(
                WatchedKakutei.TOPICS.accepted(),
                WatchedKakutei.TOPICS.ledger(),
                WatchedKakutei.TOPICS.commands("simulator"),
                WatchedKakutei.TOPICS.outcomes(),
                WatchedKakutei.TOPICS.statuses(),
                WatchedKakutei.TOPICS.results(RequestKind.PAYMENT))) {
            for (ConsumerRecord<String, String> record : read(topic)) {
                if (id.equals(record.key())) {
                    String header = new String(
                            record.headers().lastHeader("traceparent").value(), UTF_8);
                    spans.computeIfAbsent(topic.name(), none -> new TreeSet<>()).add(span(header));
                }
            }
        }
        JournalFile.read(data.resolve("kakutei").resolve("simulator").resolve(JournalFile.NAME)).stream()
                .filter(entry -> id.equals(entry.reference()) && entry.traceparent() != null)
                .forEach(entry -> spans.computeIfAbsent("gateway", none -> new TreeSet<>())
                        .add(span(entry.traceparent())));

        assertThat(spans).hasSize(7);
        List<String> all = spans.values().stream().flatMap(Set::stream).toList();
        assertThat(all).as("each hop has its own: %s", spans).doesNotHaveDuplicates();
        assertThat(all).doesNotContain("00f067aa0ba902b7");
        assertThat(spans.get(WatchedKakutei.TOPICS.ledger().name())).hasSize(3);
    }

    @Test
    void trace_thatIsNotValid_isReplacedByOneOfOurs() {
        kakutei.submit("untraced", "simulator", "tok_visa", Map.of("traceparent", "00-0000-00-01"));
        String id = requestId("untraced", "AUTHORIZED");
        assertThat(read(WatchedKakutei.TOPICS.accepted()))
                .filteredOn(record -> id.equals(record.key()))
                .allSatisfy(record -> assertThat(TraceContext.parse(new String(
                                record.headers().lastHeader("traceparent").value(), UTF_8)))
                        .isPresent());
    }

    /** The whole way of an alert: a doubt, the topic, the table, the gauge, the webhook; a person, and that it is over. */
    @Test
    void doubt_untilAPersonHasSettledIt_isShownAlertedAndThenResolved() throws Exception {
        kakutei.submit("doubt", "legacy", "tok_drop_after_apply", Map.of());
        JsonNode open = Await.until(
                "the alert", WatchedKakutei.TIMEOUT, () -> alerts("/alerts?open=true"), list -> !list.isEmpty());
        JsonNode alert = open.get(0);
        assertThat(alert.get("cause").textValue()).isEqualTo("verification_failed");
        assertThat(alert.get("severity").textValue()).isEqualTo("HIGH");
        assertThat(alert.get("gateway").textValue()).isEqualTo("legacy");
        assertThat(alert.get("idempotency_key").textValue()).isEqualTo("doubt");
        assertThat(alert.get("count").intValue()).isEqualTo(1);
        assertThat(alert.get("resolved_at").isNull()).isTrue();
        Await.until("the gauge", WatchedKakutei.TIMEOUT, () -> value("payment_pending_verification_count") == 1);
        assertThat(value("payment_verification_failed_total")).isEqualTo(1);
        WatchedKakutei.Posted opened = posted("alert.opened");
        assertThat(Codecs.ALERT.decode(opened.body().getBytes(UTF_8)).alarm())
                .isEqualTo(alert.get("id").textValue());
        assertSigned(opened);

        settle("doubt", alert.get("request_id").textValue());

        JsonNode over = Await.until(
                "that it is over", WatchedKakutei.TIMEOUT, () -> alerts("/alerts?open=false"), list -> !list.isEmpty());
        assertThat(over.get(0).get("id")).isEqualTo(alert.get("id"));
        assertThat(alerts("/alerts?open=true")).isEmpty();
        posted("alert.resolved");
        // One that the receiver was slow to take is sent again, under the id it had.
        assertThat(kakutei.posted.stream()
                        .map(posted -> posted.headers().get("Kakutei-Event-Id"))
                        .distinct())
                .as("one when it began, one when it was over")
                .hasSize(2);
        Await.until("the gauge again", WatchedKakutei.TIMEOUT, () -> value("payment_pending_verification_count") == 0);
    }

    private static Map<String, Exposition.Family> ours() {
        Map<String, Exposition.Family> ours =
                new TreeMap<>(WatchedKakutei.elsewhere().families());
        ours.putAll(kakutei.metrics().families());
        Set<String> names = Set.copyOf(ours.keySet());
        ours.keySet()
                .removeIf(name -> NOT_OURS.stream().anyMatch(name::startsWith)
                        || (name.endsWith("_max") && names.contains(name.substring(0, name.length() - 4))));
        return ours;
    }

    private static List<Exposition.Sample> samplesOf(AlertRule rule) {
        Set<String> names = PromQl.names(rule.expression());
        return Stream.concat(kakutei.metrics().samples().stream(), WatchedKakutei.elsewhere().samples().stream())
                .filter(sample -> names.contains(sample.name()))
                .toList();
    }

    private static double value(String name) {
        return kakutei.metrics().samples().stream()
                .filter(sample -> sample.name().equals(name))
                .findFirst()
                .orElseThrow()
                .value();
    }

    private static JsonNode alerts(String path) throws IOException {
        return Json.MAPPER.readTree(kakutei.get(path)).get("alerts");
    }

    private static String requestId(String key, String status) {
        String shown = Await.until(
                key + " is " + status,
                WatchedKakutei.TIMEOUT,
                () -> kakutei.get("/requests/" + key),
                text -> text.contains(status));
        try {
            return Json.MAPPER.readTree(shown).get("request_id").textValue();
        } catch (IOException e) {
            throw new AssertionError(shown, e);
        }
    }

    private static String span(String traceparent) {
        TraceContext trace = TraceContext.parse(traceparent).orElseThrow();
        assertThat(trace.traceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        return trace.spanId();
    }

    private static List<ConsumerRecord<String, String>> read(Topic<?> topic) {
        try (TopicReader reader =
                new TopicReader(kakutei.standalone.kafkaClient(), TopicReader.Isolation.READ_COMMITTED, topic.name())) {
            return reader.toEnd(WatchedKakutei.TIMEOUT);
        }
    }

    private static WatchedKakutei.Posted posted(String event) {
        return Await.until(
                        "the webhook is notified: " + event,
                        WatchedKakutei.TIMEOUT,
                        () -> kakutei.posted.stream()
                                .filter(posted -> event.equals(posted.headers().get("Kakutei-Event")))
                                .findFirst(),
                        java.util.Optional::isPresent)
                .orElseThrow();
    }

    private static void assertSigned(WatchedKakutei.Posted posted) throws Exception {
        String[] parts = posted.headers().get("Kakutei-Signature").split(",");
        String time = parts[0].substring("t=".length());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(WatchedKakutei.SECRET.getBytes(UTF_8), "HmacSHA256"));
        String wanted = java.util.HexFormat.of().formatHex(mac.doFinal((time + "." + posted.body()).getBytes(UTF_8)));
        assertThat(parts[1]).isEqualTo("v1=" + wanted);
    }

    private static void settle(String key, String requestId) throws IOException {
        JsonNode events = Json.MAPPER
                .readTree(kakutei.get("/requests/" + key + "/events"))
                .get("events");
        Topic<OperatorAction> topic = WatchedKakutei.TOPICS.actions();
        RequestId id = RequestId.of(requestId);
        OperatorAction action = new OperatorAction(
                "action-1",
                id,
                events.get(events.size() - 1).get("event_id").intValue(),
                OperatorAction.Type.SETTLE_SUCCEEDED,
                "ops",
                OperatorAction.Role.OPERATOR,
                "seen in the statement",
                Instant.now());
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                kakutei.standalone.kafkaClient(), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                    topic.name(), requestId.getBytes(UTF_8), topic.codec().encode(action)));
        }
    }
}
