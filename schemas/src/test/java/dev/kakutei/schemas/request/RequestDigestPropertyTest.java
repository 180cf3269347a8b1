package dev.kakutei.schemas.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.Arbitrary8785;
import dev.kakutei.schemas.OddSpelling;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC A2: two spellings of one request have one digest, and two requests have two. */
class RequestDigestPropertyTest {
    private static final List<String> MAY_BE_NULL = List.of("gateway", "expires_at", "idempotency_key");

    @Property(tries = 300)
    void digest_sameRequestSpeltDifferently_isTheSame(@ForAll("metadata") JsonNode metadata, @ForAll long seed)
            throws Exception {
        Random random = new Random(seed);
        ObjectNode body = payment(metadata);
        ObjectNode other = body.deepCopy();
        // The key is not part of the request, and what is null is not there.
        MAY_BE_NULL.forEach(name -> {
            if (random.nextBoolean()) {
                other.putNull(name);
            }
        });
        if (random.nextBoolean()) {
            other.put("idempotency_key", "k-" + random.nextInt());
        }
        String spelt = OddSpelling.of(other, random);

        assertThat(digest(Json.MAPPER.readTree(spelt))).as(spelt).isEqualTo(digest(body));
    }

    @Property(tries = 300)
    void digest_otherMetadata_isAnother(@ForAll("metadata") JsonNode one, @ForAll("metadata") JsonNode other)
            throws Exception {
        assertThat(digest(payment(one)).equals(digest(payment(other)))).isEqualTo(Arbitrary8785.sameValue(one, other));
    }

    /** Texts are what they are spelled: nothing is rounded, folded or normalised. */
    @ParameterizedTest
    @CsvSource({
        "amount, 1.0, 1.00",
        "amount, 1, 1.0",
        "reference, caf\u00e9, cafe\u0301",
        "reference, INV-1, inv-1",
        "reference, INV-1, 'INV-1 '",
        "expires_at, 2027-12-01T00:00:00Z, 2027-12-01T00:00:00+00:00",
        "expires_at, 2027-12-01T00:00:00Z, 2027-12-01T00:00:00.000Z",
        "payment_method, tok_visa, tok_visb",
    })
    void digest_anotherText_isAnother(String field, String one, String other) throws Exception {
        ObjectNode body = payment(Json.MAPPER.createObjectNode());

        assertThat(digest(body.deepCopy().put(field, one)))
                .isNotEqualTo(digest(body.deepCopy().put(field, other)));
    }

    /** Numbers are their value: in metadata, 1 and 1.0 are the same number. A null inside metadata is the caller's own. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"n\":1} | {\"n\":1.0} | true",
                "{\"n\":1e2} | {\"n\":100} | true",
                "{\"n\":-0} | {\"n\":0} | true",
                "{\"n\":1} | {\"n\":\"1\"} | false",
                "{\"n\":null} | {} | false",
                "{\"a\":[1,2]} | {\"a\":[2,1]} | false",
            })
    void digest_metadata_isComparedByValue(String one, String other, boolean same) throws Exception {
        assertThat(digest(payment(Json.MAPPER.readTree(one))).equals(digest(payment(Json.MAPPER.readTree(other)))))
                .isEqualTo(same);
    }

    @Provide
    Arbitrary<JsonNode> metadata() {
        return Arbitrary8785.objects();
    }

    private static ObjectNode payment(JsonNode metadata) throws JsonProcessingException {
        ObjectNode body = (ObjectNode) Json.MAPPER.readTree(SubmissionTest.PAYMENT);
        body.remove("gateway");
        body.set("metadata", metadata);
        return body;
    }

    private static String digest(JsonNode body) throws InvalidRequest {
        return Submission.of(RequestKind.PAYMENT, body).digest();
    }
}
