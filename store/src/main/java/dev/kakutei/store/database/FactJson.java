package dev.kakutei.store.database;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.codec.Json;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A fact as it stands in {@code ledger_events}: the same JSON as inside a ledger event on the wire. */
public final class FactJson {
    private static final ObjectWriter WRITER = Json.MAPPER.writerFor(Fact.class);
    private static final ObjectReader READER = Json.MAPPER.readerFor(Fact.class);
    private static final Map<Class<?>, String> TYPES = Stream.of(
                    Fact.class.getAnnotation(JsonSubTypes.class).value())
            .collect(Collectors.toUnmodifiableMap(JsonSubTypes.Type::value, JsonSubTypes.Type::name));

    private FactJson() {}

    /** The word for this kind of fact, as on the wire. */
    public static String type(Fact fact) {
        return TYPES.get(fact.getClass());
    }

    public static String write(Fact fact) {
        try {
            return WRITER.writeValueAsString(fact);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + type(fact), e);
        }
    }

    public static Fact read(String json) {
        try {
            return READER.readValue(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("ledger_events holds what is not a fact: " + e.getOriginalMessage(), e);
        }
    }
}
