package dev.kakutei.ingest;

import dev.kakutei.access.AccessConfig;
import dev.kakutei.boot.Settings;
import dev.kakutei.http.DeadlineRule;
import dev.kakutei.http.HttpConfig;
import dev.kakutei.http.tls.InvalidPem;
import dev.kakutei.http.tls.ListenerTls;
import dev.kakutei.http.tls.TlsConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** What can be set about the HTTP listener, and about who may call it. */
final class HttpSettings {
    private static final String TLS_CERTIFICATE = "ingest.http.tls.certificate";
    private static final String TLS_KEY = "ingest.http.tls.key";

    private HttpSettings() {}

    static HttpConfig http(Settings settings) {
        String host = settings.text("ingest.http.host", "127.0.0.1", "the address or name to listen on");
        int port = settings.integer("ingest.http.port", 8080, 0, 65_535, "the port to listen on; 0 for any");
        int body = settings.integer(
                "ingest.http.max-body",
                256 * 1024,
                1024,
                512 * 1024,
                "the longest body that is read, in bytes; a Kafka record holds 1 MB");
        int waiters = settings.integer(
                "ingest.http.max-waiting",
                10_000,
                0,
                1_000_000,
                "how many callers may wait for their outcome at once; others get 202 at once and poll");
        Duration fallback = settings.duration(
                "ingest.deadline.default",
                Duration.ofSeconds(30),
                Duration.ofMillis(1),
                Duration.ofHours(1),
                "how long a caller waits that sets no deadline");
        Duration cap = settings.duration(
                "ingest.deadline.cap",
                Duration.ofMinutes(5),
                Duration.ofMillis(1),
                Duration.ofHours(1),
                "the longest that any caller waits");
        if (fallback.compareTo(cap) > 0) {
            settings.mistake("ingest.deadline.default", "must not be longer than ingest.deadline.cap");
            fallback = cap;
        }
        Duration idle = settings.duration(
                "ingest.http.idle-timeout",
                Duration.ofSeconds(30),
                Duration.ofMillis(100),
                Duration.ofHours(1),
                "how long a connection may be silent while a request is read");
        return new HttpConfig(host, port, tls(settings), body, waiters, idle, new DeadlineRule(fallback, cap));
    }

    private static Optional<TlsConfig> tls(Settings settings) {
        String certificate = settings.text(
                TLS_CERTIFICATE,
                "",
                "a PEM file: the server's certificate, then its intermediate certificates; turns TLS on");
        String key = settings.text(TLS_KEY, "", "a PEM file: the certificate's key, PKCS#8 and not encrypted");
        Duration reload = settings.duration(
                "ingest.http.tls.reload",
                Duration.ofSeconds(10),
                Duration.ofMillis(100),
                Duration.ofHours(1),
                "how often the two files are checked; a new certificate is used without a restart");
        if (certificate.isEmpty() && key.isEmpty()) {
            return Optional.empty();
        }
        if (certificate.isEmpty() || key.isEmpty()) {
            settings.mistake(
                    certificate.isEmpty() ? TLS_CERTIFICATE : TLS_KEY,
                    "is missing; the certificate and its key go together");
            return Optional.empty();
        }
        TlsConfig tls = new TlsConfig(Path.of(certificate), Path.of(key), reload);
        try {
            ListenerTls.check(tls);
        } catch (InvalidPem e) {
            settings.mistake(e.file() == InvalidPem.File.KEY ? TLS_KEY : TLS_CERTIFICATE, e.getMessage());
        }
        return Optional.of(tls);
    }

    static AccessConfig access(Settings settings, HttpConfig http) {
        AccessConfig.Mode mode = settings.word(
                "ingest.access",
                AccessConfig.Mode.class,
                AccessConfig.Mode.OPEN,
                "keys: callers need an API key; open: every caller on this machine is accepted; open_to_network: every"
                        + " caller that reaches it is accepted, for networks that something else guards");
        if (mode == AccessConfig.Mode.OPEN && !http.loopback()) {
            settings.mistake(
                    "ingest.access",
                    "is open, and ingest.http.host (" + http.host() + ") can be reached from other machines: set"
                            + " ingest.access=keys, or ingest.http.host=127.0.0.1. To serve everyone who reaches it, set"
                            + " ingest.access=open_to_network");
        }
        return new AccessConfig(
                mode,
                settings.duration(
                        "ingest.keys.freshness",
                        Duration.ofSeconds(5),
                        Duration.ofMillis(500),
                        Duration.ofMinutes(1),
                        "how long a revoked key may still be accepted"));
    }
}
