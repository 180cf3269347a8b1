package dev.kakutei.verifier.ledger;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JavaType;
import dev.kakutei.ledger.Approval;
import dev.kakutei.ledger.Comments;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.GatewayAnswers;
import dev.kakutei.ledger.LastCall;
import dev.kakutei.ledger.Recovered;
import dev.kakutei.ledger.Status;
import dev.kakutei.ledger.Summaries;
import dev.kakutei.ledger.Version;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A field of a stored entry, named like the constant in lower case, in the order of the constants. Stores outlive versions:
 * never rename one or change its type; add a field that older entries do not have.
 */
enum EntryField {
    ID(RequestId.class, Entry::id),
    KIND(RequestKind.class, Entry::kind),
    CLIENT(String.class, Entry::client),
    IDEMPOTENCY_KEY(String.class, Entry::idempotencyKey),
    DIGEST(String.class, Entry::digest),
    GATEWAY(String.class, Entry::gateway),
    AMOUNT(BigDecimal.class, Entry::amount),
    CURRENCY(String.class, Entry::currency),
    ACCEPTED_AT(Instant.class, Entry::acceptedAt),
    DEADLINE(Instant.class, Entry::deadline),
    EXPIRES_AT(Instant.class, Entry::expiresAt),
    TRACEPARENT(String.class, Entry::traceparent),
    STATUS(Status.class, Entry::status),
    SEQ(Integer.class, Entry::seq),
    CURRENT_EVENT_ID(Integer.class, Entry::currentEventId),
    UPDATED_AT(Instant.class, Entry::updatedAt),
    ATTEMPTS(Integer.class, entry -> entry.attempts().count()),
    FIRST_SENT_AT(Instant.class, entry -> entry.attempts().firstSentAt()),
    LAST_SEND_NOT_AFTER(Instant.class, entry -> entry.attempts().lastSendNotAfter()),
    LAST_CALL(LastCall.class, entry -> entry.attempts().lastCall()),
    IN_DOUBT(Boolean.class, Entry::inDoubt),
    RISKY_ATTEMPT(Integer.class, entry -> entry.attempts().risky()),
    VERIFICATION_ATTEMPTS(Integer.class, entry -> entry.inquiries().count()),
    LAST_VERIFICATION_AT(Instant.class, entry -> entry.inquiries().lastAt()),
    OPEN_INQUIRY(Integer.class, entry -> entry.inquiries().open()),
    MISSES(Integer.class, entry -> entry.inquiries().misses()),
    DUE_AT(Instant.class, Entry::dueAt),
    REASON(String.class, Entry::reason),
    LAST_ERROR_CODE(String.class, entry -> entry.lastAnswer().errorCode()),
    LAST_ERROR_MESSAGE(String.class, entry -> entry.lastAnswer().errorMessage()),
    GATEWAY_STATUS_CODE(Integer.class, entry -> entry.lastAnswer().statusCode()),
    GATEWAY_REFERENCE(String.class, entry -> entry.lastAnswer().reference()),
    GATEWAY_ANSWER(String.class, entry -> entry.lastAnswer().excerpt()),
    SETTLED_BY_ATTEMPT(Integer.class, entry -> entry.settlement().byAttempt()),
    SETTLED_AT(Instant.class, entry -> entry.settlement().at()),
    CONTRADICTIONS(
            new TypeReference<List<Integer>>() {}.getType(),
            entry -> entry.settlement().contradictions()),
    ANSWERS(GatewayAnswers.class, entry -> entry.inquiries().answers()),
    RECOVERED(Recovered.class, Entry::recovered),
    VERSION(Version.class, Entry::version),
    APPROVAL(Approval.class, Entry::approval),
    COMMENTS(Comments.class, Entry::comments),
    OTHER_GATEWAYS(new TypeReference<List<String>>() {}.getType(), Entry::otherGateways),
    SUMMARIES(Summaries.class, Entry::summaries);

    static final List<EntryField> ALL = List.of(values());

    private static final Map<String, EntryField> BY_WORD =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(EntryField::word, field -> field));

    private final String word = name().toLowerCase(Locale.ROOT);
    private final JavaType type;
    private final Function<Entry, Object> value;

    EntryField(Type type, Function<Entry, Object> value) {
        this.type = Json.MAPPER.constructType(type);
        this.value = value;
    }

    /** Null for a field that this version does not know. */
    static EntryField of(String word) {
        return BY_WORD.get(word);
    }

    String word() {
        return word;
    }

    JavaType type() {
        return type;
    }

    /** Null where the entry has none. */
    Object of(Entry entry) {
        return value.apply(entry);
    }
}
