package dev.kakutei.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.proof.GatewayEffect;
import dev.kakutei.proof.GatewayLine;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The simulator's journal as a person at the gateway reads it: what took effect so far, request by request. */
final class GatewayJournal {
    private static final int MAX_READ = 1 << 20;

    private final Path file;
    private final Map<String, List<GatewayLine>> effects = new HashMap<>();
    private long read;

    GatewayJournal(Path file) {
        this.file = file;
    }

    /** What became of a request at the gateway. */
    enum Finding {
        TOOK_EFFECT,
        PENDING,
        NO_EFFECT
    }

    /** By all that has been written until now. */
    synchronized Finding of(String requestId) throws IOException {
        readOn();
        List<GatewayEffect> found = GatewayEffect.in(effects.getOrDefault(requestId, List.of()));
        if (found.isEmpty()) {
            return Finding.NO_EFFECT;
        }
        return found.stream().anyMatch(effect -> effect.state() == GatewayEffect.State.LASTING)
                ? Finding.TOOK_EFFECT
                : Finding.PENDING;
    }

    private void readOn() throws IOException {
        try (RandomAccessFile journal = new RandomAccessFile(file.toFile(), "r")) {
            for (long left = journal.length() - read; left > 0; left = journal.length() - read) {
                byte[] piece = new byte[(int) Math.min(left, MAX_READ)];
                journal.seek(read);
                journal.readFully(piece);
                int end = piece.length;
                while (end > 0 && piece[end - 1] != '\n') {
                    end--;
                }
                if (end == 0) {
                    return;
                }
                for (String line : new String(piece, 0, end, StandardCharsets.UTF_8).split("\n")) {
                    take(Json.MAPPER.readTree(line));
                }
                read += end;
            }
        }
    }

    private void take(JsonNode line) {
        String type = line.path("type").asText();
        if (!type.equals("APPLIED") && !type.equals("SETTLED")) {
            return;
        }
        String reference = line.path("reference").asText();
        effects.computeIfAbsent(reference, any -> new ArrayList<>())
                .add(new GatewayLine(
                        "journal",
                        GatewayLine.Type.valueOf(type),
                        null,
                        reference,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        line.path("id").asText(null),
                        line.path("status").asText(null)));
    }
}
