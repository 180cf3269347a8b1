package dev.kakutei.boot.secret;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.gateway.Auth;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * One place of a gateway's description that needs a secret.
 *
 * @param entry the place, as it is called in the gateway file
 */
record SecretUse(String entry, Secret secret, Form form) {
    SecretUse {
        requireNonNull(entry, "entry");
        requireNonNull(secret, "secret");
        requireNonNull(form, "form");
    }

    /** What may be in it. */
    enum Form {
        /** Goes into a header as it is. */
        HEADER,
        /** Is encoded or signed with, so any text will do. */
        ANY_TEXT
    }

    static List<SecretUse> of(Gateway gateway) {
        String path = "gateways." + gateway.name() + ".";
        List<SecretUse> uses = new ArrayList<>();
        gateway.callSettings().auth().match(new Auth.Cases<Void>() {
            @Override
            public Void none(Auth.None auth) {
                return null;
            }

            @Override
            public Void bearer(Auth.Bearer auth) {
                uses.add(new SecretUse(path + "auth.bearer", auth.token(), Form.HEADER));
                return null;
            }

            @Override
            public Void basic(Auth.Basic auth) {
                uses.add(new SecretUse(path + "auth.basic.password", auth.password(), Form.ANY_TEXT));
                return null;
            }

            @Override
            public Void apiKey(Auth.ApiKey auth) {
                uses.add(new SecretUse(path + "auth.api_key.key", auth.key(), Form.HEADER));
                return null;
            }
        });
        if (gateway.callSettings().signature() != null) {
            uses.add(new SecretUse(
                    path + "signature.key", gateway.callSettings().signature().key(), Form.ANY_TEXT));
        }
        new TreeMap<>(gateway.callSettings().headers()).forEach((name, value) -> {
            if (value.secret() != null) {
                uses.add(new SecretUse(path + "headers." + name, value.secret(), Form.HEADER));
            }
        });
        return uses;
    }
}
