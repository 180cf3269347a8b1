package dev.kakutei.schemas.gateway;

import dev.kakutei.schemas.RequestKind;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads the headers that every call carries: texts with placeholders, or secrets. */
final class HeadersReader {
    static final int MAX_HEADERS = 50;
    /** Headers that are nothing but a secret. */
    private static final Set<String> SECRETS = Set.of("authorization", "cookie");

    private static final Pattern SECRET_NAME = Pattern.compile(".*(secret|token|password|api-?key).*");

    private HeadersReader() {}

    /** @param kinds what the gateway offers */
    static Map<String, CallSettings.HeaderValue> read(Section section, HeaderNames names, Set<RequestKind> kinds) {
        Map<String, CallSettings.HeaderValue> headers = new TreeMap<>();
        if (section.names().size() > MAX_HEADERS) {
            section.mistake(section.names().get(MAX_HEADERS), "is one too many: at most " + MAX_HEADERS + " headers");
            return headers;
        }
        for (String name : section.names()) {
            names.claim(section, name, name, "headers");
            if (section.node(name).isObject()) {
                Secret secret = SecretReader.read(section, name);
                if (secret != null) {
                    headers.put(name, new CallSettings.HeaderValue(null, secret));
                }
            } else {
                String text = section.required(name, "a text, {env: NAME} or {file: PATH}");
                if (text != null && check(section, name, text, kinds)) {
                    headers.put(name, new CallSettings.HeaderValue(text, null));
                }
            }
        }
        return headers;
    }

    private static boolean check(Section section, String name, String text, Set<RequestKind> kinds) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (SECRETS.contains(lower)) {
            section.mistake(name, "a secret must not be in the file: {env: NAME} or {file: PATH}, or use auth");
            return false;
        }
        if (!text.chars().allMatch(c -> c >= 0x20 && c < 0x7f)) {
            section.mistake(name, "must have only the printable characters of ASCII");
            return false;
        }
        Template template;
        try {
            template = Template.of(text);
        } catch (IllegalArgumentException e) {
            section.mistake(name, e.getMessage());
            return false;
        }
        template.holes().forEach(hole -> {
            if (hole.placeholder() == Placeholder.METADATA && hole.entry() == null) {
                section.mistake(
                        name, "{metadata} is a mapping, which no header can carry; one entry is {metadata.NAME}");
            } else if (!kinds.isEmpty() && hole.placeholder().kinds().stream().noneMatch(kinds::contains)) {
                section.mistake(
                        name,
                        "{" + hole.placeholder().spelling() + "} is no field of the requests that this gateway takes");
            }
        });
        if (SECRET_NAME.matcher(lower).matches() && template.holes().findAny().isEmpty()) {
            section.warning(name, "looks like a secret in the file; write {env: NAME} or {file: PATH}");
        }
        return true;
    }
}
