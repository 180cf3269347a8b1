package dev.kakutei.proof.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.kakutei.proof.CaseFile;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.KeyUse;
import dev.kakutei.proof.ProofContext;
import dev.kakutei.proof.check.KeyChecks;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Brings together the requests of each idempotency key, which are in different case files. */
final class Keys implements AutoCloseable {
    private static final int USE = 0;

    private final Buckets buckets;

    Keys(Path folder) {
        this.buckets = new Buckets(folder);
    }

    void add(CaseFile file) {
        KeyUse.of(file).ifPresent(this::add);
    }

    void add(KeyUse use) {
        try {
            // No client's name has a slash.
            buckets.add(use.client() + "/" + use.key(), USE, Json.MAPPER.writeValueAsBytes(use));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + use, e);
        }
    }

    void judge(ProofContext context, Findings findings) {
        buckets.each((name, items) -> {
            List<KeyUse> uses = new ArrayList<>();
            for (Buckets.Item item : items) {
                try {
                    uses.add(Json.MAPPER.readValue(item.payload(), KeyUse.class));
                } catch (IOException e) {
                    throw new IllegalStateException("cannot read back what was written of " + name, e);
                }
            }
            KeyChecks.examine(name, uses, context, findings);
        });
    }

    @Override
    public void close() {
        buckets.close();
    }
}
