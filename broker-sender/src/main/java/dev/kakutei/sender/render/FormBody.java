package dev.kakutei.sender.render;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.util.Map;

/**
 * Writes a tree as {@code application/x-www-form-urlencoded}: {@code metadata[shop]=tokyo}, {@code items[0]=a}. Names and
 * values are encoded, the brackets between them are not. Null, empty objects and empty lists are left out, because the
 * form has no words for them.
 */
public final class FormBody {
    /** A number beyond it stays as it is: written out, 1E999999 would fill a megabyte. */
    private static final int MAX_SCALE = 60;

    private final StringBuilder form = new StringBuilder();

    private FormBody() {}

    public static String of(JsonNode tree) {
        FormBody body = new FormBody();
        for (Map.Entry<String, JsonNode> field : tree.properties()) {
            body.write(encoded(field.getKey()), field.getValue());
        }
        return body.form.toString();
    }

    private void write(String name, JsonNode value) {
        if (value.isObject()) {
            for (Map.Entry<String, JsonNode> field : value.properties()) {
                write(name + "[" + encoded(field.getKey()) + "]", field.getValue());
            }
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                write(name + "[" + i + "]", value.get(i));
            }
        } else if (!value.isNull()) {
            form.append(form.isEmpty() ? "" : "&").append(name).append('=').append(encoded(text(value)));
        }
    }

    private static String text(JsonNode value) {
        boolean plain =
                value.isBigDecimal() && Math.abs((long) value.decimalValue().scale()) <= MAX_SCALE;
        return plain ? value.decimalValue().toPlainString() : value.asText();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }
}
