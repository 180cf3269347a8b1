package dev.kakutei.store.clearance;

import dev.kakutei.boot.KafkaConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether any verifier or sender is running: each is a member of a consumer group while it is. */
final class Workers implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Workers.class);
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final KafkaConfig kafka;
    private Admin admin;

    Workers(KafkaConfig kafka) {
        this.kafka = kafka;
    }

    /** False where it cannot be found out. */
    boolean areStopped() {
        String prefix = kafka.topics().prefix();
        try {
            Admin open = open();
            List<String> groups = open.listGroups().all().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS).stream()
                    .map(GroupListing::groupId)
                    .filter(id -> id.startsWith(prefix + "verifier") || id.startsWith(prefix + "sender."))
                    .toList();
            return open
                    .describeConsumerGroups(groups)
                    .all()
                    .get(LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    .values()
                    .stream()
                    .map(ConsumerGroupDescription::members)
                    .allMatch(members -> members.isEmpty());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            log.warn("Cannot find out whether verifiers and senders have stopped: {}", e.toString());
            close();
            return false;
        }
    }

    @Override
    public void close() {
        if (admin != null) {
            admin.close(Duration.ofSeconds(1));
            admin = null;
        }
    }

    private Admin open() {
        if (admin == null) {
            admin = Admin.create(kafka.clientProperties("ingest-workers"));
        }
        return admin;
    }
}
