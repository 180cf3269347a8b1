package dev.kakutei.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC G3: keys. */
class ApiKeyTest {
    private static final String ID = "0123456789abcdef";
    private static final String SECRET = "0f".repeat(32);
    private static final Instant NOW = Instant.parse("2026-11-01T10:00:00Z");

    @Test
    void random_aThousand_areAllDifferentAndReadBack() {
        SecureRandom random = new SecureRandom();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            ApiKey key = ApiKey.random(random);
            assertThat(ApiKey.parse(key.reveal())).contains(key);
            seen.add(key.id());
            seen.add(key.secret());
        }
        assertThat(seen).hasSize(2_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "kk_",
                "kk_" + ID,
                "kk_" + ID + "_",
                ID + "_0f",
                "KK_0123456789abcdef_0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f",
                "kk_0123456789ABCDEF_0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f",
                "kk_0123456789abcdef_0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0",
                "kk_0123456789abcdef_0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0",
                "kk_0123456789abcdef-0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f",
                " kk_0123456789abcdef_0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f",
                "kk_0123456789abcdef_0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f\n"
            })
    void parse_anythingElse_isNoKey(String text) {
        assertThat(ApiKey.parse(text)).isEmpty();
    }

    @Test
    void toString_ofAKey_hasNoSecret() {
        assertThat(new ApiKey(ID, SECRET).toString()).contains(ID).doesNotContain(SECRET.substring(0, 8));
        assertThat(new Credentials.Key(new ApiKey(ID, SECRET)).toString()).doesNotContain(SECRET.substring(0, 8));
        assertThatThrownBy(() -> new ApiKey(ID, SECRET + "0")).hasMessageNotContaining(SECRET);
    }

    /** As {@code printf %s SECRET | sha256sum} says it. */
    @Test
    void hash_ofAKnownSecret_isItsSha256() {
        assertThat(HexFormat.of().formatHex(new ApiKey(ID, "0".repeat(64)).hash()))
                .isEqualTo("60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "same,  -,                    -,                    -",
                "same,  2026-11-01T10:00:01Z, -,                    -",
                "same,  2026-11-01T10:00:00Z, -,                    EXPIRED",
                "same,  2026-11-01T09:59:59Z, -,                    EXPIRED",
                "same,  -,                    2026-11-01T09:59:59Z, REVOKED",
                // a clock that is behind the one that revoked it must not bring it back
                "same,  -,                    2026-11-01T10:09:59Z, REVOKED",
                "same,  2026-11-01T09:00:00Z, 2026-11-01T09:59:59Z, REVOKED",
                "other, -,                    -,                    WRONG_SECRET",
                "other, 2026-11-01T09:00:00Z, 2026-11-01T09:59:59Z, WRONG_SECRET"
            })
    void objection_everyStateOfAKey_isAsPinned(String secret, Instant expires, Instant revoked, Refusal expected) {
        ApiKey key = new ApiKey(ID, SECRET);
        ApiKey shown = secret.equals("same") ? key : new ApiKey(ID, "1f".repeat(32));
        Grant grant =
                new Grant(ID, key.hash(), "shop", Set.of(ClientRole.VIEWER), OptionalInt.empty(), expires, revoked);

        assertThat(grant.objection(shown, NOW).orElse(null)).isEqualTo(expected);
    }
}
