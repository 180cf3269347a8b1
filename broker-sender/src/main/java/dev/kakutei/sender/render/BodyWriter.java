package dev.kakutei.sender.render;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.CallSettings;
import java.util.EnumMap;
import java.util.Map;

/** Writes the body of a request in the form that its gateway wants. */
public final class BodyWriter {
    /** A small template can ask for a large value many times. */
    static final int MAX_BYTES = 1024 * 1024;

    /** 1E+3 is valid JSON, and many a gateway does not know it. */
    private static final ObjectWriter JSON = Json.MAPPER.writer().with(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN);

    /** Our own form is as it always was, byte for byte. */
    private static final ObjectWriter OWN_JSON = Json.MAPPER.writer();

    private final CallSettings.BodyFormat format;
    private final Map<RequestKind, BodyTemplate> templates = new EnumMap<>(RequestKind.class);

    public BodyWriter(CallSettings settings) {
        this.format = settings.format();
        settings.bodies().forEach((kind, template) -> templates.put(kind, BodyTemplate.of(template)));
    }

    public String contentType() {
        return switch (format) {
            case JSON -> "application/json";
            case FORM -> "application/x-www-form-urlencoded";
        };
    }

    public byte[] write(Command.Send command) throws NotRenderable {
        BodyTemplate template = templates.get(command.kind());
        JsonNode tree = template == null ? DefaultBody.of(command) : template.render(new Values(command));
        byte[] body = switch (format) {
            case JSON -> json(tree, template == null ? OWN_JSON : JSON);
            case FORM -> FormBody.of(tree).getBytes(UTF_8);
        };
        if (body.length > MAX_BYTES) {
            throw new NotRenderable("its body would have more than " + MAX_BYTES + " bytes");
        }
        return body;
    }

    private static byte[] json(JsonNode tree, ObjectWriter writer) throws NotRenderable {
        try {
            return writer.writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            // such as a number of many thousands of digits
            throw new NotRenderable("one of its values cannot be written as JSON");
        }
    }
}
