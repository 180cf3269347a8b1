package dev.kakutei.sender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kafka goes away under load and comes back: nothing is posted twice, and the sender goes on by itself. */
@Tag("proof")
class KafkaOutageTest {
    @Test
    void sender_kafkaAwayForAWhile_goesOnByItselfAndPostsNothingTwice(@TempDir Path folder) throws Exception {
        CountDownLatch away = new CountDownLatch(1);
        AtomicInteger served = new AtomicInteger();
        // from the 101st post on, answers come only when Kafka is gone
        try (EmbeddedKafka broker = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder)).start();
                RawServer server = new RawServer((request, socket) -> {
                    if (served.incrementAndGet() > 100) {
                        away.await();
                    }
                    RawServer.answer(socket, 200, "{}");
                });
                SenderRig rig = new SenderRig(broker.bootstrapServers(), Fixtures.gateway("gw", server.url(), 4))) {
            for (int i = 0; i < 1000; i++) {
                rig.issue(Fixtures.order(Fixtures.id(), 1, "gw", Duration.ofMinutes(30), Duration.ofMinutes(30)));
            }
            rig.flush();
            BrokerSender sender = rig.startSender("s-1");
            Await.until("four calls wait", SenderRig.LIMIT, () -> served.get() == 104);
            broker.stop();
            away.countDown();
            Await.until(
                    "the problem is reported",
                    SenderRig.LIMIT,
                    () -> sender.checks().get(0).problem().get().orElse(""),
                    problem -> problem.contains("Kafka"));
            assertThat(server.posts()).hasSize(104);
            broker.start();
            Await.until(
                    "all are taken",
                    SenderRig.LIMIT,
                    () -> rig.committed("gw").values().stream()
                                    .mapToLong(offset -> offset)
                                    .sum()
                            == 1000);
            // a commit that took effect without our hearing of it may cost the attempts of one turn their post
            rig.reports(996);

            Map<String, Long> posts = server.postsByAttempt();
            assertThat(posts).hasSizeBetween(996, 1000);
            assertThat(posts.values()).allMatch(count -> count == 1);
            Await.until(
                    "all is well",
                    SenderRig.LIMIT,
                    () -> sender.checks().get(0).problem().get().isEmpty());
        }
    }
}
