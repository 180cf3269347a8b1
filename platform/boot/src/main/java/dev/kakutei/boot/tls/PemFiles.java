package dev.kakutei.boot.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/** What every reader of PEM files needs: a bounded read, and whether a key and a certificate belong together. */
public final class PemFiles {
    private static final byte[] SAMPLE = {'k', 'a', 'k', 'u', 't', 'e', 'i'};

    private PemFiles() {}

    /** A file that is too long to be what it should be. */
    public static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;

        TooLong(String message) {
            super(message);
        }
    }

    public static byte[] read(Path path, int maxBytes) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(maxBytes + 1);
            if (bytes.length > maxBytes) {
                throw new TooLong(path + " is longer than " + maxBytes + " bytes");
            }
            return bytes;
        }
    }

    /** Only who has the private key can sign what the public one confirms. */
    public static boolean belongTogether(PrivateKey own, PublicKey certified) throws GeneralSecurityException {
        String algorithm = certified.getAlgorithm();
        if (!own.getAlgorithm().equals(algorithm)) {
            return false;
        }
        Signature signature = Signature.getInstance(
                switch (algorithm) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> algorithm;
                });
        signature.initSign(own);
        signature.update(SAMPLE);
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(SAMPLE);
        return signature.verify(signed);
    }
}
