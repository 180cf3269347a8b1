package dev.kakutei.sender.gateway;

import dev.kakutei.boot.redact.Redaction;
import dev.kakutei.schemas.gateway.Auth;
import dev.kakutei.schemas.gateway.CallSettings;
import dev.kakutei.schemas.gateway.Signature;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The headers that {@link GatewayCredentials} would add, for people: showing them needs no secrets. */
final class MaskedCredentials {
    private MaskedCredentials() {}

    static Map<String, String> of(CallSettings settings, Instant now) {
        Map<String, String> headers = new LinkedHashMap<>(authorization(settings.auth()));
        new TreeMap<>(settings.headers()).forEach((name, value) -> {
            if (value.secret() != null) {
                headers.put(name, Redaction.MASK);
            }
        });
        Signature signature = settings.signature();
        if (signature != null) {
            if (signature.timestampHeader() != null) {
                headers.put(signature.timestampHeader(), Long.toString(now.getEpochSecond()));
            }
            headers.put(signature.header(), signature.prefix() + Redaction.MASK);
        }
        return headers;
    }

    private static Map<String, String> authorization(Auth auth) {
        return auth.match(new Auth.Cases<Map<String, String>>() {
            @Override
            public Map<String, String> none(Auth.None none) {
                return Map.of();
            }

            @Override
            public Map<String, String> bearer(Auth.Bearer bearer) {
                return Map.of(GatewayCredentials.AUTHORIZATION, "Bearer " + Redaction.MASK);
            }

            @Override
            public Map<String, String> basic(Auth.Basic basic) {
                return Map.of(GatewayCredentials.AUTHORIZATION, "Basic " + Redaction.MASK);
            }

            @Override
            public Map<String, String> apiKey(Auth.ApiKey apiKey) {
                return Map.of(apiKey.header(), Redaction.MASK);
            }
        });
    }
}
