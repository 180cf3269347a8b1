package dev.kakutei.proof;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.codec.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * One request that has a certain idempotency key, as one source shows it.
 *
 * @param gateway null where the source does not say
 * @param settledAt null where it is not settled, or the source does not say
 * @param effects how often it took effect, or may still do, by the gateways' journals and settlement files
 */
public record KeyUse(
        String client,
        String key,
        RequestId requestId,
        String gateway,
        Instant acceptedAt,
        Instant settledAt,
        int effects) {
    public KeyUse {
        requireNonNull(client, "client");
        requireNonNull(key, "key");
        requireNonNull(requestId, "requestId");
        requireNonNull(acceptedAt, "acceptedAt");
    }

    /** By a case file; empty where nothing in it says whose request it is. */
    public static Optional<KeyUse> of(CaseFile file) {
        int effects = GatewayEffect.in(file.lines()).size();
        Optional<Entry> now = file.history().now();
        if (now.isPresent()) {
            Entry entry = now.get();
            return Optional.of(new KeyUse(
                    entry.client(),
                    entry.idempotencyKey(),
                    file.id(),
                    entry.gateway(),
                    entry.acceptedAt(),
                    entry.settlement().at(),
                    effects));
        }
        return file.events().stream()
                .findFirst()
                .flatMap(first -> accepted(first)
                        .map(accepted -> new KeyUse(
                                accepted.client(),
                                accepted.idempotencyKey(),
                                file.id(),
                                accepted.gateway(),
                                first.at(),
                                null,
                                effects)));
    }

    private static Optional<Fact.Accepted> accepted(StoredEvent event) {
        try {
            return Json.MAPPER.readValue(event.fact(), Fact.class) instanceof Fact.Accepted accepted
                    ? Optional.of(accepted)
                    : Optional.empty();
        } catch (JsonProcessingException e) {
            // another promise's
            return Optional.empty();
        }
    }

    /** The same request, by two sources. */
    public KeyUse and(KeyUse other) {
        return new KeyUse(
                client,
                key,
                requestId,
                gateway == null ? other.gateway : gateway,
                acceptedAt,
                settledAt == null ? other.settledAt : settledAt,
                Math.max(effects, other.effects));
    }
}
