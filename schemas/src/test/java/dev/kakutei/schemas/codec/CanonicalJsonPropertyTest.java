package dev.kakutei.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.Arbitrary8785;
import dev.kakutei.schemas.OddSpelling;
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
        String odd = OddSpelling.of(document, new Random(seed));
        assertThat(CanonicalJson.of(Json.MAPPER.readTree(odd))).as(odd).isEqualTo(CanonicalJson.of(document));
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
}
