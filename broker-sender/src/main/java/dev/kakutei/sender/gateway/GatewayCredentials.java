package dev.kakutei.sender.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.secret.Secrets;
import dev.kakutei.schemas.gateway.Auth;
import dev.kakutei.schemas.gateway.CallSettings;
import dev.kakutei.schemas.gateway.Secret;
import dev.kakutei.sender.render.NotRenderable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Shows a gateway who we are: adds to a request the headers that carry secrets, and signs it last, over the very bytes
 * that will be sent.
 */
final class GatewayCredentials {
    static final String AUTHORIZATION = "Authorization";

    private final CallSettings settings;
    private final Secrets secrets;
    private final Map<String, Secret> headers = new TreeMap<>();
    private final Signing signing;

    GatewayCredentials(CallSettings settings, Secrets secrets) {
        this.settings = settings;
        this.secrets = secrets;
        this.signing = settings.signature() == null ? null : new Signing(settings.signature());
        settings.headers().forEach((name, value) -> {
            if (value.secret() != null) {
                headers.put(name, value.secret());
            }
        });
    }

    Outgoing addTo(Outgoing outgoing, Instant now) throws NotRenderable {
        Map<String, String> added = new LinkedHashMap<>(authorization());
        headers.forEach((name, secret) -> added.put(name, secrets.reveal(secret)));
        if (signing != null) {
            String key = secrets.reveal(settings.signature().key());
            added.putAll(signing.headers(outgoing, key.getBytes(UTF_8), now));
        }
        Outgoing complete = outgoing.with(added);
        if (complete.headerBytes() > Outgoing.MAX_HEADERS) {
            throw new NotRenderable("its headers would have more than " + Outgoing.MAX_HEADERS + " bytes");
        }
        return complete;
    }

    /** Every form in which a gateway might send a secret back to us, the longest first. */
    List<String> known() {
        List<String> known = new ArrayList<>(secrets.known());
        if (settings.auth() instanceof Auth.Basic basic) {
            secrets.known().forEach(password -> known.add(encoded(basic.user(), password)));
        }
        return known.stream()
                .sorted((one, other) -> Integer.compare(other.length(), one.length()))
                .toList();
    }

    private Map<String, String> authorization() {
        return settings.auth().match(new Auth.Cases<Map<String, String>>() {
            @Override
            public Map<String, String> none(Auth.None auth) {
                return Map.of();
            }

            @Override
            public Map<String, String> bearer(Auth.Bearer auth) {
                return Map.of(AUTHORIZATION, "Bearer " + secrets.reveal(auth.token()));
            }

            @Override
            public Map<String, String> basic(Auth.Basic auth) {
                return Map.of(AUTHORIZATION, "Basic " + encoded(auth.user(), secrets.reveal(auth.password())));
            }

            @Override
            public Map<String, String> apiKey(Auth.ApiKey auth) {
                return Map.of(auth.header(), secrets.reveal(auth.key()));
            }
        });
    }

    private static String encoded(String user, String password) {
        return Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
    }

    @Override
    public String toString() {
        return "***";
    }
}
