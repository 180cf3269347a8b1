package dev.kakutei.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.testkit.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC H3: state that is left of another Kafka, or of a recovery whose number was given again, is not worked with. */
class LocalStateTest {
    private static final int RECOVERY = 1;

    @TempDir
    private Path folder;

    private VerifierRig rig;
    private VerifierConfig config;
    private LocalState state;
    private Path kept;

    @BeforeEach
    void open() throws Exception {
        rig = new VerifierRig(folder, "1h");
        config = rig.config("one");
        state = new LocalState(config, RECOVERY);
        kept = Files.createDirectories(config.stateDir()
                        .resolve(VerifierConfig.applicationId(rig.kafka(), RECOVERY))
                        .resolve("0_1")
                        .resolve("rocksdb"))
                .resolve("000004.log");
        Files.writeString(kept, "what was decided");
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void removeForeign_changelogOfBefore_keepsTheState() throws Exception {
        createChangelog();
        state.remember();

        state.removeForeign();

        assertThat(kept).exists();
    }

    @Test
    void removeForeign_changelogMadeAgainUnderItsName_removesTheState() throws Exception {
        createChangelog();
        state.remember();
        try (Admin admin = Admin.create(rig.kafka().clientProperties("test-admin"))) {
            admin.deleteTopics(List.of(changelog())).all().get();
            Await.until(
                    "the topic is gone", () -> !admin.listTopics().names().get().contains(changelog()));
        }
        createChangelog();

        state.removeForeign();

        assertThat(kept).doesNotExist();
        state.remember();
        Files.createDirectories(kept.getParent());
        Files.writeString(kept, "restored from the new one");
        state.removeForeign();
        assertThat(kept).exists();
    }

    @Test
    void removeForeign_noChangelog_removesTheState() {
        state.removeForeign();

        assertThat(kept).doesNotExist();
    }

    @Test
    void removeForeign_neverNotedWhoseItIs_removesTheState() throws Exception {
        createChangelog();

        state.removeForeign();

        assertThat(kept).doesNotExist();
    }

    /** So that an ordinary restart does not restore everything. */
    @Test
    void start_running_notesTheChangelog() {
        try (VerifierStream verifier = new VerifierStream(config, new SimpleMeterRegistry())) {
            verifier.start();
            Path noted = config.stateDir().resolve(VerifierConfig.applicationId(rig.kafka(), 0) + ".changelog-id");
            Await.until("it is noted", () -> Files.exists(noted));
        }
        new LocalState(config, 0).removeForeign();
        assertThat(config.stateDir().resolve(VerifierConfig.applicationId(rig.kafka(), 0)))
                .isDirectory();
    }

    private String changelog() {
        return VerifierConfig.applicationId(rig.kafka(), RECOVERY) + "-entries-changelog";
    }

    private void createChangelog() throws Exception {
        try (Admin admin = Admin.create(rig.kafka().clientProperties("test-admin"))) {
            admin.createTopics(List.of(new NewTopic(changelog(), 2, (short) 1)))
                    .all()
                    .get();
        }
    }
}
