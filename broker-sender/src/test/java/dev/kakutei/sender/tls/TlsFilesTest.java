package dev.kakutei.sender.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.renew.ReloadingValue;
import dev.kakutei.schemas.gateway.CallSettings;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsFilesTest {
    @TempDir
    static Path folder;

    static TestCertificates.Holder authority;
    static TestCertificates.Holder client;

    @BeforeAll
    static void certificates() throws Exception {
        authority = TestCertificates.authority("authority");
        client = TestCertificates.issue(authority, "client.example");
    }

    private static Gateway gateway(String tls) {
        return Fixtures.gateway(
                "acme", "class: neither\nurl: https://gw.example\npaths: {payment: /p}\ntls: {" + tls + "}\n");
    }

    @Test
    void mistakes_goodFiles_areNone() throws Exception {
        assertThat(TlsFiles.mistakes(gateway("trust: " + authority.certificateFile(folder) + ", certificate: "
                        + client.certificateFile(folder) + ", key: " + client.keyFile(folder))))
                .isEmpty();
    }

    @Test
    void mistakes_severalBadFiles_areReportedTogether() throws Exception {
        Path text = Files.writeString(folder.resolve("text.pem"), "hello");

        assertThat(TlsFiles.mistakes(gateway("trust: /nowhere/ca.pem, certificate: " + text + ", key: " + text)))
                .containsExactly(
                        "gateways.acme.tls.trust: there is no file /nowhere/ca.pem",
                        "gateways.acme.tls.certificate: " + text + " is no PEM file of certificates");
    }

    @Test
    void mistakes_keyOfAnotherCertificate_isReported() throws Exception {
        TestCertificates.Holder other = TestCertificates.issue(authority, "other.example");

        assertThat(TlsFiles.mistakes(
                        gateway("certificate: " + client.certificateFile(folder) + ", key: " + other.keyFile(folder))))
                .singleElement()
                .asString()
                .contains("is not the key of the first certificate");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY"})
    void mistakes_keyInAnotherForm_saysHowToConvertItAndNothingOfIt(String label) throws Exception {
        Path key = TestCertificates.pem(folder, label, client.key().getEncoded());
        String inside = Files.readAllLines(key).get(1);

        assertThat(TlsFiles.mistakes(gateway("certificate: " + client.certificateFile(folder) + ", key: " + key)))
                .singleElement()
                .asString()
                .contains(label, "openssl pkcs8")
                .doesNotContain(inside);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void key_ofEachType_isRead(String type) throws Exception {
        PrivateKey key = KeyPairGenerator.getInstance(type).generateKeyPair().getPrivate();

        assertThat(Pem.key(TestCertificates.keyFile(folder, key).toString()).getEncoded())
                .isEqualTo(key.getEncoded());
    }

    /** Certificates end; the new one must not need a restart. */
    @Test
    void context_filesThatAreReplaced_isRebuilt() throws Exception {
        Path certificate = client.certificateFile(folder);
        Path key = client.keyFile(folder);
        AtomicLong nanos = new AtomicLong();
        ReloadingValue<SSLContext> context = TlsFiles.context(
                "acme", new CallSettings.Tls(null, certificate.toString(), key.toString()), nanos::get);
        SSLContext first = context.now();

        TestCertificates.Holder next = TestCertificates.issue(authority, "client.example");
        Files.move(next.certificateFile(folder), certificate, StandardCopyOption.REPLACE_EXISTING);
        for (int second = 1; second <= 3; second++) {
            nanos.addAndGet(1_000_000_000L);
            assertThat(context.now()).as("the key does not fit yet").isSameAs(first);
        }
        Files.move(next.keyFile(folder), key, StandardCopyOption.REPLACE_EXISTING);
        nanos.addAndGet(1_000_000_000L);
        context.now();
        nanos.addAndGet(1_000_000_000L);
        assertThat(context.now()).isNotSameAs(first);
    }
}
