package dev.kakutei.schemas.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.SchemaFiles;
import dev.kakutei.schemas.codec.Json;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * The reader and the published schema must take the same bodies. What a schema cannot say is left out of the mutations
 * and stands in {@link #DIFFERENCES}, where each example is held to be refused by the reader alone, or taken by it
 * alone.
 */
class RequestSchemaPropertyTest {
    /** Field, value, and who takes it. */
    private static final List<List<String>> DIFFERENCES = List.of(
            // a pattern knows no calendar, and no range of time
            List.of("expires_at", "\"2027-02-30T00:00:00Z\"", "schema"),
            List.of("expires_at", "\"1969-12-31T23:59:59Z\"", "schema"),
            List.of("expires_at", "\"2027-12-01T25:00:00Z\"", "schema"),
            // the reader is a little more liberal than RFC 3339 with offsets
            List.of("expires_at", "\"2027-12-01T00:00:00+09\"", "reader"),
            List.of("expires_at", "\"2027-12-01T00:00:00+09:00:30\"", "reader"),
            // doubles, nesting, half characters and U+0000
            List.of("metadata", "{\"n\":9007199254740993}", "schema"),
            List.of("metadata", "{\"a\":[[[[[[[1]]]]]]]}", "schema"),
            List.of("metadata", "{\"a\":\"\\ud800\"}", "schema"),
            List.of("metadata", "{\"a\":\"\\u0000\"}", "schema"));

    @Example
    void bodiesOfTheAppendix_areTakenByBoth() throws Exception {
        assertBoth(RequestKind.ORDER, SubmissionTest.json(SubmissionTest.ORDER), true);
        assertBoth(RequestKind.PAYMENT, SubmissionTest.json(SubmissionTest.PAYMENT), true);
    }

    @Example
    void differences_eachOfThem_isReal() throws Exception {
        for (List<String> row : DIFFERENCES) {
            JsonNode body = SubmissionTest.with(SubmissionTest.PAYMENT, row.get(0), row.get(1));
            assertThat(reader(RequestKind.PAYMENT, body))
                    .as("reader: %s", row)
                    .isEqualTo(row.get(2).equals("reader"));
            assertThat(schema(RequestKind.PAYMENT, body))
                    .as("schema: %s", row)
                    .isEqualTo(row.get(2).equals("schema"));
        }
    }

    @Property(tries = 1500)
    void readerAndSchema_anyBody_agree(@ForAll RequestKind kind, @ForAll("mutations") List<Mutation> mutations)
            throws Exception {
        ObjectNode body = (ObjectNode) SubmissionTest.json(kind.example());
        for (Mutation mutation : mutations) {
            mutation.apply(body);
        }
        boolean taken = reader(kind, body);
        Statistics.collect(taken ? "taken" : "refused");
        Statistics.coverage(coverage -> {
            coverage.check("taken").percentage(share -> share > 5);
            coverage.check("refused").percentage(share -> share > 5);
        });
        assertThat(schema(kind, body)).as(body.toString()).isEqualTo(taken);
    }

    /** Sets one field, or removes it where the value is null. */
    record Mutation(String field, JsonNode value) {
        void apply(ObjectNode body) {
            if (value == null) {
                body.remove(field);
            } else {
                body.set(field, value);
            }
        }
    }

    @Provide
    Arbitrary<List<Mutation>> mutations() {
        Arbitrary<String> fields = Arbitraries.of(fields());
        Arbitrary<Mutation> anyValue = Combinators.combine(fields, values()).as(Mutation::new);
        Arbitrary<Mutation> fitting = Arbitraries.oneOf(
                set("quantity", decimals()),
                set("limit_price", decimals()),
                set("amount", decimals()),
                set("reference", lines()),
                set("account", names()),
                set("gateway", names()),
                set(
                        "currency",
                        Arbitraries.strings()
                                .withCharRange('A', 'Z')
                                .ofMinLength(2)
                                .ofMaxLength(4)),
                set("idempotency_key", Arbitraries.strings().ascii().ofMaxLength(3)),
                set("order_type", Arbitraries.of("market", "limit")),
                set("side", Arbitraries.of("buy", "sell")),
                metadata().map(tree -> new Mutation("metadata", tree)),
                fields.map(field -> new Mutation(field, null)));
        return Arbitraries.frequencyOf(net.jqwik.api.Tuple.of(5, fitting), net.jqwik.api.Tuple.of(1, anyValue))
                .list()
                .ofMaxSize(4);
    }

    /** Those of every kind, so that each body also has fields of another one, and one that none has. */
    private static Set<String> fields() {
        Set<String> fields = new TreeSet<>(Submission.FIELDS_FOR_KAKUTEI);
        Stream.of(RequestKind.values()).forEach(kind -> fields.addAll(kind.fields()));
        fields.addAll(Set.of("metadata", "colour"));
        return fields;
    }

    private static Arbitrary<Mutation> set(String field, Arbitrary<String> texts) {
        return texts.map(
                text -> new Mutation(field, Json.MAPPER.getNodeFactory().textNode(text)));
    }

    private static Arbitrary<String> decimals() {
        Arbitrary<String> digits =
                Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(20);
        return Arbitraries.oneOf(
                digits,
                Combinators.combine(digits, digits).as((whole, part) -> whole + "." + part),
                Arbitraries.of("0", "0.0", "1", "1.", ".1", "-1", "1e3", "01", "1\n", "", " 1", "0.01"));
    }

    private static Arbitrary<String> names() {
        return Arbitraries.oneOf(
                Arbitraries.strings().withChars("aZ09._:/-").ofMaxLength(4),
                Arbitraries.of(98, 99, 100, 101).map("n"::repeat),
                Arbitraries.strings().ascii().ofMaxLength(4));
    }

    private static Arbitrary<String> lines() {
        return Arbitraries.oneOf(
                sound(4),
                Arbitraries.of(199, 200, 201).map("線"::repeat),
                Arbitraries.of(199, 200, 201).map("😀"::repeat),
                Arbitraries.of("a\nb", "a\n", "\t", "a\u007F", "\u0085", "\u2028"));
    }

    private static Arbitrary<JsonNode> values() {
        return Arbitraries.of("null", "true", "7", "1.5", "\"\"", "\"x\"", "[]", "{}", "[\"x\"]", "{\"x\":\"1\"}")
                .map(RequestSchemaPropertyTest::tree);
    }

    /** Within what a schema can say: a few levels, numbers that survive, texts around the limit. */
    private static Arbitrary<JsonNode> metadata() {
        Arbitrary<JsonNode> leaves = Arbitraries.oneOf(
                values(),
                sound(3).map(text -> Json.MAPPER.getNodeFactory().textNode(text)),
                Arbitraries.of(1999, 2000, 2001)
                        .map(n -> Json.MAPPER.getNodeFactory().textNode("x".repeat(n))));
        Arbitrary<JsonNode> nested = leaves.list().ofMaxSize(2).map(items -> {
            var array = Json.MAPPER.createArrayNode();
            array.addAll(items);
            return array;
        });
        Arbitrary<Integer> sizes = Arbitraries.of(0, 1, 2, 49, 50, 51);
        return Combinators.combine(sizes, Arbitraries.oneOf(leaves, nested)).as((size, value) -> {
            ObjectNode object = Json.MAPPER.createObjectNode();
            for (int i = 0; i < size; i++) {
                object.set(
                        "k" + i, i == 0 ? value : Json.MAPPER.getNodeFactory().numberNode(i));
            }
            return object;
        });
    }

    private static Arbitrary<String> sound(int length) {
        return Arbitraries.strings().ofMaxLength(length).filter(dev.kakutei.schemas.WireText::isSound);
    }

    private static void assertBoth(RequestKind kind, JsonNode body, boolean taken) {
        assertThat(reader(kind, body)).isEqualTo(taken);
        assertThat(schema(kind, body)).isEqualTo(taken);
    }

    private static boolean reader(RequestKind kind, JsonNode body) {
        try {
            Submission.of(kind, body);
            return true;
        } catch (InvalidRequest e) {
            return false;
        }
    }

    private static boolean schema(RequestKind kind, JsonNode body) {
        return SchemaFiles.errors(kind.wire() + "-request", body).isEmpty();
    }

    private static JsonNode tree(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
