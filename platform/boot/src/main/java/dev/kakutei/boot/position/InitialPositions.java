package dev.kakutei.boot.position;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits the senders' first position before the first command is issued, so that a sender that finds no position knows
 * that it was lost. Without this, commands that were issued before the first sender of an installation came would look
 * as if they had been posted.
 *
 * <p>Only partitions that nothing was ever written to get a position, and only where there is none. Both are checked
 * and the position is committed as a member of the senders' group, which owns the partition meanwhile: an
 * administrative commit has no owner, and one that was delayed could set back what senders have committed since.
 */
public final class InitialPositions {
    private static final Logger log = LoggerFactory.getLogger(InitialPositions.class);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** Senders that start at the same time commit their first position by themselves. */
    private static final Duration FOR_SENDERS = Duration.ofSeconds(5);

    private static final Duration POLL = Duration.ofMillis(100);
    /** Nothing is posted twice because of it, so it is no reason to stop. */
    private static final String CONSEQUENCE =
            "Until a sender has joined its group, commands that are issued are reported"
                    + " as unknown (position_lost) and not posted";

    private InitialPositions() {}

    /**
     * Returns when every partition of these gateways has a position, or has commands. Safe to call from any number at
     * once.
     */
    public static void ensure(KafkaConfig kafka, Collection<String> gateways, int recovery) {
        ensure(kafka, gateways, recovery, LIMIT);
    }

    /**
     * @param recovery how many recoveries there were
     * @param limit after which it goes on without: one gateway's senders must not keep the others' waiting
     */
    public static void ensure(KafkaConfig kafka, Collection<String> gateways, int recovery, Duration limit) {
        List<SenderGroup> groups = gateways.stream()
                .sorted()
                .map(gateway -> new SenderGroup(kafka, gateway, recovery))
                .toList();
        try (Admin admin = Admin.create(KafkaClients.adminProperties(kafka, "kakutei-positions", limit))) {
            SenderGroupInspector inspector = new SenderGroupInspector(admin, limit);
            long deadline = System.nanoTime() + limit.toNanos();
            List<SenderGroup> open = inspector.withoutFirstPosition(groups);
            long untilJoin = System.nanoTime() + FOR_SENDERS.toNanos();
            while (System.nanoTime() - untilJoin < 0 && inspector.anyHasMembers(open)) {
                TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
                open = inspector.withoutFirstPosition(open);
            }
            join(inspector, open, deadline, limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the senders' first position was committed", e);
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "Kafka at " + kafka.bootstrap() + " has not answered within " + limit.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof AuthorizationException refused)) {
                throw new IllegalStateException(
                        "cannot inspect the senders' groups at Kafka " + kafka.bootstrap() + ": "
                                + e.getCause().getMessage(),
                        e);
            }
            unauthorized(refused);
        } catch (AuthorizationException e) {
            unauthorized(e);
        }
    }

    private static void join(SenderGroupInspector inspector, List<SenderGroup> groups, long deadline, Duration limit)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<InitialMember> members = new ArrayList<>();
        try {
            groups.forEach(group -> members.add(new InitialMember(group)));
            List<SenderGroup> open = groups;
            while (!open.isEmpty()) {
                if (System.nanoTime() - deadline > 0) {
                    log.error(
                            "The senders' first position in {} could not be committed within {} ms: other members of their"
                                    + " groups hold partitions and commit nothing. {}",
                            open.stream().map(SenderGroup::topic).toList(),
                            limit.toMillis(),
                            CONSEQUENCE);
                    return;
                }
                members.forEach(member -> member.joinAndCommit(POLL));
                open = inspector.withoutFirstPosition(open);
            }
        } finally {
            members.forEach(InitialMember::close);
        }
    }

    private static void unauthorized(AuthorizationException e) {
        log.warn(
                "The senders' first position cannot be committed: {}. Grant READ on the groups of the senders and on their topics."
                        + " {}",
                e.getMessage(),
                CONSEQUENCE);
    }
}
