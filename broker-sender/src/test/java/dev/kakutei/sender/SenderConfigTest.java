package dev.kakutei.sender;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.boot.InvalidSettings;
import dev.kakutei.boot.Setting;
import dev.kakutei.boot.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SenderConfigTest {
    private static Path gateways(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("gateways.yaml"),
                "gateways: {gw: {class: neither, url: 'http://127.0.0.1:1', network: {allow: [loopback]},"
                        + " paths: {order: /orders}}}");
    }

    @Test
    void read_nothingSet_asksForTheseKeysWithTheseDefaults(@TempDir Path folder) throws IOException {
        Settings settings = Settings.of(Map.of(
                "kafka.bootstrap", "k:1", "gateways.file", gateways(folder).toString()));
        SenderConfig config = SenderConfig.read(settings);
        settings.check();

        assertThat(settings.described().stream().collect(Collectors.toMap(Setting::key, Setting::fallback)))
                .isEqualTo(Map.ofEntries(
                        entry("gateways.file", ""),
                        entry("gateways.reload", "5s"),
                        entry("kafka.bootstrap", ""),
                        entry("kafka.security-file", ""),
                        entry("topics.prefix", "kakutei."),
                        entry("topics.partitions", "6"),
                        entry("topics.replication", "1"),
                        entry("sender.name", ""),
                        entry("sender.poll.records", "100"),
                        entry("sender.drain", "5s"),
                        entry("sender.hosts", ""),
                        entry("sender.allow", ""),
                        entry("sender.alert.url", ""),
                        entry("sender.alert.secret", ""),
                        entry("sender.alert.severity", "medium"),
                        entry("sender.alert.timeout", "10s"),
                        entry("sender.alert.pause", "1s"),
                        entry("sender.alert.give-up", "1d"),
                        entry("sender.reports.pending", "1000")));
        assertThat(config.pollRecords()).isEqualTo(100);
        assertThat(config.drain()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.pendingReports()).isEqualTo(1000);
        assertThat(config.gateways().gateways().byName()).containsOnlyKeys("gw");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://hook.example/x | env:HOOK      |          | ''",
                "http://10.1.2.3/x      | env:HOOK      |          | is private",
                "http://127.0.0.1:1/x   | env:HOOK      |          | is loopback",
                "https://hook.example/x | ''            |          | is missing",
                "https://hook.example/x | the-secret    |          | must not be written into the settings",
                "https://hook.example/x | env:NOWHERE   |          | has no NOWHERE",
                "https://hook.example/x | file:/nowhere |          | there is no file",
                "https://hook.example/x | env:HOOK      | *.bank   | not among sender.hosts",
                "ftp://hook.example/x   | env:HOOK      |          | must be http",
                "https://a:b@hook.example/x | env:HOOK  |          | without a name or password",
                "not an address         | env:HOOK      |          | is no address",
                "''                     | env:HOOK      |          | is missing",
            })
    void read_webhook_isTakenOrRefusedWithTheReason(
            String url, String secret, String hosts, String mistake, @TempDir Path folder) throws IOException {
        Settings settings = Settings.of(Map.of(
                "kafka.bootstrap",
                "k:1",
                "gateways.file",
                gateways(folder).toString(),
                "sender.alert.url",
                url,
                "sender.alert.secret",
                secret,
                "sender.hosts",
                hosts == null ? "" : hosts + ",gw.example"));
        SenderConfig config = SenderConfig.read(settings, Map.of("HOOK", "a secret"));
        if (mistake.isEmpty()) {
            settings.check();
            assertThat(config.webhook()).isPresent();
        } else {
            assertThatThrownBy(settings::check)
                    .hasMessageContaining("sender.alert.")
                    .hasMessageContaining(mistake)
                    .message()
                    .doesNotContain("the-secret");
            assertThat(config.webhook()).isEmpty();
        }
    }

    @Test
    void read_noName_makesADifferentOneEachTime(@TempDir Path folder) throws IOException {
        Map<String, String> values = Map.of(
                "kafka.bootstrap", "k:1", "gateways.file", gateways(folder).toString());

        assertThat(SenderConfig.read(Settings.of(values)).name())
                .isNotEmpty()
                .isNotEqualTo(SenderConfig.read(Settings.of(values)).name());
    }

    @Test
    void check_severalMistakes_areReportedAtOnce() {
        Settings settings = Settings.of(Map.of("sender.drain", "soon", "sender.poll.records", "0"));
        SenderConfig.read(settings);

        assertThatThrownBy(settings::check)
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("sender.drain")
                .hasMessageContaining("sender.poll.records")
                .hasMessageContaining("kafka.bootstrap")
                .hasMessageContaining("gateways.file");
    }

    private static Settings with(Path folder, String gateways, Map<String, String> more) throws IOException {
        Path file = Files.writeString(folder.resolve("gateways.yaml"), "gateways:\n" + gateways.indent(2));
        Map<String, String> values = new HashMap<>(more);
        values.put("kafka.bootstrap", "k:1");
        values.put("gateways.file", file.toString());
        return Settings.of(values);
    }

    /** SPEC D1: checked at the start, every mistake at once, with its path. */
    @Test
    void check_gatewaysThatOnlyTheSenderCanFault_areReportedTogether(@TempDir Path folder) throws IOException {
        Settings settings =
                with(folder, """
                acme:
                  class: neither
                  url: https://api.acme.example
                  paths: {payment: /p}
                  auth: {bearer: {env: ACME_TOKEN}}
                  tls: {trust: /nowhere/ca.pem}
                inside: {class: neither, url: "http://127.0.0.1:1", paths: {payment: /p}}
                metadata: {class: neither, url: "http://169.254.169.254", paths: {payment: /p}, network: {allow: [link_local]}}
                named: {class: neither, url: "http://localhost", paths: {payment: /p}}
                other: {class: neither, url: "https://evil.example", paths: {payment: /p}}
                """, Map.of("sender.hosts", "*.acme.example, 127.0.0.1, 169.254.169.254, localhost"));
        SenderConfig.read(settings, Map.of());

        assertThatThrownBy(settings::check)
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("gateways.acme.auth.bearer: the environment has no ACME_TOKEN")
                .hasMessageContaining("gateways.acme.tls.trust: there is no file /nowhere/ca.pem")
                .hasMessageContaining("gateways.inside.url: 127.0.0.1 is loopback")
                .hasMessageContaining("gateways.metadata.url: 169.254.169.254 is a cloud's metadata service")
                .hasMessageContaining("gateways.named.url: 127.0.0.1 is loopback")
                .hasMessageContaining("gateways.other.url: the host evil.example is not among sender.hosts");
    }

    @Test
    void check_secretsAndHostsThatAreThere_isFine(@TempDir Path folder) throws IOException {
        Settings settings = with(folder, """
                acme: {class: neither, url: "https://api.acme.example", paths: {payment: /p}, auth: {bearer: {env: T}}}
                here: {class: neither, url: "http://127.0.0.1:1", paths: {payment: /p}, network: {allow: [loopback]}}
                """, Map.of("sender.hosts", "api.acme.example,127.0.0.1"));
        SenderConfig.read(settings, Map.of("T", "token"));

        settings.check();
    }

    /** An installation may allow what no gateway's own entry does: everything on one machine, for example. */
    @Test
    void check_loopbackAllowedToAll_needsNoEntryOfTheGateway(@TempDir Path folder) throws IOException {
        String here = "here: {class: neither, url: 'http://127.0.0.1:1', paths: {payment: /p}}";
        Settings allowed = with(folder, here, Map.of("sender.allow", "loopback, 10.0.0.0/8"));
        assertThat(SenderConfig.read(allowed, Map.of()).allow()).containsExactly("loopback", "10.0.0.0/8");
        allowed.check();

        Settings invalid = with(folder, here, Map.of("sender.allow", "everything"));
        SenderConfig.read(invalid, Map.of());
        assertThatThrownBy(invalid::check)
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("sender.allow: ")
                .hasMessageContaining("gateways.here.url: 127.0.0.1 is loopback");
    }

    @Test
    void check_hostsThatAreNone_areReported(@TempDir Path folder) throws IOException {
        Settings settings = with(
                folder,
                "acme: {class: neither, url: 'https://a.example', paths: {payment: /p}}",
                Map.of("sender.hosts", "https://a.example/"));
        SenderConfig.read(settings, Map.of());

        assertThatThrownBy(settings::check)
                .hasMessageContaining("sender.hosts: \"https://a.example/\" is no host name");
    }
}
