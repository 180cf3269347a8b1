package dev.kakutei.standalone.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.standalone.CommandFailed;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** At a terminal, whoever accepts a second effect types the request's key. */
class SecondEffectPromptTest {
    private final StringWriter err = new StringWriter();
    private final SecondEffectPrompt prompt = new SecondEffectPrompt(new PrintWriter(err, true));

    @Test
    void risky_keyTyped_isAccepted() {
        prompt.confirm(request(), typed("p-1 "));

        assertThat(err.toString()).contains("WARNING", "it may act twice", "type the request's key");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "y", "yes", "p-2"})
    void risky_anythingElseTyped_isNot(String answer) {
        assertThatThrownBy(() -> prompt.confirm(request(), typed(answer)))
                .isInstanceOf(CommandFailed.class)
                .hasMessageContaining("Nothing was done");
    }

    @Test
    void risky_noPersonAtATerminal_isNot() {
        assertThatThrownBy(() -> prompt.confirm(request(), Optional.empty()))
                .isInstanceOf(CommandFailed.class)
                .hasMessageContaining("--accept-second-effect");
    }

    private static Optional<Supplier<String>> typed(String answer) {
        return Optional.of(() -> answer);
    }

    private static JsonNode request() {
        ObjectNode request = Json.MAPPER.createObjectNode().put("idempotency_key", "p-1");
        request.putObject("risks").put("send_again", "an earlier attempt may have taken effect: it may act twice");
        return request;
    }
}
