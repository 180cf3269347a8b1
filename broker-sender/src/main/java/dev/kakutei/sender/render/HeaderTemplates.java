package dev.kakutei.sender.render;

import dev.kakutei.schemas.gateway.CallSettings;
import dev.kakutei.schemas.gateway.Template;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The headers that a gateway's file sets to texts. A value that no header can carry, such as one with a line break, is
 * refused and not cleaned: a cleaned one would be another value.
 */
public final class HeaderTemplates {
    private final Map<String, Template> templates = new TreeMap<>();

    public HeaderTemplates(Map<String, CallSettings.HeaderValue> headers) {
        headers.forEach((name, value) -> {
            if (value.text() != null) {
                templates.put(name, Template.of(value.text()));
            }
        });
    }

    /** A header of which the request lacks a value is left out. */
    public Map<String, String> render(Values values) throws NotRenderable {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Map.Entry<String, Template> header : templates.entrySet()) {
            String text = values.text(header.getValue());
            if (text == null) {
                continue;
            }
            if (!text.chars().allMatch(c -> c >= 0x20 && c < 0x7f)) {
                throw new NotRenderable("the header " + header.getKey()
                        + " would have a line break, another control character or one beyond ASCII");
            }
            headers.put(header.getKey(), text);
        }
        return headers;
    }
}
