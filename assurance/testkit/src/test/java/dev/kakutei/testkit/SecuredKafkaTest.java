package dev.kakutei.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.Settings;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC G2: a Kafka that asks for a name and a password lets us in with {@code kafka.security-file}, and only so. */
class SecuredKafkaTest {
    private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required ";

    @TempDir
    private Path folder;

    @Test
    void brokerThatAsksWhoItIs_letsInWithTheSecurityFileAlone() throws Exception {
        EmbeddedKafkaConfig asking = EmbeddedKafkaConfig.in(folder.resolve("kafka"))
                .withProperties(
                        Map.of(
                                "listener.security.protocol.map", "BROKER:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
                                "sasl.enabled.mechanisms", "PLAIN",
                                "sasl.mechanism.inter.broker.protocol", "PLAIN",
                                "listener.name.broker.plain.sasl.jaas.config",
                                        LOGIN
                                                + "username=\"broker\" password=\"b\" user_broker=\"b\" user_kakutei=\"secret\";"));
        try (EmbeddedKafka kafka = new EmbeddedKafka(asking)) {
            kafka.start();
            KafkaConfig known = config(kafka, "secret");
            TopicSetup.ensure(known, List.of(known.topics().ledger()));
            try (Admin admin = Admin.create(known.clientProperties("test"))) {
                assertThat(admin.listTopics().names().get()).contains("kakutei.ledger");
            }
            KafkaConfig stranger = config(kafka, "wrong");
            assertThatThrownBy(() -> TopicSetup.ensure(
                            stranger, List.of(stranger.topics().ledger())))
                    .hasMessageContaining(kafka.bootstrapServers())
                    .hasMessageContaining("Authentication failed");
        }
    }

    private KafkaConfig config(EmbeddedKafka kafka, String password) throws Exception {
        Path file = Files.writeString(
                folder.resolve(password + ".properties"),
                "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\nsasl.jaas.config=" + LOGIN
                        + "username=\"kakutei\" password=\"" + password + "\";\n");
        Settings settings = Settings.of(
                Map.of("kafka.bootstrap", kafka.bootstrapServers(), "kafka.security-file", file.toString()));
        KafkaConfig config = KafkaConfig.read(settings);
        settings.check();
        return config;
    }
}
