package dev.kakutei.proof;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.codec.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Everything that all sides recorded of one request. Each list is in the order of its source.
 *
 * @param facts from the ledger topic
 * @param events from Postgres
 * @param alarms what it raised, and what it is no reason for any more
 * @param lines from the gateways' journals
 * @param history the fold of the facts
 */
public record CaseFile(
        RequestId id,
        List<LedgerEvent> facts,
        List<StoredEvent> events,
        List<Command> commands,
        List<Report> reports,
        List<Result> results,
        List<Alert> alarms,
        List<GatewayLine> lines,
        FactHistory history) {
    public CaseFile {
        requireNonNull(id, "id");
        facts = List.copyOf(facts);
        events = List.copyOf(events);
        commands = List.copyOf(commands);
        reports = List.copyOf(reports);
        results = List.copyOf(results);
        alarms = List.copyOf(alarms);
        lines = List.copyOf(lines);
        requireNonNull(history, "history");
    }

    public static CaseFile of(
            RequestId id,
            List<LedgerEvent> facts,
            List<StoredEvent> events,
            List<Command> commands,
            List<Report> reports,
            List<Result> results,
            List<Alert> alarms,
            List<GatewayLine> lines) {
        return new CaseFile(id, facts, events, commands, reports, results, alarms, lines, FactHistory.of(facts));
    }

    /** The same with Postgres' events in the place of the facts, where Kafka has lost some of these. */
    public CaseFile asStored() {
        List<LedgerEvent> stored = new ArrayList<>();
        for (StoredEvent event : events) {
            try {
                stored.add(new LedgerEvent(
                        id,
                        event.eventId(),
                        event.at(),
                        event.actor(),
                        Json.MAPPER.readValue(event.fact(), Fact.class)));
            } catch (JsonProcessingException e) {
                break; // the fold ends here, as it would at a fact that cannot follow
            }
        }
        return of(id, stored, events, commands, reports, results, alarms, lines);
    }

    /** Whether anything was written about it after this time: sources that were read one after another may differ then. */
    public boolean movedAfter(Instant cut) {
        return Stream.concat(
                        facts.stream().map(LedgerEvent::at), events.stream().map(StoredEvent::at))
                .anyMatch(at -> at.isAfter(cut));
    }

    /** Lines of this kind, in order. */
    public List<GatewayLine> lines(GatewayLine.Type type) {
        return lines.stream().filter(line -> line.type() == type).toList();
    }
}
