package dev.kakutei.verifier.topology;

import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.codec.Codec;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.verifier.ledger.AlarmProcessors;
import dev.kakutei.verifier.ledger.LedgerProcessors;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.Topology;

/** The whole graph, read from top to bottom. */
public final class LedgerTopology {
    private LedgerTopology() {}

    public static Topology of(Topics topics, LedgerProcessors processors) {
        StringDeserializer keyIn = new StringDeserializer();
        ByteArrayDeserializer raw = new ByteArrayDeserializer();
        StringSerializer key = new StringSerializer();
        return new Topology()
                // Values are decoded by the processor: what cannot be read is set aside there, with an alert.
                .addSource("accepted", keyIn, raw, topics.accepted().name())
                .addSource("outcomes", keyIn, raw, topics.outcomes().name())
                .addSource("actions", keyIn, raw, topics.actions().name())
                .addProcessor("decide", processors, "accepted", "outcomes", "actions")
                .addSink(
                        "ledger",
                        topics.ledger().name(),
                        key,
                        value(topics.ledger().codec()),
                        "decide")
                .addSink(
                        "commands",
                        (id, command, context) ->
                                topics.commands(((Command) command).gateway()).name(),
                        key,
                        value(Codecs.COMMAND),
                        "decide")
                .addSink(
                        "results",
                        (id, result, context) ->
                                topics.results(((Result) result).kind()).name(),
                        key,
                        value(Codecs.RESULT),
                        "decide")
                .addSink(
                        "statuses",
                        topics.statuses().name(),
                        key,
                        value(topics.statuses().codec()),
                        "decide")
                .addSink(
                        "action-refusals",
                        topics.actionRefusals().name(),
                        key,
                        value(topics.actionRefusals().codec()),
                        "decide")
                // What requests raise is grouped by cause before an alert is published.
                .addSink(
                        "alarms",
                        topics.alarms().name(),
                        key,
                        value(topics.alarms().codec()),
                        "decide")
                .addSource("raised", keyIn, raw, topics.alarms().name())
                .addProcessor("alarm", new AlarmProcessors(processors.metrics()), "raised")
                .addSink(
                        "alerts",
                        topics.alerts().name(),
                        key,
                        value(topics.alerts().codec()),
                        "alarm");
    }

    private static <T> Serializer<Object> value(Codec<T> codec) {
        return (topic, message) -> codec.encode(codec.type().cast(message));
    }
}
