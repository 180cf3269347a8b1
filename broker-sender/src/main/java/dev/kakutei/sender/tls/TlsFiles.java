package dev.kakutei.sender.tls;

import dev.kakutei.boot.renew.ReloadingValue;
import dev.kakutei.boot.renew.UnusableValue;
import dev.kakutei.boot.tls.PemFiles;
import dev.kakutei.schemas.gateway.CallSettings;
import dev.kakutei.schemas.gateway.Gateway;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** The files of one gateway's {@code tls}, made into a context. */
public final class TlsFiles {
    /** The stores live in memory only, and a store of this kind insists on a password. */
    private static final char[] IN_MEMORY = "in-memory".toCharArray();

    private final String entry;
    private final CallSettings.Tls tls;

    private TlsFiles(String gateway, CallSettings.Tls tls) {
        this.entry = "gateways." + gateway + ".tls";
        this.tls = tls;
    }

    /** What is missing or cannot be used, each with its place in the gateway file. */
    public static List<String> mistakes(Gateway gateway) {
        List<String> mistakes = new ArrayList<>();
        if (gateway.callSettings().tls() != null) {
            TlsFiles files = new TlsFiles(gateway.name(), gateway.callSettings().tls());
            files.note(mistakes, "trust", () -> files.tls.trust() == null ? null : Pem.certificates(files.tls.trust()));
            files.note(mistakes, files.tls.certificate() == null ? "key" : "certificate", files::keyManagers);
        }
        return mistakes;
    }

    /**
     * The context for connections to this gateway, renewed when its files change.
     *
     * @param tls may be null: then the platform's own trust is all there is
     */
    public static ReloadingValue<SSLContext> context(String gateway, CallSettings.Tls tls, LongSupplier nanoTime)
            throws UnusableValue {
        TlsFiles files = new TlsFiles(gateway, tls == null ? new CallSettings.Tls(null, null, null) : tls);
        List<String> named = Stream.of(files.tls.trust(), files.tls.certificate(), files.tls.key())
                .filter(Objects::nonNull)
                .toList();
        return new ReloadingValue<>(files.entry, named, files::context, nanoTime);
    }

    private SSLContext context() throws UnusableValue {
        KeyManager[] keys = keyManagers();
        TrustManager[] trust = trustManagers();
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new UnusableValue(
                    "no secure connection can be made: " + e.getClass().getSimpleName());
        }
    }

    /** Null for the platform's. */
    private TrustManager[] trustManagers() throws UnusableValue {
        if (tls.trust() == null) {
            return null;
        }
        try {
            KeyStore store = emptyStore();
            for (X509Certificate certificate : Pem.certificates(tls.trust())) {
                store.setCertificateEntry("trusted-" + store.size(), certificate);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(store);
            return factory.getTrustManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new UnusableValue(
                    tls.trust() + " cannot be used: " + e.getClass().getSimpleName());
        }
    }

    /** Null for none. */
    private KeyManager[] keyManagers() throws UnusableValue {
        if (tls.certificate() == null && tls.key() == null) {
            return null;
        }
        if (tls.certificate() == null || tls.key() == null) {
            throw new UnusableValue("certificate and key are of use only together");
        }
        List<X509Certificate> chain = Pem.certificates(tls.certificate());
        PrivateKey key = Pem.key(tls.key());
        try {
            if (!PemFiles.belongTogether(key, chain.get(0).getPublicKey())) {
                throw new UnusableValue(tls.key() + " is not the key of the first certificate in " + tls.certificate());
            }
            KeyStore store = emptyStore();
            store.setKeyEntry("own", key, IN_MEMORY, chain.toArray(X509Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, IN_MEMORY);
            return factory.getKeyManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new UnusableValue(
                    tls.certificate() + " cannot be used: " + e.getClass().getSimpleName());
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, IN_MEMORY);
        return store;
    }

    private interface Part {
        Object read() throws UnusableValue;
    }

    private void note(List<String> mistakes, String name, Part part) {
        try {
            part.read();
        } catch (UnusableValue e) {
            mistakes.add(entry + "." + name + ": " + e.getMessage());
        }
    }
}
