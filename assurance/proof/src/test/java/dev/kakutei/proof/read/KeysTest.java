package dev.kakutei.proof.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.proof.AlertPeriods;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.KeyUse;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.ProofContext;
import dev.kakutei.schemas.RequestId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysTest {
    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

    @TempDir
    private Path folder;

    /** Two clients may use the same key, and a key may look like a client's name before another. */
    @Test
    void judge_manyKeys_findsTheOneThatNamesTwoRequests() throws Exception {
        Findings findings = new Findings();
        try (Keys keys = new Keys(folder)) {
            for (int i = 0; i < 1_000; i++) {
                keys.add(use("shop", "k-" + i, i));
                keys.add(use("till", "k-" + i, 1_000 + i));
            }
            keys.add(use("shop", "till/k-7", 3_000));
            keys.add(use("shop", "k-7", 7));
            keys.add(use("shop", "k-8", 4_000));
            keys.judge(context(), findings);
        }
        Findings.PromiseResult result = findings.result(Promise.ONE_REQUEST_PER_KEY);
        assertThat(result.examined()).isEqualTo(2_001);
        assertThat(result.violations()).isEqualTo(1);
        assertThat(result.examples().get(0).subject()).isEqualTo("shop/k-8");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    private static KeyUse use(String client, String key, int number) {
        return new KeyUse(client, key, new RequestId(new UUID(1, number)), "cards", NOW, null, 0);
    }

    private static ProofContext context() {
        return new ProofContext(
                Map.of(),
                Map.of(Promise.Source.FACTS, Instant.EPOCH, Promise.Source.TABLES, Instant.EPOCH),
                Map.of(),
                Set.of(),
                AlertPeriods.NONE,
                Duration.ofDays(1),
                NOW,
                Duration.ZERO,
                Duration.ZERO,
                null,
                null);
    }
}
