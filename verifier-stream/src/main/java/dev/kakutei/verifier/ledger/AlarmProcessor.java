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

/** Turns what many requests raise into what somebody is told: all alerts of one cause at one gateway meet here. */
final class AlarmProcessor implements Processor<String, byte[], String, Object> {
    private static final Logger log = LoggerFactory.getLogger(AlarmProcessor.class);
    private static final Duration LOOK = Duration.ofSeconds(10);

    private final LedgerMeters meters;
    private ProcessorContext<String, Object> context;
    /** As many entries as there are causes and gateways, so that it may be walked through. */
    private KeyValueStore<String, Alarm> alarms;

    AlarmProcessor(LedgerMeters meters) {
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<String, Object> context) {
        this.context = context;
        alarms = context.getStateStore(Stores.ALARMS);
        context.schedule(LOOK, PunctuationType.WALL_CLOCK_TIME, now -> look(Instant.ofEpochMilli(now)));
    }

    @Override
    public void process(Record<String, byte[]> record) {
        Alert alert;
        try {
            alert = Codecs.ALERT.decode(record.value());
        } catch (Undecodable e) {
            log.error("an alarm cannot be read and is passed over: {}", e.getMessage());
            return;
        }
        Instant now = Instant.ofEpochMilli(context.currentSystemTimeMs());
        ring(record.key(), Alarm.heard(alarms.get(record.key()), alert, now), now);
    }

    private void look(Instant now) {
        List<KeyValue<String, Alarm>> all = new ArrayList<>();
        try (KeyValueIterator<String, Alarm> each = alarms.all()) {
            each.forEachRemaining(all::add);
        }
        for (KeyValue<String, Alarm> each : all) {
            Alarm.Ringing ringing = each.value.timePassed(now);
            if (!ringing.tellings().isEmpty()) {
                ring(each.key, ringing, now);
            }
        }
    }

    private void ring(String subject, Alarm.Ringing ringing, Instant now) {
        if (ringing.alarm() == null) {
            alarms.delete(subject);
        } else {
            alarms.put(subject, ringing.alarm());
        }
        ringing.tellings().forEach(alert -> {
            meters.told(alert);
            context.forward(new Record<>(subject, alert, now.toEpochMilli()), "alerts");
        });
    }
}
