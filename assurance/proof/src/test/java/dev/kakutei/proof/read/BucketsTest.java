package dev.kakutei.proof.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketsTest {
    @TempDir
    private Path folder;

    @Test
    void each_whateverOrderTheyCameIn_givesEachKeyOnceInOneOrderAndLeavesNothing() throws Exception {
        List<String> keys = new ArrayList<>();
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            keys.add(new UUID(random.nextLong(), random.nextLong()).toString());
        }
        List<String> first = sorted(keys);
        Collections.shuffle(keys, random);
        assertThat(sorted(keys)).isEqualTo(first).hasSize(2_000);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    private List<String> sorted(List<String> keys) {
        List<String> order = new ArrayList<>();
        Map<String, List<String>> read = new HashMap<>();
        try (Buckets buckets = new Buckets(folder)) {
            for (int round = 0; round < 3; round++) {
                for (String key : keys) {
                    buckets.add(key, round, (key + round).getBytes(StandardCharsets.UTF_8));
                }
            }
            buckets.each((key, items) -> {
                order.add(key);
                read.put(
                        key,
                        items.stream()
                                .map(item -> item.kind() + new String(item.payload(), StandardCharsets.UTF_8))
                                .toList());
            });
        }
        keys.forEach(key -> assertThat(read.get(key)).containsExactly("0" + key + 0, "1" + key + 1, "2" + key + 2));
        return order;
    }
}
