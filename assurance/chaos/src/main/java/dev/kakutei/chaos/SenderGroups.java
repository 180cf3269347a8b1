package dev.kakutei.chaos;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.boot.position.SenderGroup;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** The consumer groups in which the senders keep their position, as an operator sees them. */
final class SenderGroups implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final KafkaConfig kafka;
    private final Admin admin;

    SenderGroups(KafkaConfig kafka) {
        this.kafka = kafka;
        this.admin = Admin.create(KafkaClients.adminProperties(kafka, "chaos-groups", LIMIT));
    }

    /**
     * Deletes one, and the position with it. Not possible as long as Kafka believes that it has members.
     *
     * @param recovery how many recoveries there were: each begins with groups of its own
     */
    boolean delete(String gateway, int recovery) {
        try {
            admin.deleteConsumerGroups(List.of(new SenderGroup(kafka, gateway, recovery).name()))
                    .all()
                    .get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            return e.getCause() instanceof GroupIdNotFoundException;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        admin.close(LIMIT);
    }
}
