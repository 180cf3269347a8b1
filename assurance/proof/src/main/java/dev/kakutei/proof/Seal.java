package dev.kakutei.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;

/**
 * One hash over the chains of all requests, as far as they had come at a certain time. Whoever keeps it elsewhere can have
 * it computed again later: another hash means that what was recorded then has been changed since, whoever did it.
 *
 * <p>Requests must be added in the order of {@link dev.kakutei.proof.read.Buckets}.
 */
public final class Seal {
    private final Instant until;
    private final MessageDigest digest;
    private long requests;
    private long events;

    /**
     * @param until events that were recorded later are not part of it
     * @param hash in lower-case hex
     */
    public record Value(Instant until, long requests, long events, String hash) {}

    public Seal(Instant until) {
        this.until = until;
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    public void add(CaseFile file) {
        StoredEvent last = null;
        for (StoredEvent event : file.events()) {
            // Times of one request may run backwards by as much as clocks differ; the first later one ends it.
            if (event.at().isAfter(until)) {
                break;
            }
            last = event;
            events++;
        }
        if (last != null) {
            requests++;
            digest.update((file.id() + " " + last.eventId() + " " + last.chain() + "\n").getBytes(UTF_8));
        }
    }

    /** Ends it. */
    public Value value() {
        return new Value(until, requests, events, HexFormat.of().formatHex(digest.digest()));
    }
}
