package dev.kakutei.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC G3: the Kafka of {@code up} lets in who can read its data folder, and nobody else on the machine. */
class EmbeddedKafkaAccessTest {
    private static final int LIMIT_SECONDS = 30;

    @TempDir
    private Path folder;

    @Test
    void client_withTheAccount_isLetInAndAStrangerIsNot() throws Exception {
        try (EmbeddedKafka kafka = started()) {
            createTopic(kafka.clientProperties(), "ours");

            assertThat(topics(kafka.clientProperties())).contains("ours");
            assertRefused(with(kafka, "sasl.jaas.config", login("kakutei", "guessed")));
            assertRefused(with(kafka, "sasl.jaas.config", login("admin", password())));
            Map<String, Object> plain = with(kafka, "security.protocol", "PLAINTEXT");
            plain.put("default.api.timeout.ms", "3000");
            plain.put("request.timeout.ms", "2000");
            assertThatThrownBy(() -> topics(plain)).isInstanceOf(ExecutionException.class);
        }
    }

    @Test
    void controller_asksForTheAccountAsWell() throws Exception {
        try (EmbeddedKafka kafka = started()) {
            Map<String, Object> account = kafka.clientProperties();
            account.remove("bootstrap.servers");
            account.put("bootstrap.controllers", LoopbackPort.HOST + ":" + kafka.controllerPort());
            try (Admin admin = Admin.create(account)) {
                assertThat(admin.describeMetadataQuorum()
                                .quorumInfo()
                                .get(LIMIT_SECONDS, TimeUnit.SECONDS)
                                .leaderId())
                        .isEqualTo(BrokerProperties.NODE_ID);
            }
            account.put("sasl.jaas.config", login("kakutei", "guessed"));
            try (Admin admin = Admin.create(account)) {
                assertThatThrownBy(() ->
                                admin.describeMetadataQuorum().quorumInfo().get(LIMIT_SECONDS, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(SaslAuthenticationException.class);
            }
        }
    }

    @Test
    void account_survivesRestarts_andOnlyTheOwnerCanReadIt() throws Exception {
        String first;
        try (EmbeddedKafka kafka = started()) {
            createTopic(kafka.clientProperties(), "kept");
            first = password();
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        try (EmbeddedKafka kafka = started()) {
            assertThat(password()).isEqualTo(first).hasSize(48);
            assertThat(topics(kafka.clientProperties())).contains("kept");
        }
        Files.delete(file());
        try (EmbeddedKafka kafka = started()) {
            assertThat(password()).isNotEqualTo(first);
            assertThat(topics(kafka.clientProperties())).contains("kept");
            assertRefused(with(kafka, "sasl.jaas.config", login("kakutei", first)));
        }
    }

    /** Data of a broker that was open before is kept: the account is not part of it. */
    @Test
    void openFolder_getsAnAccount_andKeepsItsTopics() throws Exception {
        try (EmbeddedKafka open = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder)).start()) {
            createTopic(open.clientProperties(), "before");
        }
        try (EmbeddedKafka kafka = started()) {
            assertThat(topics(kafka.clientProperties())).contains("before");
        }
    }

    /** The recovery of a broker that died has a controller of its own, which asks as well. */
    @Test
    void deadBroker_withAnAccount_isPutAside() throws Exception {
        try (EmbeddedKafka kafka = started()) {
            createTopic(kafka.clientProperties(), "kept");
        }
        Files.delete(folder.resolve("log").resolve(DeadBroker.CLEAN));
        try (EmbeddedKafka kafka = started()) {
            assertThat(topics(kafka.clientProperties())).contains("kept");
        }
    }

    @Test
    void damagedFile_isRefusedWithWhatToDo() throws Exception {
        Files.writeString(file(), "security.protocol=SASL_PLAINTEXT\n");
        try (EmbeddedKafka kafka = new EmbeddedKafka(config())) {
            assertThatThrownBy(kafka::start)
                    .isInstanceOf(EmbeddedStartException.class)
                    .hasMessageContaining(file().toString())
                    .hasMessageContaining("delete the file");
        }
    }

    private EmbeddedKafka started() {
        return new EmbeddedKafka(config()).start();
    }

    private EmbeddedKafkaConfig config() {
        return EmbeddedKafkaConfig.in(folder).withAccess(EmbeddedKafkaConfig.Access.PASSWORD);
    }

    private Path file() {
        return folder.resolve("client.properties");
    }

    private String password() {
        return KafkaCredentials.in(folder).password();
    }

    private static String login(String user, String password) {
        return new KafkaCredentials(user, password).jaas();
    }

    private static Map<String, Object> with(EmbeddedKafka kafka, String name, String value) {
        Map<String, Object> properties = new HashMap<>(kafka.clientProperties());
        properties.put(name, value);
        return properties;
    }

    private static void assertRefused(Map<String, Object> client) {
        assertThatThrownBy(() -> topics(client)).hasCauseInstanceOf(SaslAuthenticationException.class);
    }

    private static void createTopic(Map<String, Object> client, String name) throws Exception {
        try (Admin admin = Admin.create(client)) {
            admin.createTopics(List.of(new NewTopic(name, 1, (short) 1))).all().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static Iterable<String> topics(Map<String, Object> client) throws Exception {
        try (Admin admin = Admin.create(client)) {
            return admin.listTopics().names().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }
}
