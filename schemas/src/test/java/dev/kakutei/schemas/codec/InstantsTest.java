package dev.kakutei.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Held against Java's own reading and writing, which they must not differ from. */
class InstantsTest {
    private static final ObjectMapper PLAIN = new ObjectMapper()
            .registerModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

    @Property(tries = 2000)
    void text_ofAnyTime_isTheOneOfJava(@ForAll("times") Instant time) throws JsonProcessingException {
        assertThat(Instants.text(time)).isEqualTo(time.toString());
        assertThat(Json.MAPPER.writeValueAsString(time)).isEqualTo(PLAIN.writeValueAsString(time));
        assertThat(Json.MAPPER.readValue(PLAIN.writeValueAsString(time), Instant.class))
                .isEqualTo(time);
    }

    /** One character of a good text changed: most are none then, some are another time. */
    @Property(tries = 5000)
    void parse_aTextThatWasTouched_isWhatJavaMakesOfIt(
            @ForAll("times") Instant time, @ForAll int place, @ForAll("letters") char letter) {
        String good = time.toString();
        int at = Math.floorMod(place, good.length());
        String touched = good.substring(0, at) + letter + good.substring(at + 1);
        assertThat(ours(touched)).as(touched).isEqualTo(theirs(touched));
        assertThat(readBy(Json.MAPPER, touched)).as(touched).isEqualTo(readBy(PLAIN, touched));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2024-02-29T00:00:00Z",
                "2023-02-29T00:00:00Z",
                "1900-02-29T00:00:00Z",
                "2000-02-29T23:59:59.999999999Z",
                "2026-04-31T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "2026-00-10T00:00:00Z",
                "2026-10-00T00:00:00Z",
                "2026-11-16T24:00:00Z",
                "2026-11-16T23:59:60Z",
                "2026-11-16T23:60:00Z",
                "2026-11-16T09:30:00.1Z",
                "2026-11-16T09:30:00.12345Z",
                "2026-11-16T09:30:00.Z",
                "2026-11-16T09:30:00.1234567891Z",
                "2026-11-16T09:30Z",
                "2026-11-16T09:30:00+09:00",
                "2026-11-16T09:30:00.5-00:30",
                "2026-11-16t09:30:00z",
                "2026-11-16 09:30:00Z",
                "+12026-11-16T09:30:00Z",
                "-0001-01-01T00:00:00Z",
                "0000-01-01T00:00:00Z",
                "",
                "Z",
                "now",
            })
    void parse_edges_areWhatJavaMakesOfThem(String text) {
        assertThat(ours(text)).isEqualTo(theirs(text));
        assertThat(readBy(Json.MAPPER, text)).isEqualTo(readBy(PLAIN, text));
    }

    @Test
    void text_ofTheFirstAndTheLastTimes_isTheOneOfJava() {
        for (String time : new String[] {
            Instant.MIN.toString(),
            Instant.MAX.toString(),
            "-0001-12-31T23:59:59.999999999Z",
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999999999Z",
            "+10000-01-01T00:00:00Z"
        }) {
            assertThat(Instants.text(Instant.parse(time))).isEqualTo(time);
        }
    }

    /** What is no text was read by Jackson's own reader before, and still is. */
    @ParameterizedTest
    @ValueSource(strings = {"null", "1700000000", "1700000000.123456789", "-1", "\"\"", "\"  \"", "true", "[]", "{}"})
    void read_whatIsNoTime_isWhatJacksonMakesOfIt(String json) {
        assertThat(readJson(Json.MAPPER, json)).isEqualTo(readJson(PLAIN, json));
    }

    @Test
    void parse_whatIsNone_saysSo() {
        assertThatThrownBy(() -> Instants.parse("tomorrow"))
                .isInstanceOf(DateTimeException.class)
                .hasMessageContaining("tomorrow");
    }

    @Provide
    Arbitrary<Instant> times() {
        Arbitrary<Long> seconds = Arbitraries.oneOf(
                Arbitraries.longs().between(1_500_000_000L, 2_500_000_000L),
                Arbitraries.longs().between(-70_000_000_000L, 260_000_000_000L));
        Arbitrary<Long> nanos = Arbitraries.oneOf(
                Arbitraries.just(0L),
                Arbitraries.longs().between(0, 999).map(millis -> millis * 1_000_000),
                Arbitraries.longs().between(0, 999_999).map(micros -> micros * 1_000),
                Arbitraries.longs().between(0, 999_999_999));
        return Combinators.combine(seconds, nanos).as(Instant::ofEpochSecond);
    }

    @Provide
    Arbitrary<Character> letters() {
        return Arbitraries.chars().with("0123456789-+:.TZtz ").ascii();
    }

    /** Null for none. */
    private static Instant ours(String text) {
        try {
            return Instants.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static Instant theirs(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** What it says where it is none is part of it. */
    private static String readBy(ObjectMapper mapper, String text) {
        return readJson(mapper, new TextNode(text).toString());
    }

    private static String readJson(ObjectMapper mapper, String json) {
        try {
            return String.valueOf(mapper.readValue(json, Instant.class));
        } catch (JsonProcessingException e) {
            return e.getOriginalMessage();
        }
    }
}
