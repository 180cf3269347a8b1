package dev.kakutei.schemas.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.RequestKind;
import java.time.Duration;
import java.util.Map;

/** Reads how one call to a gateway is made. */
final class CallSettingsReader {
    static final CallSettings.Method METHOD = CallSettings.Method.POST;
    static final CallSettings.BodyFormat FORMAT = CallSettings.BodyFormat.JSON;
    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    static final int MAX_RESPONSE = 64 * 1024;

    private CallSettingsReader() {}

    static CallSettings read(Section section, HeaderNames names, Map<RequestKind, String> paths) {
        Section request = section.section("request");
        CallSettings.BodyFormat format = request.word("format", CallSettings.BodyFormat.class, FORMAT);
        Section bodySection = request.section("bodies");
        Map<RequestKind, JsonNode> bodies = BodyReader.read(bodySection, format);
        request.refuseUnknown();
        bodies.keySet().stream()
                .filter(kind -> !paths.isEmpty() && !paths.containsKey(kind))
                .forEach(kind -> bodySection.warning(kind.wire(), "has no effect: paths has no " + kind.wire()));
        return new CallSettings(
                section.word("method", CallSettings.Method.class, METHOD),
                HeadersReader.read(section.section("headers"), names, paths.keySet()),
                AuthReader.read(section, names),
                SignatureReader.read(section, names),
                format,
                bodies,
                section.duration("connect_timeout", CONNECT_TIMEOUT, Duration.ofMillis(1), Duration.ofMinutes(1)),
                section.size("max_response", MAX_RESPONSE, 1024, 8 * 1024 * 1024),
                NetworkReader.read(section),
                tls(section));
    }

    private static CallSettings.Tls tls(Section parent) {
        if (!parent.has("tls")) {
            return null;
        }
        Section section = parent.section("tls");
        CallSettings.Tls tls = new CallSettings.Tls(
                section.text("trust", null), section.text("certificate", null), section.text("key", null));
        section.refuseUnknown();
        if (tls.certificate() != null && tls.key() == null) {
            section.mistake("key", "is missing: a certificate is shown only with its key");
        }
        if (tls.certificate() == null && tls.key() != null) {
            section.mistake("certificate", "is missing: a key is used only with its certificate");
        }
        if (tls.trust() == null && tls.certificate() == null && tls.key() == null) {
            parent.mistake("tls", "says nothing: name trust, or certificate and key");
        }
        return tls;
    }
}
