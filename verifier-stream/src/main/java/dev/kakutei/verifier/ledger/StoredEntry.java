package dev.kakutei.verifier.ledger;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.ResolvableDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.ResolvableSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.kakutei.ledger.Attempts;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Inquiries;
import dev.kakutei.ledger.LastAnswer;
import dev.kakutei.ledger.Progress;
import dev.kakutei.ledger.Request;
import dev.kakutei.ledger.Settlement;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The form in which an entry is stored: its {@link EntryField fields} side by side, absent instead of null, whatever records
 * they are in. The records may be cut another way; what is stored stays as it is.
 */
final class StoredEntry {
    /** Like {@link Json#MAPPER}, and entries in their stored form. */
    static final ObjectMapper MAPPER = Json.MAPPER
            .copy()
            .registerModule(new SimpleModule("stored entries")
                    .addSerializer(new Writer())
                    .addDeserializer(Entry.class, new Reader()));

    private final Object[] values = new Object[EntryField.ALL.size()];

    private StoredEntry() {}

    private static final class Writer extends StdSerializer<Entry> implements ResolvableSerializer {
        private static final long serialVersionUID = 1;
        /** By the number of the field: to look one up costs more than to write a value. */
        private transient List<JsonSerializer<Object>> ofFields;

        Writer() {
            super(Entry.class);
        }

        @Override
        public void resolve(SerializerProvider serializers) throws JsonMappingException {
            List<JsonSerializer<Object>> found = new ArrayList<>();
            for (EntryField field : EntryField.ALL) {
                found.add(serializers.findValueSerializer(field.type(), null));
            }
            ofFields = List.copyOf(found);
        }

        @Override
        public void serialize(Entry entry, JsonGenerator to, SerializerProvider serializers) throws IOException {
            to.writeStartObject(entry);
            for (EntryField field : EntryField.ALL) {
                Object value = field.of(entry);
                if (value != null) {
                    to.writeFieldName(field.word());
                    ofFields.get(field.ordinal()).serialize(value, to, serializers);
                }
            }
            to.writeEndObject();
        }
    }

    private static final class Reader extends StdDeserializer<Entry> implements ResolvableDeserializer {
        private static final long serialVersionUID = 1;

        private transient List<JsonDeserializer<Object>> ofFields;

        Reader() {
            super(Entry.class);
        }

        @Override
        public void resolve(DeserializationContext context) throws JsonMappingException {
            List<JsonDeserializer<Object>> found = new ArrayList<>();
            for (EntryField field : EntryField.ALL) {
                found.add(context.findRootValueDeserializer(field.type()));
            }
            ofFields = List.copyOf(found);
        }

        @Override
        public Entry deserialize(JsonParser from, DeserializationContext context) throws IOException {
            if (!from.isExpectedStartObjectToken()) {
                return (Entry) context.handleUnexpectedToken(Entry.class, from);
            }
            StoredEntry stored = new StoredEntry();
            for (String word = from.nextFieldName(); word != null; word = from.nextFieldName()) {
                JsonToken token = from.nextToken();
                EntryField field = EntryField.of(word);
                if (field == null) {
                    from.skipChildren();
                } else if (token != JsonToken.VALUE_NULL) {
                    stored.values[field.ordinal()] =
                            ofFields.get(field.ordinal()).deserialize(from, context);
                }
            }
            return stored.entry();
        }
    }

    private Entry entry() {
        return new Entry(
                request(),
                progress(),
                new Attempts(
                        number(EntryField.ATTEMPTS),
                        get(EntryField.FIRST_SENT_AT),
                        get(EntryField.LAST_SEND_NOT_AFTER),
                        get(EntryField.LAST_CALL),
                        Boolean.TRUE.equals(get(EntryField.IN_DOUBT)),
                        number(EntryField.RISKY_ATTEMPT)),
                new Inquiries(
                        number(EntryField.VERIFICATION_ATTEMPTS),
                        get(EntryField.LAST_VERIFICATION_AT),
                        number(EntryField.OPEN_INQUIRY),
                        number(EntryField.MISSES),
                        get(EntryField.ANSWERS)),
                new LastAnswer(
                        get(EntryField.LAST_ERROR_CODE),
                        get(EntryField.LAST_ERROR_MESSAGE),
                        get(EntryField.GATEWAY_STATUS_CODE),
                        get(EntryField.GATEWAY_REFERENCE),
                        get(EntryField.GATEWAY_ANSWER)),
                new Settlement(
                        number(EntryField.SETTLED_BY_ATTEMPT),
                        get(EntryField.SETTLED_AT),
                        get(EntryField.CONTRADICTIONS)),
                get(EntryField.RECOVERED),
                get(EntryField.OTHER_GATEWAYS),
                get(EntryField.VERSION),
                get(EntryField.APPROVAL),
                get(EntryField.COMMENTS),
                get(EntryField.SUMMARIES));
    }

    private Request request() {
        return new Request(
                get(EntryField.ID),
                get(EntryField.KIND),
                get(EntryField.CLIENT),
                get(EntryField.IDEMPOTENCY_KEY),
                get(EntryField.DIGEST),
                get(EntryField.GATEWAY),
                get(EntryField.AMOUNT),
                get(EntryField.CURRENCY),
                get(EntryField.ACCEPTED_AT),
                get(EntryField.DEADLINE),
                get(EntryField.EXPIRES_AT),
                get(EntryField.TRACEPARENT));
    }

    private Progress progress() {
        return new Progress(
                get(EntryField.STATUS),
                number(EntryField.SEQ),
                number(EntryField.CURRENT_EVENT_ID),
                get(EntryField.UPDATED_AT),
                get(EntryField.DUE_AT),
                get(EntryField.REASON));
    }

    /** Of the field's own type; null where the entry was stored without it. */
    @SuppressWarnings("unchecked")
    private <T> T get(EntryField field) {
        return (T) values[field.ordinal()];
    }

    private int number(EntryField field) {
        Integer value = get(field);
        return value == null ? 0 : value;
    }
}
