package dev.kakutei.schemas.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.ArbitraryMessages;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Rejection;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.SchemaFiles;
import dev.kakutei.schemas.StatusChange;
import java.io.IOException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CodecPropertyTest {
    @Property(tries = 400)
    void anyLedgerEvent_encodedAndDecoded_isItself(@ForAll("events") LedgerEvent event) throws IOException {
        assertRoundTrip(Codecs.LEDGER_EVENT, "ledger-event", event);
    }

    @Property(tries = 200)
    void anyCommand_encodedAndDecoded_isItself(@ForAll("commands") Command command) throws IOException {
        assertRoundTrip(Codecs.COMMAND, "command", command);
    }

    @Property(tries = 300)
    void anyReport_encodedAndDecoded_isItself(@ForAll("reports") Report report) throws IOException {
        assertRoundTrip(Codecs.REPORT, "report", report);
    }

    @Property(tries = 200)
    void anyResult_encodedAndDecoded_isItself(@ForAll("results") Result result) throws IOException {
        assertRoundTrip(Codecs.RESULT, "result", result);
    }

    @Property(tries = 200)
    void anyStatusChange_encodedAndDecoded_isItself(@ForAll("changes") StatusChange change) throws IOException {
        assertRoundTrip(Codecs.STATUS_CHANGE, "status-change", change);
    }

    @Property(tries = 200)
    void anyRejection_encodedAndDecoded_isItself(@ForAll("rejections") Rejection rejection) throws IOException {
        assertRoundTrip(Codecs.REJECTION, "rejection", rejection);
    }

    @Property(tries = 200)
    void anyAlert_encodedAndDecoded_isItself(@ForAll("alerts") Alert alert) throws IOException {
        assertRoundTrip(Codecs.ALERT, "alert", alert);
    }

    /** Whatever stands on a topic, the reader gets a message or an Undecodable, and nothing else. */
    @Property(tries = 500)
    void decode_anyBytes_isTotal(@ForAll("damaged") byte[] bytes) {
        try {
            assertThat(Codecs.LEDGER_EVENT.decode(bytes)).isNotNull();
        } catch (Undecodable e) {
            assertThat(e).hasMessageContaining("LedgerEvent");
        }
    }

    @Provide
    Arbitrary<Rejection> rejections() {
        return ArbitraryMessages.of(Rejection.class);
    }

    @Provide
    Arbitrary<LedgerEvent> events() {
        return ArbitraryMessages.of(LedgerEvent.class);
    }

    @Provide
    Arbitrary<Command> commands() {
        return ArbitraryMessages.of(Command.class);
    }

    @Provide
    Arbitrary<Report> reports() {
        return ArbitraryMessages.of(Report.class);
    }

    @Provide
    Arbitrary<Result> results() {
        return ArbitraryMessages.of(Result.class);
    }

    @Provide
    Arbitrary<StatusChange> changes() {
        return ArbitraryMessages.of(StatusChange.class);
    }

    @Provide
    Arbitrary<Alert> alerts() {
        return ArbitraryMessages.of(Alert.class);
    }

    @Provide
    Arbitrary<byte[]> damaged() {
        return events().flatMap(event -> {
            byte[] whole = Codecs.LEDGER_EVENT.encode(event);
            Arbitrary<byte[]> damaged = Arbitraries.integers()
                    .between(0, whole.length - 1)
                    .flatMap(at -> Arbitraries.bytes().map(value -> {
                        byte[] copy = whole.clone();
                        copy[at] = value;
                        return copy;
                    }));
            return Arbitraries.oneOf(
                    damaged, Arbitraries.bytes().array(byte[].class).ofMaxSize(20));
        });
    }

    private static <T> void assertRoundTrip(Codec<T> codec, String schema, T message) throws IOException {
        byte[] bytes = codec.encode(message);
        // By their bytes: a caller's number may come back as another class of node with the same value.
        assertThat(new String(codec.encode(codec.decode(bytes)), UTF_8)).isEqualTo(new String(bytes, UTF_8));
        JsonNode tree = Json.MAPPER.readTree(bytes);
        assertThat(SchemaFiles.errors(schema, tree)).as(tree.toString()).isEmpty();
    }
}
