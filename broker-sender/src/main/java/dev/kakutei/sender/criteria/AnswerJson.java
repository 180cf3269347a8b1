package dev.kakutei.sender.criteria;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;

/**
 * Reads what a gateway sent, as strictly as something may be read that money hangs on: bytes that are not of the
 * encoding, a name that occurs twice, anything after the end make it no JSON. Depth, tokens and the length of numbers
 * are bounded; numbers are kept as decimals and are never written out, so that {@code 1e999999999} is a short number.
 */
public final class AnswerJson {
    static final int MAX_DEPTH = 100;
    static final int MAX_TOKENS = 100_000;
    static final int MAX_NUMBER_LENGTH = 1000;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxTokenCount(MAX_TOKENS)
                            .maxNumberLength(MAX_NUMBER_LENGTH)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    // a table of all names ever seen is for those who know who writes to them
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private AnswerJson() {}

    /** A missing node where it is not JSON. */
    public static JsonNode read(byte[] body, Charset charset) {
        try {
            CharBuffer text = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(body));
            boolean marked = text.hasRemaining() && text.get(0) == BYTE_ORDER_MARK;
            return MAPPER.readTree(
                    text.subSequence(marked ? 1 : 0, text.remaining()).toString());
        } catch (CharacterCodingException e) {
            return MissingNode.getInstance();
        } catch (IOException | ArithmeticException | NumberFormatException e) {
            // an exponent beyond what a decimal can hold is a runtime exception of the library
            return MissingNode.getInstance();
        }
    }
}
