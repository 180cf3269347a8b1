package dev.kakutei.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CredentialsTest {
    private static final ApiKey KEY = new ApiKey("0123456789abcdef", "0f".repeat(32));
    private static final ApiKey OTHER = new ApiKey("1123456789abcdef", "0f".repeat(32));
    private static final Credentials THE_KEY = new Credentials.Key(KEY);
    private static final Credentials NOTHING = new Credentials.Nothing();
    private static final Credentials UNREADABLE = new Credentials.Unreadable();

    static Stream<Arguments> headers() {
        String key = KEY.reveal();
        return Stream.of(
                Arguments.of(List.of(), List.of(), NOTHING),
                Arguments.of(List.of("Bearer " + key), List.of(), THE_KEY),
                Arguments.of(List.of("bearer " + key), List.of(), THE_KEY),
                Arguments.of(List.of("BEARER\t  " + key + "  "), List.of(), THE_KEY),
                Arguments.of(List.of(), List.of(key), THE_KEY),
                Arguments.of(List.of(), List.of(" " + key + " "), THE_KEY),
                Arguments.of(List.of("Bearer " + key), List.of(key), THE_KEY),
                Arguments.of(List.of("Bearer " + key, "Bearer " + key), List.of(key, key), THE_KEY),
                Arguments.of(List.of("Basic dXNlcjpwYXNz"), List.of(key), THE_KEY),
                Arguments.of(List.of("Basic dXNlcjpwYXNz"), List.of(), NOTHING),
                Arguments.of(List.of("Basic " + key), List.of(), NOTHING),
                Arguments.of(List.of(key), List.of(), NOTHING),
                Arguments.of(List.of(""), List.of(), NOTHING),
                Arguments.of(List.of("Bearer" + key), List.of(), NOTHING),
                Arguments.of(List.of("Bearer"), List.of(), UNREADABLE),
                Arguments.of(List.of("Bearer "), List.of(), UNREADABLE),
                Arguments.of(List.of("Bearer something"), List.of(), UNREADABLE),
                Arguments.of(List.of("Bearer " + key + ", Bearer " + key), List.of(), UNREADABLE),
                Arguments.of(List.of("Bearer " + key + " " + key), List.of(), UNREADABLE),
                Arguments.of(List.of("Bearer \"" + key + "\""), List.of(), UNREADABLE),
                Arguments.of(List.of(), List.of(""), UNREADABLE),
                Arguments.of(List.of(), List.of("Bearer " + key), UNREADABLE),
                Arguments.of(List.of("Bearer " + key), List.of(OTHER.reveal()), UNREADABLE),
                Arguments.of(List.of("Bearer " + key), List.of("garbage"), UNREADABLE),
                Arguments.of(List.of("Bearer " + key, "Bearer " + OTHER.reveal()), List.of(), UNREADABLE),
                Arguments.of(List.of(), List.of(key, OTHER.reveal()), UNREADABLE));
    }

    @ParameterizedTest
    @MethodSource("headers")
    void of_theseHeaders_isAsPinned(List<String> authorization, List<String> apiKey, Credentials expected) {
        assertThat(Credentials.of(authorization, apiKey)).isEqualTo(expected);
    }
}
