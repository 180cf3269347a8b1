package dev.kakutei.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewaysCheckCommandTest {
    @TempDir
    Path folder;

    @Test
    void file_withoutFault_endsWell() throws IOException {
        CommandRun run = check("gateways: {a: {class: neither, url: 'https://a.example', paths: {order: /o}}}");
        assertThat(run.code()).isZero();
        assertThat(run.out()).endsWith("gateways.yaml: no mistakes, no warnings\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void file_withMistakes_printsAllOfThemAndTheWarnings() throws IOException {
        CommandRun run = check("""
                gateways:
                  acme:
                    clas: idempotent
                    url: http://acme.example
                    paths: {payment: /p}
                    auth: {bearer: abc}
                  broker: {class: neither, url: "http://broker.example", paths: {order: /o}}
                """);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out().lines())
                .containsExactly(
                        folder.resolve("gateways.yaml") + ": 3 mistakes, 1 warning",
                        "  mistake: gateways.acme.class: is missing: say what this gateway promises, one of idempotent,"
                                + " queryable, neither",
                        "  mistake: gateways.acme.auth.bearer: a secret must not be in the file: {env: NAME} or"
                                + " {file: PATH}",
                        "  mistake: gateways.acme.clas: is not known here; did you mean \"class\"?",
                        "  warning: gateways.broker.url: is not encrypted: what is sent can be read and changed on its"
                                + " way; use https");
    }

    @Test
    void file_thatIsNoYaml_namesTheLine() throws IOException {
        CommandRun run = check("gateways:\n  a: {");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("1 mistake, no warnings").contains("mistake: line ");
    }

    @Test
    void file_notThere_isReportedInASentence() {
        CommandRun run =
                CommandRun.of("gateways", "check", folder.resolve("no.yaml").toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .startsWith(folder.resolve("no.yaml") + " is not there")
                .doesNotContain("\tat ");
    }

    @Test
    void file_thatIsAFolder_isReportedInASentence() {
        CommandRun run = CommandRun.of("gateways", "check", folder.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith(folder + " is a folder");
    }

    @Test
    void file_notText_isReportedInASentence() throws IOException {
        Path file = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});
        CommandRun run = CommandRun.of("gateways", "check", file.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith(file + " is not text in UTF-8");
    }

    @Test
    void secrets_askedFor_areLookedFor() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "s3cr3t");
        Path file = Files.writeString(folder.resolve("gateways.yaml"), """
                gateways:
                  a:
                    class: neither
                    url: https://a.example
                    paths: {order: /o}
                    auth: {bearer: {env: NOT_SET_ANYWHERE}}
                    headers: {X-Here: {file: "%s"}, X-Gone: {file: /nowhere/at/all}}
                    tls: {trust: /nowhere/ca.pem}
                """.formatted(token));
        assertThat(CommandRun.of("gateways", "check", file.toString()).code()).isZero();
        CommandRun run = CommandRun.of("gateways", "check", "--secrets", file.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .contains("3 mistakes")
                .contains("mistake: gateways.a.auth.bearer: the environment has no NOT_SET_ANYWHERE")
                .contains("mistake: gateways.a.headers.X-Gone: there is no file /nowhere/at/all")
                .contains("mistake: gateways.a.tls.trust: ")
                .doesNotContain("s3cr3t");
    }

    @Test
    void gateways_withoutACommand_saysWhichThereAre() {
        CommandRun run = CommandRun.of("gateways");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("say what to do").contains("check");
    }

    private CommandRun check(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("gateways.yaml"), yaml);
        return CommandRun.of("gateways", "check", file.toString());
    }
}
