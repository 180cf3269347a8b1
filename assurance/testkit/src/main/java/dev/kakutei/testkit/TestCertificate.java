package dev.kakutei.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for 127.0.0.1 that vouches for itself, made by the JDK's own keytool. */
public record TestCertificate(X509Certificate certificate, PrivateKey key) {
    private static final String PASSWORD = "changeit";

    /** @param algorithm RSA, EC or Ed25519 */
    public static TestCertificate made(Path folder, String algorithm, String name) {
        Path file = folder.resolve(name + ".p12");
        try {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "listener",
                            "-keyalg",
                            algorithm,
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            file.toString(),
                            "-storepass",
                            PASSWORD,
                            "-dname",
                            "CN=" + name,
                            "-ext",
                            "san=ip:127.0.0.1,dns:localhost")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IllegalStateException("keytool failed");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(file)) {
                store.load(in, PASSWORD.toCharArray());
            }
            return new TestCertificate((X509Certificate) store.getCertificate("listener"), (PrivateKey)
                    store.getKey("listener", PASSWORD.toCharArray()));
        } catch (IOException | GeneralSecurityException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public String certificatePem() {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public String keyPem() {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    public static String pem(String label, byte[] bytes) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + label
                + "-----\n";
    }

    /** A caller that trusts these certificates only. */
    public static SSLContext trusting(TestCertificate... certificates) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (TestCertificate trusted : certificates) {
                store.setCertificateEntry("c" + store.size(), trusted.certificate());
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
