package dev.kakutei.sender.criteria;

import com.fasterxml.jackson.databind.JsonNode;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.Option;
import com.jayway.jsonpath.spi.json.JacksonJsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A place in a JSON body: {@code $.error.code}, {@code $['error code']}, {@code $.errors[0]}, {@code $.errors[*].code}.
 * A part of JSONPath that names places and searches none: no filters, no functions, no descent. The file's reader
 * refuses the rest with its path; here it is refused once more, so that nothing can be talked into it.
 */
public final class BodyPath {
    private static final int MAX_LENGTH = 512;
    private static final Pattern ALLOWED = Pattern.compile("\\$(?:\\.[^\\s.\\[\\]()?*@,:'\"\\\\$]++|\\.\\*|\\[\\*]"
            + "|\\[[0-9]{1,6}]|\\['[^'\\\\]+']|\\[\"[^\"\\\\]+\"])*+");

    private static final Configuration CONFIGURATION = Configuration.builder()
            .jsonProvider(new JacksonJsonNodeJsonProvider())
            .mappingProvider(new JacksonMappingProvider())
            .options(Option.SUPPRESS_EXCEPTIONS)
            .build();

    private final String text;
    private final JsonPath path;

    private BodyPath(String text) {
        this.text = text;
        this.path = JsonPath.compile(text);
    }

    /** @throws IllegalArgumentException which says what is wrong with it */
    public static BodyPath compile(String text) {
        if (text.length() > MAX_LENGTH || !ALLOWED.matcher(text).matches()) {
            throw new IllegalArgumentException("\"" + text
                    + "\" is not a path of names, indexes and [*] such as $.error.code or $.errors[*].code");
        }
        try {
            return new BodyPath(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("\"" + text + "\" is not a path: " + e.getMessage(), e);
        }
    }

    /** The values there, without nulls. Several only where the path has a {@code *}. */
    public List<JsonNode> values(JsonNode body) {
        JsonNode found = body.isMissingNode() ? null : path.read(body, CONFIGURATION);
        if (found == null || found.isNull()) {
            return List.of();
        }
        if (path.isDefinite()) {
            return List.of(found);
        }
        List<JsonNode> values = new ArrayList<>(found.size());
        for (JsonNode value : found) {
            if (!value.isNull()) {
                values.add(value);
            }
        }
        return values;
    }

    /** The one text or number there; empty where there is none, something else, or several. */
    public Optional<String> text(JsonNode body) {
        List<JsonNode> values = values(body);
        return values.size() == 1 && (values.get(0).isTextual() || values.get(0).isNumber())
                ? Optional.of(values.get(0).asText())
                : Optional.empty();
    }

    /** Whether the body has the shape that the path begins with. */
    boolean fits(JsonNode body) {
        if (text.length() == 1) {
            return !body.isMissingNode();
        }
        if (text.startsWith("$.*") || text.startsWith("$[*]")) {
            return body.isContainerNode();
        }
        return Character.isDigit(text.charAt(2)) && text.charAt(1) == '[' ? body.isArray() : body.isObject();
    }

    @Override
    public String toString() {
        return text;
    }
}
