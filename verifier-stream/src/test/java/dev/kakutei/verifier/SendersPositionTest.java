package dev.kakutei.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.position.SenderGroup;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.TopicReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC H3: a sender that finds no position can trust that it was lost, because a verifier has committed it. */
class SendersPositionTest {
    @TempDir
    Path folder;

    @Test
    void verifier_issuingTheFirstCommandOfAll_hasCommittedTheSendersPositionBefore() throws Exception {
        try (VerifierRig rig = new VerifierRig(folder, "5s");
                VerifierStream verifier = new VerifierStream(rig.config("one"), new SimpleMeterRegistry());
                TopicReader commands = rig.reader(rig.topics().commands("bank"));
                Admin admin = Admin.create(Map.of("bootstrap.servers", RealKafka.bootstrapServers()))) {
            rig.accept(VerifierRig.anyId());
            verifier.start();
            commands.untilCount(1, VerifierRig.LIMIT);

            SenderGroup group = new SenderGroup(rig.kafka(), "bank");
            Map<TopicPartition, OffsetAndMetadata> first = new HashMap<>();
            group.partitions().forEach(partition -> first.put(partition, new OffsetAndMetadata(0)));
            assertThat(admin.listConsumerGroupOffsets(group.name())
                            .partitionsToOffsetAndMetadata()
                            .get())
                    .isEqualTo(first);
            assertThat(admin.describeConsumerGroups(List.of(group.name()))
                            .describedGroups()
                            .get(group.name())
                            .get()
                            .members())
                    .as("it does not stay in the senders' group")
                    .isEmpty();
        }
    }
}
