package dev.kakutei.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.Arbitrary8785;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.erdtman.jcs.JsonCanonicalizer;

class CanonicalJsonPropertyTest {
    @Property(tries = 500)
    void canonical_readAgain_isTheSameDocumentAndTheSameText(@ForAll("documents") JsonNode document) throws Exception {
        String canonical = CanonicalJson.of(document);
        JsonNode again = Json.MAPPER.readTree(canonical);
        assertThat(CanonicalJson.of(again)).isEqualTo(canonical);
        assertThat(Arbitrary8785.sameValue(again, document)).as(canonical).isTrue();
    }

    @Property(tries = 500)
    void canonical_shuffledAndSpeltDifferently_isTheSameText(@ForAll("documents") JsonNode document, @ForAll long seed)
            throws Exception {
        StringBuilder odd = new StringBuilder();
        spellOddly(document, new Random(seed), odd);
        assertThat(CanonicalJson.of(Json.MAPPER.readTree(odd.toString())))
                .as(odd.toString())
                .isEqualTo(CanonicalJson.of(document));
    }

    /** The RFC author's own implementation, which reads text. */
    @Property(tries = 500)
    void canonical_besideTheReference_isTheSameText(@ForAll("documents") JsonNode document) throws Exception {
        String wrapped = "[" + Json.MAPPER.writeValueAsString(document) + "]";
        assertThat("[" + CanonicalJson.of(document) + "]").isEqualTo(new JsonCanonicalizer(wrapped).getEncodedString());
    }

    @Property(tries = 500)
    void digests_equalOnlyForEqualDocuments(@ForAll("documents") JsonNode one, @ForAll("documents") JsonNode other) {
        boolean sameDigest =
                CanonicalJson.digest(CanonicalJson.of(one)).equals(CanonicalJson.digest(CanonicalJson.of(other)));
        assertThat(sameDigest).isEqualTo(Arbitrary8785.sameValue(one, other));
    }

    @Provide
    Arbitrary<JsonNode> documents() {
        return Arbitrary8785.documents();
    }

    private static void spellOddly(JsonNode node, Random random, StringBuilder out) {
        out.append(" \t\n\r".charAt(random.nextInt(4)));
        if (node instanceof ObjectNode object) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            Collections.shuffle(names, random);
            out.append('{');
            for (int i = 0; i < names.size(); i++) {
                out.append(i == 0 ? "" : " ,");
                spellText(names.get(i), random, out);
                out.append(" :");
                spellOddly(node.get(names.get(i)), random, out);
            }
            out.append(" }");
        } else if (node.isArray()) {
            out.append('[');
            for (int i = 0; i < node.size(); i++) {
                out.append(i == 0 ? "" : ",");
                spellOddly(node.get(i), random, out);
            }
            out.append("\n]");
        } else if (node.isTextual()) {
            spellText(node.textValue(), random, out);
        } else if (node.isNumber()) {
            // shifting the point changes the spelling, never the value
            int shift = random.nextInt(5) - 2;
            out.append(node.decimalValue().movePointRight(shift).toPlainString())
                    .append('E')
                    .append(-shift);
        } else {
            out.append(node);
        }
    }

    private static void spellText(String text, Random random, StringBuilder out) {
        out.append('"');
        for (char c : text.toCharArray()) {
            boolean mustEscape = c < 0x20 || c == '"' || c == '\\' || Character.isSurrogate(c);
            if (mustEscape || random.nextBoolean()) {
                out.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
