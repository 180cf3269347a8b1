package dev.kakutei.http.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.tls.PemFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A certificate with its key, read from two PEM files and found to belong together.
 *
 * @param fingerprint of the files' bytes: other bytes, other fingerprint
 */
record PemIdentity(PrivateKey key, List<X509Certificate> chain, String fingerprint) {
    private static final int MAX_BYTES = 1024 * 1024;
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");

    private record Block(String label, byte[] bytes) {}

    PemIdentity {
        requireNonNull(key, "key");
        requireNonNull(fingerprint, "fingerprint");
        chain = List.copyOf(chain);
    }

    static PemIdentity read(TlsConfig config) throws InvalidPem {
        byte[] certificate = bytes(config.certificate(), InvalidPem.File.CERTIFICATE);
        byte[] key = bytes(config.key(), InvalidPem.File.KEY);
        List<X509Certificate> chain = chain(certificate);
        return new PemIdentity(key(key, chain.get(0).getPublicKey()), chain, fingerprint(certificate, key));
    }

    /** Whatever is in the files now, good or bad. */
    static String fingerprint(TlsConfig config) throws InvalidPem {
        return fingerprint(
                bytes(config.certificate(), InvalidPem.File.CERTIFICATE), bytes(config.key(), InvalidPem.File.KEY));
    }

    X509Certificate own() {
        return chain.get(0);
    }

    /** In memory only, so that its password protects nothing. */
    KeyStore keyStore() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("listener", key, new char[0], chain.toArray(X509Certificate[]::new));
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("a key and its certificate that cannot be put together", e);
        }
    }

    private static List<X509Certificate> chain(byte[] pem) throws InvalidPem {
        List<X509Certificate> chain = new ArrayList<>();
        for (Block block : blocks(pem, InvalidPem.File.CERTIFICATE)) {
            if (!block.label().equals("CERTIFICATE")) {
                throw certificate("holds a " + block.label() + "; it must hold certificates alone");
            }
            try {
                chain.add((X509Certificate) CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(block.bytes())));
            } catch (CertificateException e) {
                throw certificate("certificate " + (chain.size() + 1) + " in it cannot be read");
            }
        }
        if (chain.isEmpty()) {
            throw certificate("holds no PEM certificate (-----BEGIN CERTIFICATE-----)");
        }
        return chain;
    }

    private static PrivateKey key(byte[] pem, PublicKey ours) throws InvalidPem {
        List<Block> blocks = blocks(pem, InvalidPem.File.KEY).stream()
                // openssl ecparam puts one before the key
                .filter(block -> !block.label().endsWith("PARAMETERS"))
                .toList();
        if (blocks.size() != 1) {
            throw key("must hold one PEM key (-----BEGIN PRIVATE KEY-----), and holds " + blocks.size());
        }
        Block block = blocks.get(0);
        if (block.label().equals("ENCRYPTED PRIVATE KEY")) {
            throw key("is encrypted; store it in the clear, readable by this process alone:"
                    + " openssl pkcs8 -in OLD -out NEW");
        }
        if (!block.label().equals("PRIVATE KEY")) {
            throw key("holds a " + block.label() + "; PKCS#8 is needed (-----BEGIN PRIVATE KEY-----):"
                    + " openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW");
        }
        try {
            PrivateKey key =
                    KeyFactory.getInstance(ours.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(block.bytes()));
            if (PemFiles.belongTogether(key, ours)) {
                return key;
            }
        } catch (GeneralSecurityException e) {
            // Of another kind than the certificate's, or damaged; what the JDK says of it helps no reader.
        }
        throw key("does not belong to the first certificate (" + ours.getAlgorithm() + "), or is damaged");
    }

    private static List<Block> blocks(byte[] pem, InvalidPem.File file) throws InvalidPem {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(new String(pem, ISO_8859_1));
        while (matcher.find()) {
            try {
                blocks.add(new Block(matcher.group(1), Base64.getMimeDecoder().decode(matcher.group(2))));
            } catch (IllegalArgumentException e) {
                throw new InvalidPem(file, "a " + matcher.group(1) + " in it is not base64");
            }
        }
        return blocks;
    }

    private static byte[] bytes(Path path, InvalidPem.File file) throws InvalidPem {
        try {
            return PemFiles.read(path, MAX_BYTES);
        } catch (PemFiles.TooLong e) {
            throw new InvalidPem(file, path + " is larger than " + MAX_BYTES + " bytes");
        } catch (NoSuchFileException e) {
            throw new InvalidPem(file, "there is no file " + path);
        } catch (IOException e) {
            throw new InvalidPem(file, "cannot read " + path + ": " + e.getMessage());
        }
    }

    private static String fingerprint(byte[] certificate, byte[] key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(digest.digest(certificate));
            return HexFormat.of().formatHex(digest.digest(key));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static InvalidPem certificate(String message) {
        return new InvalidPem(InvalidPem.File.CERTIFICATE, message);
    }

    private static InvalidPem key(String message) {
        return new InvalidPem(InvalidPem.File.KEY, message);
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "PemIdentity[" + own().getSubjectX500Principal() + "]";
    }
}
