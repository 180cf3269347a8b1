package dev.kakutei.sender.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.security.auth.x500.X500Principal;

/** Certificates made on the spot, byte by byte: the platform can read X.509 and not write it. */
public final class TestCertificates {
    /** The holder of a key, and of a certificate for it. */
    public record Holder(PrivateKey key, X509Certificate certificate) {
        public Path certificateFile(Path folder) throws Exception {
            return pem(folder, "CERTIFICATE", certificate.getEncoded());
        }

        public Path keyFile(Path folder) throws IOException {
            return TestCertificates.keyFile(folder, key);
        }
    }

    private static final AtomicLong SERIAL = new AtomicLong(1);
    private static final byte[] ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));

    private TestCertificates() {}

    public static Holder authority(String name) throws Exception {
        KeyPair keys = keys();
        Instant now = Instant.now();
        byte[] basic = octets(sequence(bool()));
        byte[] extension = sequence(oid(0x55, 0x1d, 0x13), bool(), basic);
        return new Holder(
                keys.getPrivate(),
                sign(keys, keys.getPrivate(), name(name), name(name), now, now.plus(Duration.ofDays(1)), extension));
    }

    /** A certificate for one host or address, valid around now. */
    public static Holder issue(Holder authority, String host) throws Exception {
        Instant now = Instant.now();
        return issue(authority, host, now.minus(Duration.ofHours(1)), now.plus(Duration.ofDays(1)));
    }

    public static Holder issue(Holder authority, String host, Instant from, Instant until) throws Exception {
        KeyPair keys = keys();
        boolean address = host.matches("[0-9.]+");
        byte[] alternative = address
                ? tagged(0x87, InetAddress.getByName(host).getAddress())
                : tagged(0x82, host.getBytes(US_ASCII));
        byte[] extension = sequence(oid(0x55, 0x1d, 0x11), octets(sequence(alternative)));
        byte[] issuer = authority.certificate().getSubjectX500Principal().getEncoded();
        return new Holder(
                keys.getPrivate(), sign(keys, authority.key(), issuer, name("CN=" + host), from, until, extension));
    }

    public static Path keyFile(Path folder, PrivateKey key) throws IOException {
        return pem(folder, "PRIVATE KEY", key.getEncoded());
    }

    static Path pem(Path folder, String label, byte[] der) throws IOException {
        Path file = folder.resolve(label.toLowerCase().replace(' ', '-') + SERIAL.incrementAndGet() + ".pem");
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return Files.writeString(file, "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n");
    }

    private static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        return generator.generateKeyPair();
    }

    private static byte[] name(String name) {
        return new X500Principal(name.contains("=") ? name : "CN=" + name).getEncoded();
    }

    private static X509Certificate sign(
            KeyPair subject,
            PrivateKey issuerKey,
            byte[] issuer,
            byte[] name,
            Instant from,
            Instant until,
            byte[]... extensions)
            throws Exception {
        Key key = subject.getPublic();
        byte[] body = sequence(
                tagged(0xa0, integer(BigInteger.TWO)),
                integer(BigInteger.valueOf(SERIAL.incrementAndGet())),
                ECDSA_WITH_SHA256,
                issuer,
                sequence(time(from), time(until)),
                name,
                key.getEncoded(),
                tagged(0xa3, sequence(extensions)));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(issuerKey);
        signature.update(body);
        byte[] certificate = sequence(body, ECDSA_WITH_SHA256, bits(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
    }

    private static byte[] time(Instant time) {
        DateTimeFormatter form = DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
        return tagged(0x17, form.format(time).getBytes(US_ASCII));
    }

    private static byte[] integer(BigInteger number) {
        return tagged(0x02, number.toByteArray());
    }

    private static byte[] bool() {
        return tagged(0x01, new byte[] {(byte) 0xff});
    }

    private static byte[] octets(byte[] content) {
        return tagged(0x04, content);
    }

    private static byte[] bits(byte[] content) {
        return tagged(0x03, joined(List.of(new byte[1], content)));
    }

    private static byte[] oid(int... bytes) {
        byte[] content = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            content[i] = (byte) bytes[i];
        }
        return tagged(0x06, content);
    }

    private static byte[] sequence(byte[]... parts) {
        return tagged(0x30, joined(List.of(parts)));
    }

    private static byte[] tagged(int tag, byte[] content) {
        List<byte[]> parts = new ArrayList<>();
        parts.add(new byte[] {(byte) tag});
        // the shortest form there is: another one would not survive being read and written again
        if (content.length < 0x80) {
            parts.add(new byte[] {(byte) content.length});
        } else if (content.length < 0x100) {
            parts.add(new byte[] {(byte) 0x81, (byte) content.length});
        } else {
            parts.add(new byte[] {(byte) 0x82, (byte) (content.length >> 8), (byte) content.length});
        }
        parts.add(content);
        return joined(parts);
    }

    private static byte[] joined(List<byte[]> parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        parts.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
