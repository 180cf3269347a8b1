package dev.kakutei.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.codec.Codec;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What was once written on a topic must be readable for ever. A new message needs a new sample; run with
 * {@code -Dkakutei.golden=write} to add its file. A file that is there is never changed.
 */
class GoldenFilesTest {
    static Set<String> names() {
        return Samples.all().keySet();
    }

    @BeforeAll
    static void writeNewOnes() {
        if ("write".equals(System.getProperty("kakutei.golden"))) {
            Samples.all().forEach((name, sample) -> GoldenFiles.writeIfNew(name, sample.encoded()));
        }
    }

    @Test
    void files_samples_areTheSameSet() {
        assertThat(GoldenFiles.names())
                .as("run with -Dkakutei.golden=write to add the file of a new sample")
                .isEqualTo(new java.util.TreeSet<>(names()));
    }

    @ParameterizedTest
    @MethodSource("names")
    void file_decoded_isTheSample(String name) {
        Samples.Sample<?> sample = Samples.all().get(name);
        assertThat((Object) sample.codec().decode(GoldenFiles.bytes(name))).isEqualTo(sample.message());
    }

    /** Events are kept for ever, and an action's id was named {@code order_id} in those of before. */
    @ParameterizedTest
    @MethodSource("names")
    void file_withTheFormerNameOfAnActionId_isTheSample(String name) {
        Samples.Sample<?> sample = Samples.all().get(name);
        if (sample.message() instanceof LedgerEvent) {
            byte[] former = new String(GoldenFiles.bytes(name), UTF_8)
                    .replace("\"action_id\"", "\"order_id\"")
                    .getBytes(UTF_8);
            assertThat((Object) sample.codec().decode(former)).isEqualTo(sample.message());
        }
    }

    /** Events are kept for ever, and an inconclusive finding was {@code CANNOT_TELL} in those of before. */
    @Test
    void inquiry_withTheFormerWordOfItsFinding_isInconclusive() {
        String name = "ledger-event.inquiry-inconclusive";
        byte[] former = new String(GoldenFiles.bytes(name), UTF_8)
                .replace("\"NOT_FOUND\"", "\"CANNOT_TELL\"")
                .getBytes(UTF_8);

        LedgerEvent event = (LedgerEvent) Samples.all().get(name).codec().decode(former);

        assertThat(event.fact())
                .isInstanceOfSatisfying(
                        InquiryFact.InquiryInconclusive.class,
                        fact -> assertThat(fact.finding()).isEqualTo(Finding.INCONCLUSIVE));
        assertThat(new String(Samples.all().get(name).encoded(), UTF_8)).doesNotContain("CANNOT_TELL");
    }

    /** Results are written as version 2 now: {@link ResultVersionTest}. */
    static List<String> writtenAsVersion1() {
        return names().stream().filter(name -> !name.startsWith("result.")).toList();
    }

    @ParameterizedTest
    @MethodSource("writtenAsVersion1")
    void file_decodedAndEncoded_isTheSameTree(String name) throws IOException {
        byte[] again = reencoded(Samples.all().get(name).codec(), GoldenFiles.bytes(name));
        assertThat(Json.MAPPER.readTree(again)).isEqualTo(GoldenFiles.tree(name));
    }

    @ParameterizedTest
    @MethodSource("writtenAsVersion1")
    void encoded_firstField_isTheVersion(String name) {
        assertThat(new String(Samples.all().get(name).encoded(), UTF_8)).startsWith("{\"v\":1,\"");
    }

    @Test
    void samples_sealedTypes_coverEveryPermittedSubtype() {
        Set<Class<?>> seen = new HashSet<>();
        Samples.all().values().forEach(sample -> collect(sample.message(), seen));
        for (Class<?> sealed : List.of(Fact.class, Command.class, Report.class, Outcome.class)) {
            assertThat(seen)
                    .as("every %s has a sample and a golden file", sealed.getSimpleName())
                    .contains(sealed.getPermittedSubclasses());
        }
        assertThat(seen).contains(Result.class, StatusChange.class, Alert.class, OperatorAction.class, Rejection.class);
    }

    @Test
    void samples_results_coverEveryKindAndEnding() {
        Set<String> types = new HashSet<>();
        Samples.all().values().stream()
                .map(Samples.Sample::message)
                .filter(Result.class::isInstance)
                .forEach(result -> types.add(((Result) result).eventType()));
        assertThat(types)
                .containsExactlyInAnyOrder("PaymentAuthorized", "PaymentFailed", "OrderSucceeded", "OrderFailed");
    }

    @Test
    void codecs_everyOne_hasASample() throws IllegalAccessException {
        Set<Codec<?>> sampled = new HashSet<>();
        Samples.all().values().forEach(sample -> sampled.add(sample.codec()));
        for (var field : Codecs.class.getFields()) {
            assertThat(sampled).as(field.getName()).contains((Codec<?>) field.get(null));
        }
    }

    private static <T> byte[] reencoded(Codec<T> codec, byte[] bytes) {
        return codec.encode(codec.decode(bytes));
    }

    private static void collect(Object value, Set<Class<?>> seen) {
        if (value == null || !value.getClass().isRecord()) {
            return;
        }
        seen.add(value.getClass());
        Stream.of(value.getClass().getRecordComponents()).forEach(component -> collect(read(component, value), seen));
    }

    private static Object read(RecordComponent component, Object from) {
        try {
            return component.getAccessor().invoke(from);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component.getName(), e);
        }
    }
}
