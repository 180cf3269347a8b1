package dev.kakutei.verifier.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.ResultMessages;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.StatusChange;
import dev.kakutei.schemas.TraceContext;
import dev.kakutei.schemas.topic.CloudEventHeaders;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Carries out what was decided about one request: each effect becomes a message, or is counted.
 *
 * @param entry after the decision; null where the request is not known
 * @param document null where nothing is sent
 */
record EffectForwarder(
        LedgerSinks sinks, LedgerMetrics metrics, String key, Entry entry, JsonNode document, Instant now)
        implements Effect.Cases<Void> {
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
        sinks.forward(key, result, now, headers(CloudEventHeaders.of(result)), "results");
        return null;
    }

    @Override
    public Void publishStatus() {
        StatusChange change = ResultMessages.statusChange(entry);
        Headers headers = headers(CloudEventHeaders.of(change));
        LedgerSinks.traced(entry.traceparent(), "status/" + entry.seq()).forEach(headers::add);
        sinks.forward(key, change, now, headers, "statuses");
        return null;
    }

    @Override
    public Void refuse(Effect.Refuse effect) {
        metrics.refused();
        sinks.forward(key, effect.refusal(), now, new RecordHeaders(), "action-refusals");
        return null;
    }

    @Override
    public Void raise(Effect.Raise effect) {
        sinks.raise(ResultMessages.alert(entry, effect, now), now);
        return null;
    }

    @Override
    public Void clear(Effect.Clear effect) {
        sinks.raise(ResultMessages.cleared(entry, effect, now), now);
        return null;
    }

    @Override
    public Void countExcessiveWait(Effect.CountExcessiveWait effect) {
        metrics.excessiveWait(entry.gateway(), effect.what());
        return null;
    }

    private Void command(Command command) {
        sinks.forward(key, command, now, LedgerSinks.header(command.traceparent()), "commands");
        return null;
    }

    private static Headers headers(Map<String, byte[]> values) {
        RecordHeaders headers = new RecordHeaders();
        values.forEach(headers::add);
        return headers;
    }
}
