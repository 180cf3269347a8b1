package dev.kakutei.schemas.gateway;

import java.util.List;

/** Reads how we show a gateway who we are. */
final class AuthReader {
    private static final String HEADER = "Authorization";

    private AuthReader() {}

    static Auth read(Section parent, HeaderNames headers) {
        if (!parent.has("auth")) {
            return new Auth.None();
        }
        Section section = parent.section("auth");
        List<String> said = List.of("bearer", "basic", "api_key").stream()
                .filter(section::names)
                .toList();
        section.refuseUnknown();
        if (said.size() != 1) {
            parent.mistake("auth", "must be exactly one of bearer, basic, api_key");
            return new Auth.None();
        }
        Auth auth = switch (said.get(0)) {
            case "bearer" -> bearer(section, headers);
            case "basic" -> basic(section, headers);
            default -> apiKey(section, headers);
        };
        return auth == null ? new Auth.None() : auth;
    }

    private static Auth bearer(Section section, HeaderNames headers) {
        headers.claim(section, "bearer", HEADER, "auth");
        Secret token = SecretReader.read(section, "bearer");
        return token == null ? null : new Auth.Bearer(token);
    }

    private static Auth basic(Section section, HeaderNames headers) {
        headers.claim(section, "basic", HEADER, "auth");
        Section basic = section.section("basic");
        String user = basic.required("user", "the name that the gateway knows us by");
        Secret password = SecretReader.read(basic, "password");
        basic.refuseUnknown();
        if (user != null && user.contains(":")) {
            basic.mistake("user", "must have no ':', which ends the user's name in this header");
        }
        return user == null || password == null ? null : new Auth.Basic(user, password);
    }

    private static Auth apiKey(Section section, HeaderNames headers) {
        Section apiKey = section.section("api_key");
        String header = apiKey.required("header", "the header that carries the key, such as X-Api-Key");
        Secret key = SecretReader.read(apiKey, "key");
        apiKey.refuseUnknown();
        if (header != null) {
            headers.claim(apiKey, "header", header, "auth.api_key");
        }
        return header == null || key == null ? null : new Auth.ApiKey(header, key);
    }
}
