package dev.kakutei.verifier;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.verifier.ledger.ChangelogRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The copy of the state on this machine belongs to one changelog topic, by its id. A topic of the same name that was
 * made later, in a Kafka that was restored or by a recovery that was given the same number again, has another past:
 * state that is left of the first one would be taken for that of the second, and what was sent in between for new.
 */
final class LocalState {
    private static final Logger log = LoggerFactory.getLogger(LocalState.class);
    private static final long LIMIT_SECONDS = 30;

    private final KafkaConfig kafka;
    private final String changelog;
    private final Path folder;
    private final Path idFile;

    LocalState(VerifierConfig config, int recovery) {
        this.kafka = config.kafka();
        String application = VerifierConfig.applicationId(kafka, recovery);
        this.changelog = ChangelogRecords.entriesChangelog(application);
        this.folder = config.stateDir().resolve(application);
        this.idFile = config.stateDir().resolve(application + ".changelog-id");
    }

    /**
     * Removes what does not belong to the changelog that is there now; it is restored from there. Before the topology
     * starts.
     *
     * @throws KafkaException when Kafka cannot be asked
     */
    void removeForeign() {
        if (!Files.isDirectory(folder)) {
            return;
        }
        Optional<String> there = changelogId();
        if (there.isEmpty() || !there.equals(remembered())) {
            log.warn(
                    "The local state in {} does not belong to the changelog {} ({}): it is removed, and restored from Kafka",
                    folder,
                    changelog,
                    there.orElse("which does not exist"));
            delete(folder);
        }
    }

    /** Once the changelog is there for certain. */
    void remember() {
        try {
            Optional<String> there = changelogId();
            if (there.isPresent() && !there.equals(remembered())) {
                Files.createDirectories(idFile.getParent());
                Files.writeString(idFile, there.get());
            }
        } catch (IOException | KafkaException e) {
            log.warn("The id of {} could not be noted: the next start restores the state from Kafka. {}", changelog, e);
        }
    }

    private Optional<String> remembered() {
        try {
            return Files.exists(idFile) ? Optional.of(Files.readString(idFile)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(idFile + " cannot be read", e);
        }
    }

    private Optional<String> changelogId() {
        try (Admin admin = Admin.create(kafka.clientProperties("verifier-state"))) {
            return Optional.of(admin.describeTopics(List.of(changelog))
                    .topicNameValues()
                    .get(changelog)
                    .get(LIMIT_SECONDS, TimeUnit.SECONDS)
                    .topicId()
                    .toString());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.empty();
            }
            throw new KafkaException("topic " + changelog + " cannot be described", e.getCause());
        } catch (TimeoutException e) {
            throw new KafkaException("topic " + changelog + " cannot be described within " + LIMIT_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " cannot be removed", e);
        }
    }
}
