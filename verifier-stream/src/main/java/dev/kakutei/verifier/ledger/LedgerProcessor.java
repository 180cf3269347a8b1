package dev.kakutei.verifier.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.boot.Failpoint;
import dev.kakutei.boot.watch.Hop;
import dev.kakutei.ledger.Alarm;
import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.FailedDecision;
import dev.kakutei.ledger.GatewayWatch;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.RestoredState;
import dev.kakutei.ledger.ResultMessages;
import dev.kakutei.ledger.Retention;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.StatusChange;
import dev.kakutei.schemas.TraceContext;
import dev.kakutei.schemas.codec.Undecodable;
import dev.kakutei.schemas.topic.CloudEventHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
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
    /** A transaction is of all partitions of a thread. */
    private static final ThreadLocal<CommitPace> PACE =
            ThreadLocal.withInitial(() -> new CommitPace(System.nanoTime()));

    private final Supplier<Ledger> ledger;
    private final GatewayWatch watch;
    private final ObservationDecoder decoder;
    private final Duration tickInterval;
    private final int tickLimit;
    private final Retention retention;
    private final LedgerMetrics metrics;
    private final LongSupplier nanos;
    private final Consumer<RestoredState> stateRead;
    private ProcessorContext<String, Object> context;
    private KeyValueStore<String, Entry> entries;
    private KeyValueStore<String, JsonNode> documents;
    private DueIndex due;
    private TimerAllowance allowance;
    private EntryRemoval entryRemoval;

    LedgerProcessor(LedgerProcessors parts) {
        this.ledger = parts.ledger();
        this.watch = parts.watch();
        this.decoder = new ObservationDecoder(parts.topics());
        this.tickInterval = parts.tickInterval();
        this.tickLimit = parts.tickLimit();
        this.retention = parts.retention();
        this.metrics = parts.metrics();
        this.nanos = parts.nanos();
        this.stateRead = parts.stateRead();
    }

    @Override
    public void init(ProcessorContext<String, Object> context) {
        this.context = context;
        entries = context.getStateStore(Stores.ENTRIES);
        documents = context.getStateStore(Stores.DOCUMENTS);
        due = new DueIndex(context.getStateStore(Stores.DUE), DueIndex.Lane.TIMERS);
        allowance = new TimerAllowance(tickLimit, tickInterval, nanos.getAsLong());
        entryRemoval = new EntryRemoval(retention, context.getStateStore(Stores.DUE), entries, metrics);
        context.schedule(
                tickInterval,
                PunctuationType.WALL_CLOCK_TIME,
                now -> metrics.ticked(this, () -> tick(Instant.ofEpochMilli(now))));
        // For what was decided a moment after a commit and has no successor that would ask for the next.
        context.schedule(COMMIT_CHECK_INTERVAL, PunctuationType.WALL_CLOCK_TIME, now -> commitInTime());
        metrics.ticks().looked(this);
        stateRead.accept(Stores.restored(context.taskId().partition(), entries, documents, entryRemoval.removedUpTo()));
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
            quarantine(record, now, e);
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
        List<DueIndex.Due> timers = due.due(now.minus(share.behind()), share.atMost());
        for (DueIndex.Due next : timers) {
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
        entryRemoval.removeDue(now, (share.atMost() - timers.size() + 1) / 2);
    }

    /** Returns what the request is now; null where none is known. */
    private Entry observe(String key, Observation observation, Instant now) {
        Entry before = entries.get(key);
        Failpoint.VERIFIER_OBSERVED.reached();
        Decision decision = decide(before, observation, now);
        Entry after = decision.entry();
        for (LedgerEvent event : decision.events()) {
            forward(key, event, now, traced(after.traceparent(), "decide/" + event.seq()), "ledger");
            metrics.recorded(before, after, event);
            FactLogger.recorded(after, event);
        }
        Failpoint.VERIFIER_FACTS_FORWARDED.reached();
        JsonNode document = document(key, decision);
        if (!decision.events().isEmpty()) {
            entries.put(key, after);
            Failpoint.VERIFIER_ENTRY_STORED.reached();
            due.move(after.id(), before == null ? null : before.dueAt(), after.dueAt());
            entryRemoval.moved(before, after);
            keepDocument(key, before, decision);
        }
        Failpoint.VERIFIER_TIMER_MOVED.reached();
        for (Effect effect : decision.effects()) {
            effect.match(new EffectForwarder(key, after, document, now));
        }
        Failpoint.VERIFIER_EFFECTS_FORWARDED.reached();
        PACE.get().decided(System.nanoTime());
        return after;
    }

    /**
     * Nothing was forwarded yet: what fails here is the decision alone, and it would fail again after every restart.
     */
    private Decision decide(Entry before, Observation observation, Instant now) {
        try {
            return watch.decide(ledger.get(), before, observation, now);
        } catch (RuntimeException e) {
            log.error("The decision on {} failed at {}; an alert is raised", observation, where(), e);
            metrics.decisionFailed();
            return FailedDecision.of(before, observation, e, now);
        }
    }

    private void commitInTime() {
        if (PACE.get().isTime(System.nanoTime())) {
            context.commit();
        }
    }

    /**
     * A version's document is in the event that brought it, and in the store afterwards; it is read only to be sent.
     */
    private JsonNode document(String key, Decision decision) {
        JsonNode brought = brought(decision);
        if (brought != null) {
            return brought;
        }
        boolean needed = decision.effects().stream()
                .anyMatch(effect -> effect instanceof Effect.Send || effect instanceof Effect.Inquire);
        return needed ? documents.get(key) : null;
    }

    /** Null where the decision brings no version. */
    private static JsonNode brought(Decision decision) {
        for (LedgerEvent event : decision.events()) {
            if (event.fact() instanceof Fact.Accepted accepted) {
                return accepted.request();
            }
            if (event.fact() instanceof ApprovalFact.Resubmitted resubmitted) {
                return resubmitted.request();
            }
        }
        return null;
    }

    private void keepDocument(String key, Entry before, Decision decision) {
        JsonNode brought = brought(decision);
        if (decision.entry().status().terminal()) {
            if (before != null && !before.status().terminal()) {
                documents.delete(key);
            }
        } else if (brought != null) {
            documents.put(key, brought);
        }
    }

    private void quarantine(Record<String, byte[]> record, Instant now, RuntimeException cause) {
        String where = where();
        log.error("Record at {} cannot be decoded and is skipped; an alert is raised: {}", where, cause.getMessage());
        metrics.quarantined();
        Alert alert = new Alert(
                "quarantined_record/" + where,
                Alert.Severity.HIGH,
                "quarantined_record",
                null,
                null,
                "The record at " + where + " cannot be read and was passed over: " + cause.getMessage(),
                now);
        forward(Alarm.subject(alert), alert, now, new RecordHeaders(), "alarms");
    }

    private String where() {
        return context.recordMetadata()
                .map(at -> at.topic() + "-" + at.partition() + "@" + at.offset())
                .orElse("unknown");
    }

    private void forward(String key, Object message, Instant now, Headers headers, String sink) {
        context.forward(new Record<>(key, message, now.toEpochMilli(), headers), sink);
    }

    private static Headers traced(String traceparent, String what) {
        return header(TraceContext.child(traceparent, what));
    }

    private static Headers header(String traceparent) {
        RecordHeaders headers = new RecordHeaders();
        if (traceparent != null) {
            headers.add(TraceContext.HEADER, traceparent.getBytes(StandardCharsets.US_ASCII));
        }
        return headers;
    }

    /** Carries out what was decided. */
    private final class EffectForwarder implements Effect.Cases<Void> {
        private final String key;
        private final Entry entry;
        private final JsonNode document;
        private final Instant now;

        EffectForwarder(String key, Entry entry, JsonNode document, Instant now) {
            this.key = key;
            this.entry = entry;
            this.document = document;
            this.now = now;
        }

        @Override
        public Void send(Effect.Send effect) {
            return command(new Command.Send(
                    entry.id(),
                    entry.kind(),
                    entry.gateway(),
                    effect.attempt(),
                    now,
                    effect.notAfter(),
                    effect.callTimeout().toMillis(),
                    TraceContext.child(entry.traceparent(), "send/" + effect.attempt()),
                    document,
                    entry.idempotencyKey(),
                    entry.recovery()));
        }

        @Override
        public Void inquire(Effect.Inquire effect) {
            return command(new Command.Inquire(
                    entry.id(),
                    entry.kind(),
                    entry.gateway(),
                    effect.inquiry(),
                    now,
                    effect.notAfter(),
                    effect.callTimeout().toMillis(),
                    TraceContext.child(entry.traceparent(), "inquire/" + effect.inquiry()),
                    document,
                    entry.idempotencyKey(),
                    effect.gatewayReference(),
                    entry.recovery()));
        }

        @Override
        public Void publishResult() {
            Result result = ResultMessages.result(entry);
            forward(key, result, now, headers(CloudEventHeaders.of(result)), "results");
            return null;
        }

        @Override
        public Void publishStatus() {
            StatusChange change = ResultMessages.statusChange(entry);
            Headers headers = headers(CloudEventHeaders.of(change));
            traced(entry.traceparent(), "status/" + entry.seq()).forEach(headers::add);
            forward(key, change, now, headers, "statuses");
            return null;
        }

        @Override
        public Void refuse(Effect.Refuse effect) {
            metrics.refused();
            forward(key, effect.refusal(), now, new RecordHeaders(), "action-refusals");
            return null;
        }

        @Override
        public Void raise(Effect.Raise effect) {
            Alert alert = ResultMessages.alert(entry, effect, now);
            forward(Alarm.subject(alert), alert, now, new RecordHeaders(), "alarms");
            return null;
        }

        @Override
        public Void clear(Effect.Clear effect) {
            Alert cleared = ResultMessages.cleared(entry, effect, now);
            forward(Alarm.subject(cleared), cleared, now, new RecordHeaders(), "alarms");
            return null;
        }

        @Override
        public Void countExcessiveWait(Effect.CountExcessiveWait effect) {
            metrics.excessiveWait(entry.gateway(), effect.what());
            return null;
        }

        private Void command(Command command) {
            forward(key, command, now, header(command.traceparent()), "commands");
            return null;
        }

        private Headers headers(Map<String, byte[]> values) {
            RecordHeaders headers = new RecordHeaders();
            values.forEach(headers::add);
            return headers;
        }
    }
}
