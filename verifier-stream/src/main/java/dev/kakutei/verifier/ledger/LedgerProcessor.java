package dev.kakutei.verifier.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.boot.Failpoint;
import dev.kakutei.boot.watch.Hop;
import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.FailedDecision;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.RestoredState;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.codec.Undecodable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One partition's worth of requests: each record and each due timer becomes an observation for the ledger. */
final class LedgerProcessor implements Processor<String, byte[], String, Object> {
    private static final Logger log = LoggerFactory.getLogger(LedgerProcessor.class);
    private static final Duration COMMIT_CHECK_INTERVAL = Duration.ofMillis(10);

    private final Decider decider;
    private final ObservationDecoder decoder;
    private final TimerSettings timers;
    private final LedgerMetrics metrics;
    private final CommitPaces paces;
    private final LongSupplier nanos;
    private final Consumer<RestoredState> stateRead;
    private ProcessorContext<String, Object> context;
    private LedgerSinks sinks;
    private RecordQuarantine quarantine;
    private KeyValueStore<String, Entry> entries;
    private DocumentStore documents;
    private DueIndex due;
    private TimerAllowance allowance;
    private EntryRemoval entryRemoval;

    LedgerProcessor(LedgerProcessors parts) {
        this.decider = parts.decider();
        this.decoder = new ObservationDecoder(parts.topics());
        this.timers = parts.timers();
        this.metrics = parts.metrics();
        this.paces = parts.paces();
        this.nanos = parts.nanos();
        this.stateRead = parts.stateRead();
    }

    @Override
    public void init(ProcessorContext<String, Object> context) {
        this.context = context;
        sinks = new LedgerSinks(context);
        quarantine = new RecordQuarantine(sinks, metrics);
        entries = context.getStateStore(Stores.ENTRIES);
        KeyValueStore<String, JsonNode> stored = context.getStateStore(Stores.DOCUMENTS);
        documents = new DocumentStore(stored);
        due = new DueIndex(context.getStateStore(Stores.DUE), DueIndex.Lane.TIMERS);
        allowance = new TimerAllowance(timers.limit(), timers.interval(), nanos.getAsLong());
        entryRemoval = new EntryRemoval(timers.retention(), context.getStateStore(Stores.DUE), entries, metrics);
        context.schedule(
                timers.interval(),
                PunctuationType.WALL_CLOCK_TIME,
                now -> metrics.ticked(this, () -> tick(Instant.ofEpochMilli(now))));
        // For what was decided a moment after a commit and has no successor that would ask for the next.
        context.schedule(COMMIT_CHECK_INTERVAL, PunctuationType.WALL_CLOCK_TIME, now -> commitInTime());
        metrics.ticks().looked(this);
        stateRead.accept(Stores.restored(context.taskId().partition(), entries, stored, entryRemoval.removedUpTo()));
    }

    @Override
    public void close() {
        metrics.ticks().gone(this);
    }

    @Override
    public void process(Record<String, byte[]> record) {
        Instant now = Instant.ofEpochMilli(context.currentSystemTimeMs());
        allowance.received(Duration.ofMillis(now.toEpochMilli() - record.timestamp()));
        String topic = context.recordMetadata().map(RecordMetadata::topic).orElse("");
        Observation observation;
        try {
            observation = decoder.decode(topic, record.key(), record.value(), entryRemoval.removedUpTo());
        } catch (Undecodable | IllegalArgumentException e) {
            quarantine.add(where(), e, now);
            return;
        }
        if (observation instanceof Observation.Arrived arrived) {
            entryRemoval.arrived(arrived.accepted().at());
        }
        Entry entry = observe(record.key(), observation, now);
        String trace = entry == null ? null : entry.traceparent();
        if (observation instanceof Observation.Arrived) {
            metrics.hop(Hop.DECIDE, Duration.between(Instant.ofEpochMilli(record.timestamp()), now), trace);
        } else if (observation instanceof Observation.Reported reported) {
            metrics.hop(Hop.SETTLE, Duration.between(reported.report().at(), now), trace);
        }
        commitInTime();
    }

    private void tick(Instant now) {
        TimerAllowance.Share share = allowance.next(nanos.getAsLong());
        List<DueIndex.Due> came = due.due(now.minus(share.behind()), share.atMost());
        for (DueIndex.Due next : came) {
            Entry entry = entries.get(next.id().toString());
            if (entry == null || entry.dueAt() == null || next.at().isBefore(entry.dueAt())) {
                // of a timer that was postponed, and whose request has moved on since
                due.remove(next);
                continue;
            }
            if (next.at().isAfter(entry.dueAt())) {
                due.remove(next); // it was postponed; the entry knows only its own time
            }
            Entry after = observe(next.id().toString(), new Observation.TimeCame(), now);
            if (after.dueAt() != null && !after.dueAt().isAfter(entry.dueAt())) {
                due.postpone(next, now.plus(FailedDecision.PAUSE));
            }
            Failpoint.VERIFIER_TICKED.reached();
        }
        // Removals are not urgent: they get half of the allowance that timers leave.
        entryRemoval.removeDue(now, (share.atMost() - came.size() + 1) / 2);
    }

    /** Returns what the request is now; null where none is known. */
    private Entry observe(String key, Observation observation, Instant now) {
        Entry before = entries.get(key);
        Failpoint.VERIFIER_OBSERVED.reached();
        Decision decision = decide(before, observation, now);
        Entry after = decision.entry();
        for (LedgerEvent event : decision.events()) {
            sinks.forward(key, event, now, LedgerSinks.traced(after.traceparent(), "decide/" + event.seq()), "ledger");
            metrics.recorded(before, after, event);
            FactLogger.recorded(after, event);
        }
        Failpoint.VERIFIER_FACTS_FORWARDED.reached();
        JsonNode document = documents.toSend(key, decision);
        if (!decision.events().isEmpty()) {
            entries.put(key, after);
            Failpoint.VERIFIER_ENTRY_STORED.reached();
            due.move(after.id(), before == null ? null : before.dueAt(), after.dueAt());
            entryRemoval.moved(before, after);
            documents.apply(key, before, decision);
        }
        Failpoint.VERIFIER_TIMER_MOVED.reached();
        EffectForwarder forwarder = new EffectForwarder(sinks, metrics, key, after, document, now);
        decision.effects().forEach(effect -> effect.match(forwarder));
        Failpoint.VERIFIER_EFFECTS_FORWARDED.reached();
        paces.decided();
        return after;
    }

    /**
     * Nothing was forwarded yet: what fails here is the decision alone, and it would fail again after every restart.
     */
    private Decision decide(Entry before, Observation observation, Instant now) {
        try {
            return decider.decide(before, observation, now);
        } catch (RuntimeException e) {
            log.error("The decision on {} failed at {}; an alert is raised", observation, where(), e);
            metrics.decisionFailed();
            return FailedDecision.of(before, observation, e, now);
        }
    }

    private void commitInTime() {
        if (paces.isTime()) {
            context.commit();
        }
    }

    private String where() {
        return context.recordMetadata()
                .map(at -> at.topic() + "-" + at.partition() + "@" + at.offset())
                .orElse("unknown");
    }
}
