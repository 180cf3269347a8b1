package dev.kakutei.verifier.ledger;

import dev.kakutei.ledger.Alarm;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Undecodable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the alerts that many requests raise into the ones that are published: one alarm for each cause and gateway. */
final class AlarmProcessor implements Processor<String, byte[], String, Object> {
    private static final Logger log = LoggerFactory.getLogger(AlarmProcessor.class);
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

    private final LedgerMetrics metrics;
    private ProcessorContext<String, Object> context;
    /** As many entries as there are causes and gateways, so that it may be walked through. */
    private KeyValueStore<String, Alarm> alarms;

    AlarmProcessor(LedgerMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public void init(ProcessorContext<String, Object> context) {
        this.context = context;
        alarms = context.getStateStore(Stores.ALARMS);
        context.schedule(CHECK_INTERVAL, PunctuationType.WALL_CLOCK_TIME, now -> check(Instant.ofEpochMilli(now)));
    }

    @Override
    public void process(Record<String, byte[]> record) {
        Alert alert;
        try {
            alert = Codecs.ALERT.decode(record.value());
        } catch (Undecodable e) {
            log.error("A record of the topic of alarms cannot be decoded and is skipped: {}", e.getMessage());
            return;
        }
        Instant now = Instant.ofEpochMilli(context.currentSystemTimeMs());
        publish(record.key(), Alarm.raisedOrCleared(alarms.get(record.key()), alert, now), now);
    }

    private void check(Instant now) {
        List<KeyValue<String, Alarm>> all = new ArrayList<>();
        try (KeyValueIterator<String, Alarm> each = alarms.all()) {
            each.forEachRemaining(all::add);
        }
        for (KeyValue<String, Alarm> each : all) {
            Alarm.Update update = each.value.timePassed(now);
            if (!update.alerts().isEmpty()) {
                publish(each.key, update, now);
            }
        }
    }

    private void publish(String subject, Alarm.Update update, Instant now) {
        if (update.alarm() == null) {
            alarms.delete(subject);
        } else {
            alarms.put(subject, update.alarm());
        }
        update.alerts().forEach(alert -> {
            metrics.published(alert);
            context.forward(new Record<>(subject, alert, now.toEpochMilli()), "alerts");
        });
    }
}
