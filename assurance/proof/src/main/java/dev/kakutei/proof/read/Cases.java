package dev.kakutei.proof.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.kakutei.proof.CaseFile;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.GatewayLine;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.StoredEvent;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.codec.Codec;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects whatever was written about each request, and makes case files of it. */
final class Cases implements AutoCloseable {
    /** Where a record comes from, and what is broken where it cannot be read. */
    enum Kind {
        FACT(Promise.FACTS_DENSE),
        EVENT(Promise.FACTS_STORED),
        COMMAND(Promise.ATTEMPT_COMMANDED_ONCE),
        REPORT(Promise.SETTLED_ON_EVIDENCE),
        RESULT(Promise.ONE_RESULT),
        ALARM(Promise.ALARM_RAISED),
        LINE(Promise.NOTHING_UNASKED);

        private final Promise promise;

        Kind(Promise promise) {
            this.promise = promise;
        }

        Promise promise() {
            return promise;
        }
    }

    private final Buckets buckets;
    private final Findings findings;

    Cases(Path folder, Findings findings) {
        this.buckets = new Buckets(folder);
        this.findings = findings;
    }

    /** A record of a topic, as its bytes. */
    void add(RequestId id, Kind kind, byte[] record) {
        buckets.add(id.toString(), kind.ordinal(), record);
    }

    void add(RequestId id, StoredEvent event) {
        buckets.add(id.toString(), Kind.EVENT.ordinal(), json(event));
    }

    void add(RequestId id, GatewayLine line) {
        buckets.add(id.toString(), Kind.LINE.ordinal(), json(line));
    }

    void each(Consumer<CaseFile> reader) {
        buckets.each((key, items) -> reader.accept(caseFile(RequestId.of(key), items)));
    }

    private CaseFile caseFile(RequestId id, List<Buckets.Item> items) {
        List<LedgerEvent> facts = new ArrayList<>();
        List<StoredEvent> events = new ArrayList<>();
        List<Command> commands = new ArrayList<>();
        List<Report> reports = new ArrayList<>();
        List<Result> results = new ArrayList<>();
        List<Alert> alarms = new ArrayList<>();
        List<GatewayLine> lines = new ArrayList<>();
        for (Buckets.Item item : items) {
            Kind kind = Kind.values()[item.kind()];
            try {
                switch (kind) {
                    case FACT -> facts.add(decoded(Codecs.LEDGER_EVENT, item));
                    case COMMAND -> commands.add(decoded(Codecs.COMMAND, item));
                    case REPORT -> reports.add(decoded(Codecs.REPORT, item));
                    case RESULT -> results.add(decoded(Codecs.RESULT, item));
                    case ALARM -> alarms.add(decoded(Codecs.ALERT, item));
                    case EVENT -> events.add(Json.MAPPER.readValue(item.payload(), StoredEvent.class));
                    case LINE -> lines.add(Json.MAPPER.readValue(item.payload(), GatewayLine.class));
                }
            } catch (RuntimeException | IOException e) {
                findings.violated(
                        kind.promise(), id, "a " + kind.name().toLowerCase() + " cannot be read: " + e.getMessage());
            }
        }
        return CaseFile.of(id, facts, events, commands, reports, results, alarms, lines);
    }

    private static <T> T decoded(Codec<T> codec, Buckets.Item item) {
        return codec.decode(item.payload());
    }

    private static byte[] json(Object value) {
        try {
            return Json.MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + value, e);
        }
    }

    @Override
    public void close() {
        buckets.close();
    }
}
