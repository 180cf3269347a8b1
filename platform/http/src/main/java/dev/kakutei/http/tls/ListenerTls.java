package dev.kakutei.http.tls;

import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.http.metrics.HttpMetrics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS 1.2 and 1.3 with the certificate in the files, and with the new one when they change: for connections made from
 * then on. The bytes are compared, not the times: a file may be replaced by a link, and twice within a second. Files that
 * cannot be used, for example because only one of the two has been replaced so far, leave everything as it was.
 */
public final class ListenerTls implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ListenerTls.class);

    private final TlsConfig config;
    private final InstantSource clock;
    private final SslContextFactory.Server factory = new SslContextFactory.Server();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("ingest-tls"));
    /** Fingerprint of the files that were read last, valid or not, so that each version is logged once. */
    private String lastRead;

    private volatile Instant expiry;

    public ListenerTls(TlsConfig config, HttpMetrics metrics, InstantSource clock) {
        this.config = config;
        this.clock = clock;
        metrics.certificateExpiry(() -> expiry == null
                ? Double.NaN
                : Duration.between(clock.instant(), expiry).toSeconds());
    }

    /** Whether the files could be used now. */
    public static void check(TlsConfig config) throws InvalidPem {
        PemIdentity.read(config);
    }

    /** Reads the files; from here on they are watched. */
    public SslContextFactory.Server start() {
        try {
            PemIdentity identity = PemIdentity.read(config);
            lastRead = identity.fingerprint();
            factory.setKeyStorePassword("");
            factory.setKeyStore(identity.keyStore());
            factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
            factory.setEndpointIdentificationAlgorithm(null);
            use(identity);
        } catch (InvalidPem e) {
            throw new IllegalStateException(
                    "The TLS certificate of ingest.http.host cannot be used: " + e.getMessage(), e);
        }
        long every = config.reload().toMillis();
        thread.scheduleWithFixedDelay(this::reloadIfChanged, every, every, TimeUnit.MILLISECONDS);
        return factory;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private void reloadIfChanged() {
        String found = "unreadable";
        try {
            found = PemIdentity.fingerprint(config);
            if (found.equals(lastRead)) {
                return;
            }
            PemIdentity identity = PemIdentity.read(config);
            factory.reload(reloading -> reloading.setKeyStore(identity.keyStore()));
            use(identity);
        } catch (InvalidPem e) {
            if (!found.equals(lastRead)) {
                log.warn("The new TLS certificate cannot be used: {}; keeping the current one", e.getMessage());
            }
        } catch (Exception e) {
            log.warn("Loading the new TLS certificate failed; keeping the current one", e);
        }
        lastRead = found;
    }

    private void use(PemIdentity identity) {
        expiry = identity.own().getNotAfter().toInstant();
        log.info("TLS certificate: {}, valid until {}", identity.own().getSubjectX500Principal(), expiry);
        Instant now = clock.instant();
        if (now.isAfter(expiry) || now.isBefore(identity.own().getNotBefore().toInstant())) {
            log.warn("The TLS certificate is not valid now; callers will refuse it");
        }
    }
}
