package dev.kakutei.sender.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.kakutei.boot.renew.UnusableValue;
import dev.kakutei.boot.tls.PemFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads PEM files. What is wrong is said without repeating what is in them. */
final class Pem {
    /** Room for a whole store of trusted certificates. */
    private static final int MAX_BYTES = 4 * 1024 * 1024;

    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]{1,100000})-----END PRIVATE KEY-----");
    private static final Pattern OTHER_KEY =
            Pattern.compile("-----BEGIN ((?:ENCRYPTED|RSA|EC|DSA|OPENSSH) PRIVATE KEY)-----");
    private static final List<String> KEY_TYPES = List.of("RSA", "EC", "EdDSA");

    private Pem() {}

    /** In the order of the file; at least one. */
    static List<X509Certificate> certificates(String path) throws UnusableValue {
        byte[] bytes = bytes(path);
        try {
            List<X509Certificate> found =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(bytes))
                            .stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (found.isEmpty()) {
                throw new UnusableValue(path + " holds no certificate");
            }
            return found;
        } catch (CertificateException e) {
            throw new UnusableValue(path + " is no PEM file of certificates");
        }
    }

    static PrivateKey key(String path) throws UnusableValue {
        String text = new String(bytes(path), ISO_8859_1);
        Matcher other = OTHER_KEY.matcher(text);
        if (other.find()) {
            throw new UnusableValue(path + " holds an " + other.group(1)
                    + "; what is read is PKCS #8 without a password: openssl pkcs8 -topk8 -nocrypt -in KEY -out NEW");
        }
        Matcher matcher = KEY.matcher(text);
        if (!matcher.find()) {
            throw new UnusableValue(path + " holds no PRIVATE KEY (PKCS #8, PEM)");
        }
        PKCS8EncodedKeySpec spec;
        try {
            spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1)));
        } catch (IllegalArgumentException e) {
            throw new UnusableValue(path + " holds a key that is not Base64");
        }
        for (String type : KEY_TYPES) {
            try {
                return KeyFactory.getInstance(type).generatePrivate(spec);
            } catch (GeneralSecurityException e) {
                // of another type
            }
        }
        throw new UnusableValue(path + " holds a key of a type other than RSA, EC and EdDSA");
    }

    private static byte[] bytes(String path) throws UnusableValue {
        try {
            return PemFiles.read(Path.of(path), MAX_BYTES);
        } catch (PemFiles.TooLong e) {
            throw new UnusableValue(e.getMessage());
        } catch (NoSuchFileException e) {
            throw new UnusableValue("there is no file " + path);
        } catch (IOException | RuntimeException e) {
            throw new UnusableValue(path + " cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }
}
