package dev.kakutei.boot.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.InvalidGatewayFile;
import dev.kakutei.schemas.gateway.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    private static final String PLANTED = "planted-7Qz/+=x";

    @TempDir
    private Path folder;

    private final AtomicLong nanos = new AtomicLong();

    private static Gateway gateway(String parts) {
        String gateway = """
                class: neither
                url: https://gw.example
                paths: {payment: /payments}
                """ + parts;
        try {
            return GatewayFile.read("gateways:\n  acme:\n" + gateway.indent(4))
                    .byName()
                    .get("acme");
        } catch (InvalidGatewayFile e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Secret env(String name) {
        return new Secret(Secret.Source.ENV, name);
    }

    private void secondsPass(int seconds) {
        nanos.addAndGet(seconds * 1_000_000_000L);
    }

    private Secrets fileSecrets(Path file) {
        return Secrets.of(gateway("auth: {bearer: {file: '" + file + "'}}"), Map.of(), nanos::get);
    }

    @Test
    void mistakes_allMissing_areReportedAtOnceWithTheirPlaces() {
        Gateway gateway = gateway("""
                auth: {basic: {user: u, password: {env: ACME_PASSWORD}}}
                signature: {header: X-Signature, key: {file: /nowhere/key}}
                headers: {X-Client: {env: ACME_CLIENT}, X-Plain: text}
                """);

        assertThat(Secrets.mistakes(gateway, Map.of("ACME_CLIENT", "  ")))
                .containsExactly(
                        "gateways.acme.auth.basic.password: the environment has no ACME_PASSWORD",
                        "gateways.acme.signature.key: there is no file /nowhere/key",
                        "gateways.acme.headers.X-Client: ACME_CLIENT is empty");
        assertThatThrownBy(() -> Secrets.of(gateway, Map.of())).hasMessageContaining("ACME_PASSWORD");
        assertThat(Secrets.mistakes(gateway("auth: {bearer: {env: ACME_TOKEN}}"), Map.of()))
                .containsExactly("gateways.acme.auth.bearer: the environment has no ACME_TOKEN");
        assertThat(Secrets.mistakes(gateway("auth: {api_key: {header: X-Key, key: {env: ACME_KEY}}}"), Map.of()))
                .containsExactly("gateways.acme.auth.api_key.key: the environment has no ACME_KEY");
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(strings = {"a\nb", "a\r\nX-Evil: 1", "a\u0000b", "a\u007fb", "a\u00e9b", "a\u010ab", "a\tb"})
    void mistakes_secretThatNoHeaderCanCarry_isReportedWithoutIt(String value) {
        assertThat(Secrets.mistakes(gateway("auth: {bearer: {env: T}}"), Map.of("T", value)))
                .singleElement()
                .asString()
                .contains("gateways.acme.auth.bearer", "cannot stand in a header")
                .doesNotContain(value);
        assertThat(Secrets.mistakes(gateway("auth: {basic: {user: u, password: {env: T}}}"), Map.of("T", value)))
                .as("a password is encoded, so it may have any character")
                .isEmpty();
    }

    @Test
    void mistakes_fileThatIsNoSecret_isReported() throws Exception {
        Path huge = Files.writeString(folder.resolve("huge"), "x".repeat(SecretSource.MAX_BYTES + 1));
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});

        assertThat(Secrets.mistakes(gateway("auth: {bearer: {file: '" + huge + "'}}"), Map.of()))
                .singleElement()
                .asString()
                .contains("longer than 16384 bytes");
        assertThat(Secrets.mistakes(gateway("auth: {bearer: {file: '" + binary + "'}}"), Map.of()))
                .singleElement()
                .asString()
                .contains("UTF-8");
        assertThat(Secrets.mistakes(gateway("auth: {bearer: {file: '" + folder + "'}}"), Map.of()))
                .singleElement()
                .asString()
                .contains("cannot be read");
    }

    @Test
    void reveal_whiteSpaceAround_doesNotCount() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "\n " + PLANTED + " \n");

        assertThat(fileSecrets(file).reveal(new Secret(Secret.Source.FILE, file.toString())))
                .isEqualTo(PLANTED);
        assertThat(Secrets.of(gateway("auth: {bearer: {env: T}}"), Map.of("T", PLANTED + "\n"))
                        .reveal(env("T")))
                .isEqualTo(PLANTED);
    }

    @Test
    void reveal_fileThatChanges_isReadAgainOnceItKeepsStill() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "first");
        Secret secret = new Secret(Secret.Source.FILE, file.toString());
        Secrets secrets = fileSecrets(file);

        Files.writeString(file, "half-of-the-");
        assertThat(secrets.reveal(secret)).as("not looked at again at once").isEqualTo("first");
        secondsPass(1);
        assertThat(secrets.reveal(secret)).as("changed, perhaps still changing").isEqualTo("first");
        Files.writeString(file, "half-of-the-secret");
        secondsPass(1);
        assertThat(secrets.reveal(secret)).as("changed again").isEqualTo("first");
        secondsPass(1);
        assertThat(secrets.reveal(secret)).isEqualTo("half-of-the-secret");
        assertThat(secrets.known()).containsExactlyInAnyOrder("first", "half-of-the-secret");
    }

    /** The way of Kubernetes and of careful people: another file under the same name. */
    @Test
    void reveal_fileThatIsReplaced_isReadAgain() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "first");
        Secret secret = new Secret(Secret.Source.FILE, file.toString());
        Secrets secrets = fileSecrets(file);

        Path fresh = Files.writeString(folder.resolve("token.new"), "other");
        Files.setLastModifiedTime(fresh, Files.getLastModifiedTime(file));
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        secondsPass(1);
        secrets.reveal(secret);
        secondsPass(1);

        assertThat(secrets.reveal(secret)).isEqualTo("other");
    }

    @Test
    void reveal_fileThatGoesOrBecomesUnusable_leavesTheLastGoodOneInForce() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "good");
        Secret secret = new Secret(Secret.Source.FILE, file.toString());
        Secrets secrets = fileSecrets(file);

        for (String bad : new String[] {"", "a\nb", null}) {
            if (bad == null) {
                Files.delete(file);
            } else {
                Files.writeString(file, bad);
            }
            for (int look = 0; look < 3; look++) {
                secondsPass(1);
                assertThat(secrets.reveal(secret)).isEqualTo("good");
            }
        }
        Files.writeString(file, "better");
        secondsPass(1);
        secrets.reveal(secret);
        secondsPass(1);
        assertThat(secrets.reveal(secret)).isEqualTo("better");
    }

    @Test
    void reveal_clockThatOverflows_stillLooks() throws Exception {
        nanos.set(Long.MAX_VALUE - 5);
        Path file = Files.writeString(folder.resolve("token"), "first");
        Secret secret = new Secret(Secret.Source.FILE, file.toString());
        Secrets secrets = fileSecrets(file);
        Files.writeString(file, "second");
        secondsPass(1);
        secrets.reveal(secret);
        secondsPass(1);

        assertThat(secrets.reveal(secret)).isEqualTo("second");
    }

    @Test
    void toString_ofAnyHolder_showsNothing() throws Exception {
        Gateway gateway = gateway("auth: {bearer: {env: T}}");
        Secrets secrets = Secrets.of(gateway, Map.of("T", PLANTED));
        RotatingSecret kept =
                new RotatingSecret(new SecretSource(SecretUse.of(gateway).get(0), Map.of("T", PLANTED)), nanos::get);

        assertThat(secrets).hasToString("***");
        assertThat(kept).hasToString("***");
        assertThat(gateway.toString()).doesNotContain(PLANTED);
    }
}
