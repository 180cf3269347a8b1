package dev.kakutei.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.kakutei.schemas.WireText;
import dev.kakutei.schemas.request.Violation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Reads a body strictly (SPEC A9). No error repeats what is in the body: it may be a card number. */
public final class RequestBodyReader {
    static final int MAX_DEPTH = 32;
    static final int MAX_DIGITS = 100;
    static final int MAX_NAME = 256;
    private static final int MAX_POINTER = 500;
    static final int MAX_TEXT = 16 * 1024;

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_DIGITS)
                            .maxNameLength(MAX_NAME)
                            .maxStringLength(MAX_TEXT)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final int limit;

    public RequestBodyReader(int limit) {
        this.limit = limit;
    }

    /** @param declared the length as the caller declared it; negative for none */
    public JsonNode read(InputStream body, long declared) throws Refused, IOException {
        if (declared > limit) {
            throw new Refused(Problem.tooLarge(limit));
        }
        // A declared length is kept by the server: no more will come, and no larger buffer is needed.
        return read(body.readNBytes(declared < 0 ? limit + 1 : (int) declared));
    }

    public JsonNode read(byte[] bytes) throws Refused {
        if (bytes.length > limit) {
            throw new Refused(Problem.tooLarge(limit));
        }
        if (bytes.length == 0) {
            throw new Refused(Problem.malformed("The body is empty."));
        }
        return parsed(text(bytes));
    }

    private static String text(byte[] bytes) throws Refused {
        try {
            CharBuffer text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes));
            return text.toString();
        } catch (CharacterCodingException e) {
            throw new Refused(Problem.malformed("The body is not valid UTF-8."));
        }
    }

    private static JsonNode parsed(String text) throws Refused {
        try (JsonParser parser = MAPPER.createParser(text)) {
            return parsed(parser);
        } catch (IOException e) {
            throw new Refused(Problem.malformed("The body is not JSON."));
        }
    }

    private static JsonNode parsed(JsonParser parser) throws Refused, IOException {
        try {
            if (parser.nextToken() == null) {
                throw new Refused(Problem.malformed("The body is empty."));
            }
            JsonNode body = MAPPER.readTree(parser);
            JsonToken rest = parser.nextToken();
            if (rest != null) {
                throw new Refused(Problem.malformed(
                        "Something follows the JSON document, at " + place(parser.currentTokenLocation()) + "."));
            }
            return body;
        } catch (NumberFormatException e) {
            // Jackson lets this one through for an exponent that no BigDecimal has.
            throw new Refused(Problem.invalid(pointer(parser), "is a number that is out of range"));
        } catch (StreamConstraintsException e) {
            throw new Refused(Problem.malformed(limitOf(e.getMessage())));
        } catch (JsonProcessingException e) {
            if (String.valueOf(e.getOriginalMessage()).startsWith("Duplicate field")) {
                throw new Refused(new Problem(
                        400,
                        "duplicate-field",
                        "A field is given twice",
                        "The second one is at " + place(e.getLocation()) + ".",
                        List.of(new Violation(pointer(parser), "is given twice")),
                        Map.of()));
            }
            throw new Refused(Problem.malformed("The body is not JSON: see " + place(e.getLocation()) + "."));
        }
    }

    /** A field's name can hold characters that no answer can carry. */
    private static String pointer(JsonParser parser) {
        return WireText.sound(parser.getParsingContext().pathAsPointer().toString(), MAX_POINTER);
    }

    private static String limitOf(String message) {
        String said = String.valueOf(message);
        if (said.contains("nesting depth")) {
            return "The body is nested deeper than " + MAX_DEPTH + " levels.";
        }
        if (said.startsWith("Number")) {
            return "A number in the body has more than " + MAX_DIGITS + " characters.";
        }
        if (said.startsWith("Name")) {
            return "A field's name in the body has more than " + MAX_NAME + " characters.";
        }
        return "A string in the body has more than " + MAX_TEXT + " characters.";
    }

    private static String place(JsonLocation location) {
        return location == null
                ? "an unknown place"
                : "line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
