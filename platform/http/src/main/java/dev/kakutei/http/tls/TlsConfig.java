package dev.kakutei.http.tls;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where the certificate is.
 *
 * @param certificate PEM: the server's own first, then those that vouch for it
 * @param key PEM: PKCS#8, not encrypted
 * @param reload how often the files are checked
 */
public record TlsConfig(Path certificate, Path key, Duration reload) {
    public TlsConfig {
        requireNonNull(certificate, "certificate");
        requireNonNull(key, "key");
        requireNonNull(reload, "reload");
    }
}
