package dev.kakutei.http.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.testkit.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC G3: a certificate and a key that fit, or a sentence that says what does not. */
class PemIdentityTest {
    @TempDir
    private static Path folder;

    private static TestCertificate rsa;
    private static TestCertificate other;
    private static TestCertificate ec;

    @BeforeAll
    static void make() {
        rsa = TestCertificate.made(folder, "RSA", "rsa");
        other = TestCertificate.made(folder, "RSA", "other");
        ec = TestCertificate.made(folder, "EC", "ec");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void read_everyKindOfKey_fits(String algorithm) throws Exception {
        TestCertificate made = TestCertificate.made(folder, algorithm, "kind-" + algorithm);

        PemIdentity identity = PemIdentity.read(files(made.certificatePem(), made.keyPem()));

        assertThat(identity.key()).isEqualTo(made.key());
        assertThat(identity.own()).isEqualTo(made.certificate());
        assertThat(identity.keyStore().size()).isOne();
        assertThat(identity.toString()).doesNotContain(made.keyPem().substring(40, 60));
    }

    @Test
    void read_chainWithTextAroundAndWindowsLines_isReadInOrder() throws Exception {
        String chain = "subject=/CN=rsa\r\n" + rsa.certificatePem().replace("\n", "\r\n") + "issuer\n"
                + other.certificatePem();

        PemIdentity identity = PemIdentity.read(files(chain, "# the key\n" + rsa.keyPem()));

        assertThat(identity.chain()).containsExactly(rsa.certificate(), other.certificate());
    }

    static Stream<Arguments> mistakes() {
        String key = rsa.keyPem();
        String certificate = rsa.certificatePem();
        InvalidPem.File inKey = InvalidPem.File.KEY;
        InvalidPem.File inCertificate = InvalidPem.File.CERTIFICATE;
        return Stream.of(
                Arguments.of("", key, inCertificate, "holds no PEM certificate"),
                Arguments.of("hello", key, inCertificate, "holds no PEM certificate"),
                Arguments.of(key, key, inCertificate, "holds a PRIVATE KEY"),
                Arguments.of(certificate + key, key, inCertificate, "certificates alone"),
                Arguments.of(
                        TestCertificate.pem("CERTIFICATE", new byte[] {1, 2, 3}), key, inCertificate, "cannot be read"),
                Arguments.of(certificate.substring(0, 300), key, inCertificate, "holds no PEM certificate"),
                Arguments.of("x".repeat(1024 * 1024 + 1), key, inCertificate, "larger than"),
                Arguments.of(certificate, "", inKey, "holds 0"),
                Arguments.of(certificate, certificate, inKey, "holds a CERTIFICATE"),
                Arguments.of(certificate, key + key, inKey, "holds 2"),
                Arguments.of(certificate, key.replace("PRIVATE", "RSA PRIVATE"), inKey, "openssl pkcs8 -topk8"),
                Arguments.of(certificate, ec.keyPem().replace("PRIVATE", "EC PRIVATE"), inKey, "openssl pkcs8 -topk8"),
                Arguments.of(certificate, key.replace("PRIVATE", "ENCRYPTED PRIVATE"), inKey, "is encrypted"),
                Arguments.of(certificate, other.keyPem(), inKey, "does not belong"),
                Arguments.of(certificate, ec.keyPem(), inKey, "does not belong"),
                Arguments.of(certificate, TestCertificate.pem("PRIVATE KEY", new byte[9]), inKey, "is damaged"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void read_filesThatDoNotFit_saysWhichAndWhy(String certificate, String key, InvalidPem.File file, String says)
            throws Exception {
        TlsConfig config = files(certificate, key);

        assertThatThrownBy(() -> PemIdentity.read(config))
                .isInstanceOfSatisfying(
                        InvalidPem.class, e -> assertThat(e.file()).isEqualTo(file))
                .hasMessageContaining(says)
                .hasMessageNotContaining(rsa.keyPem().substring(60, 90));
    }

    @Test
    void read_noSuchFile_namesIt() throws Exception {
        TlsConfig there = files(rsa.certificatePem(), rsa.keyPem());
        TlsConfig config = new TlsConfig(there.certificate(), folder.resolve("nowhere.pem"), there.reload());

        assertThatThrownBy(() -> PemIdentity.read(config)).hasMessageContaining("nowhere.pem");
    }

    private static TlsConfig files(String certificate, String key) throws IOException {
        return new TlsConfig(
                Files.writeString(Files.createTempFile(folder, "certificate", ".pem"), certificate),
                Files.writeString(Files.createTempFile(folder, "key", ".pem"), key),
                Duration.ofSeconds(10));
    }
}
