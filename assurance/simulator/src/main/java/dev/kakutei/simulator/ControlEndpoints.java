package dev.kakutei.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;

/** The simulator's own endpoints, apart from the gateway it plays: set its behaviour, read what really happened. */
final class ControlEndpoints {
    static final String PREFIX = "/_sim/";
    private static final String NDJSON = "application/x-ndjson";
    private static final int DEFAULT_LIMIT = 1_000;
    private static final int MAX_LIMIT = 10_000;
    private static final ObjectReader SCRIPTS = SimulatorJson.MAPPER
            .readerForListOf(Script.class)
            .with(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY);

    private final RequestProcessor processor;
    private final Path journal;

    ControlEndpoints(RequestProcessor processor, Path journal) {
        this.processor = processor;
        this.journal = journal;
    }

    void handle(Request request, byte[] body, Exchange exchange) {
        String method = request.getMethod();
        HttpAnswer answer = switch (request.getHttpURI().getPath().substring(PREFIX.length())) {
            case "health" -> "GET".equals(method) ? health() : GatewayHandler.methodNotAllowed("GET");
            case "journal" -> "GET".equals(method) ? journal(request) : GatewayHandler.methodNotAllowed("GET");
            case "effects" -> "GET".equals(method) ? effects(request) : GatewayHandler.methodNotAllowed("GET");
            case "mix" -> "PUT".equals(method) ? mix(body) : GatewayHandler.methodNotAllowed("PUT");
            case "scripts" -> scripts(method, body);
            default -> HttpAnswer.problem(404, "Not Found", "no such control endpoint");
        };
        exchange.answer(answer);
    }

    private HttpAnswer health() {
        Health health = processor.health();
        return HttpAnswer.value("up".equals(health.status()) ? 200 : 503, health);
    }

    private HttpAnswer scripts(String method, byte[] body) {
        return switch (method) {
            case "POST" -> {
                List<Script> scripts = read(SCRIPTS, body);
                if (scripts.contains(null)) {
                    throw new IllegalArgumentException("null is no script");
                }
                yield HttpAnswer.value(200, Map.of("scripts", processor.withSelector(p -> p.add(scripts))));
            }
            case "DELETE" -> HttpAnswer.value(200, Map.of("cleared", processor.withSelector(BehaviourSelector::clear)));
            default -> GatewayHandler.methodNotAllowed("POST, DELETE");
        };
    }

    private HttpAnswer mix(byte[] body) {
        Mix mix = read(SimulatorJson.MAPPER.readerFor(Mix.class), body);
        return HttpAnswer.value(200, processor.withSelector(p -> p.mix(mix)));
    }

    private static <T> T read(ObjectReader reader, byte[] body) {
        try {
            T value = reader.readValue(body);
            if (value == null) {
                throw new IllegalArgumentException("the body is empty");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code reference}, {@code type} (several with commas), {@code after} (a seq), {@code limit}. */
    private HttpAnswer journal(Request request) {
        Fields query = Request.extractQueryParameters(request);
        String reference = query.getValue("reference");
        List<JournalEntry.Type> types = types(query.getValue("type"));
        long after = number(query, "after", 0);
        long limit = Math.min(MAX_LIMIT, number(query, "limit", DEFAULT_LIMIT));
        processor.awaitWritten();
        List<Object> found = new ArrayList<>();
        JournalFile.scan(journal, entry -> {
            boolean wanted = entry.seq() > after
                    && (reference == null || reference.equals(entry.reference()))
                    && types.contains(entry.type());
            if (wanted && found.size() < limit) {
                found.add(entry);
            }
            return found.size() < limit;
        });
        return lines(found);
    }

    /** {@code reference}, {@code min_applied}: 2 finds what was applied twice. */
    private HttpAnswer effects(Request request) {
        Fields query = Request.extractQueryParameters(request);
        String reference = query.getValue("reference");
        long minApplied = number(query, "min_applied", 0);
        List<Object> found = new ArrayList<>();
        for (Tally tally : processor.tallies()) {
            if (tally.applied() >= minApplied && (reference == null || reference.equals(tally.reference()))) {
                found.add(tally);
            }
        }
        return lines(found);
    }

    private static List<JournalEntry.Type> types(String commaSeparated) {
        if (commaSeparated == null || commaSeparated.isBlank()) {
            return List.of(JournalEntry.Type.values());
        }
        return Arrays.stream(commaSeparated.toUpperCase(Locale.ROOT).split(","))
                .map(String::trim)
                .map(JournalEntry.Type::valueOf)
                .toList();
    }

    private static long number(Fields query, String name, long otherwise) {
        String value = query.getValue(name);
        try {
            long number = value == null ? otherwise : Long.parseLong(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is not a whole number: " + value, e);
        }
        throw new IllegalArgumentException(name + " is below 0: " + value);
    }

    private static HttpAnswer lines(List<Object> values) {
        String body = values.stream().map(ControlEndpoints::line).collect(Collectors.joining());
        return new HttpAnswer(200, Map.of("Content-Type", NDJSON), body);
    }

    private static String line(Object value) {
        try {
            return SimulatorJson.MAPPER.writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("not writable as JSON: " + value, e);
        }
    }
}
