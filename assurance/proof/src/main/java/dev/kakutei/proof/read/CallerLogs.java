package dev.kakutei.proof.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.schemas.ClientName;
import java.nio.file.Path;

/** What callers logged as acknowledged, against the names in the ledger. */
final class CallerLogs implements AutoCloseable {
    private static final int ACKNOWLEDGED = 0;
    private static final int IN_LEDGER = 1;
    private static final byte[] NOTHING = {};

    private final Buckets buckets;

    CallerLogs(Path folder) {
        this.buckets = new Buckets(folder);
    }

    /**
     * A log has one JSON object a line: {@code idempotency_key}, {@code status} (the HTTP status that was answered) and,
     * where there are several, {@code client}. Only what was acknowledged counts: 200, 201, 202 and 402.
     */
    long log(Path file) {
        long[] count = {0};
        JsonLines.read(file, (line, number) -> {
            String key = line.path("idempotency_key").asText("");
            if (key.isEmpty()) {
                throw new Unreadable(file + " line " + number + " has no idempotency_key");
            }
            if (isAcknowledged(line)) {
                buckets.add(name(line.path("client").asText(ClientName.DEFAULT), key), ACKNOWLEDGED, NOTHING);
                count[0]++;
            }
        });
        return count[0];
    }

    /** 402 reports a definite refusal by the gateway, so the request was accepted. */
    private static boolean isAcknowledged(JsonNode line) {
        int status = line.path("status").asInt(0);
        return status == 200 || status == 201 || status == 202 || status == 402;
    }

    void inLedger(String client, String key) {
        buckets.add(name(client, key), IN_LEDGER, NOTHING);
    }

    void compare(Findings findings) {
        buckets.each((name, items) -> {
            boolean acknowledged = items.stream().anyMatch(item -> item.kind() == ACKNOWLEDGED);
            boolean known = items.stream().anyMatch(item -> item.kind() == IN_LEDGER);
            if (acknowledged) {
                findings.examined(Promise.NOTHING_LOST);
                if (!known) {
                    findings.violated(
                            Promise.NOTHING_LOST, name, "was acknowledged to its caller, and is not in the ledger");
                }
            }
        });
    }

    /** No client's name has a slash. */
    private static String name(String client, String key) {
        return client + "/" + key;
    }

    @Override
    public void close() {
        buckets.close();
    }
}
