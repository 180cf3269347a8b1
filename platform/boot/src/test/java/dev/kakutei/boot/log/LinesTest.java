package dev.kakutei.boot.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines as they are written, by the very files that services are configured with. */
class LinesTest {
    private static final String CARD = "4111111111111111";
    private static final String KEY = "sk_live_51abcdef9876543210";

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void line_withSecretsInEveryPart_isWrittenWithoutThem(String format) throws Exception {
        String written = written(
                format,
                log -> log.atError()
                        .addKeyValue("note", "card " + CARD)
                        .setCause(new IllegalStateException("key " + KEY, new RuntimeException("Bearer " + KEY)))
                        .log("said {} and {}", CARD, "password=" + KEY));
        assertThat(written).contains("said", "note", "IllegalStateException").doesNotContain(CARD, KEY);
        assertThat(written).as("the last four digits may be seen").contains("***1111");
    }

    @Test
    void requestLine_asJson_hasItsFieldsAndIdsAsTheyAre() throws Exception {
        String id = "01978312-1234-7123-8123-411111111111";
        String written = written(
                "json",
                log -> RequestLine.at(log.atWarn(), id)
                        .idempotencyKey("k-1")
                        .status("verifying")
                        .attempts(3)
                        .lastErrorCode("timeout")
                        .adapter("bank")
                        .trace("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                        .log("OutcomeUnknown"));
        JsonNode line = Json.MAPPER.readTree(written);
        assertThat(line.get("request_id").textValue()).isEqualTo(id);
        assertThat(line.get("idempotency_key").textValue()).isEqualTo("k-1");
        assertThat(line.get("status").textValue()).isEqualTo("verifying");
        assertThat(line.get("attempts").intValue()).isEqualTo(3);
        assertThat(line.get("last_error_code").textValue()).isEqualTo("timeout");
        assertThat(line.get("adapter").textValue()).isEqualTo("bank");
        assertThat(line.get("trace_id").textValue()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(line.get("message").textValue()).isEqualTo("OutcomeUnknown");
    }

    @Test
    void requestLine_withoutWhatIsNotKnown_leavesItOut() throws Exception {
        String written = written(
                "json",
                log -> RequestLine.at(log.atWarn(), null)
                        .lastErrorCode(null)
                        .trace("garbage")
                        .adapter("bank")
                        .log("x"));
        assertThat(Json.MAPPER.readTree(written).has("request_id")).isFalse();
        assertThat(Json.MAPPER.readTree(written).has("last_error_code")).isFalse();
        assertThat(Json.MAPPER.readTree(written).has("trace_id")).isFalse();
    }

    private interface Logging {
        void to(Logger log);
    }

    private static synchronized String written(String format, Logging logging) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        LoggerContext context = new LoggerContext();
        try {
            context.setMDCAdapter(new LogbackMDCAdapter());
            context.start();
            context.putProperty("KAKUTEI_LOG_FORMAT", format);
            JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(context);
            configurator.doConfigure(LinesTest.class.getResource("/logback.xml"));
            Logger log = context.getLogger("dev.kakutei.test");
            log.setLevel(Level.DEBUG);
            logging.to(log);
        } finally {
            context.stop();
            System.setErr(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
