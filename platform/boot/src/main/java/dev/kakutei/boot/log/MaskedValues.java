package dev.kakutei.boot.log;

import com.fasterxml.jackson.core.JsonStreamContext;
import dev.kakutei.boot.redact.Redaction;
import java.util.Set;
import net.logstash.logback.mask.ValueMasker;

/** The same for lines of JSON: each text in them is looked through. */
public final class MaskedValues implements ValueMasker {
    /** Ids of ours, and the time: digits that are no card's. */
    private static final Set<String> AS_THEY_ARE = Set.of(RequestLine.REQUEST_ID, RequestLine.TRACE_ID, "@timestamp");

    @Override
    public Object mask(JsonStreamContext context, Object value) {
        if (!(value instanceof CharSequence text) || AS_THEY_ARE.contains(String.valueOf(context.getCurrentName()))) {
            return null;
        }
        String clean = Redaction.PLAIN.redact(text.toString());
        return clean.contentEquals(text) ? null : clean;
    }
}
