package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.TopicReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC B1, B2: what is committed arrives, whole and in order. */
class CarryingTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static OutboxFixture outbox;
    private static OutboxRelay relay;
    private TopicReader reader;

    @BeforeAll
    static void start() {
        // One partition, so that the topic shows one order.
        outbox = OutboxFixture.migrated().with("topics.partitions", "1");
        relay = outbox.started();
    }

    @AfterAll
    static void stop() {
        relay.close();
    }

    @BeforeEach
    void open() {
        reader = outbox.reader();
    }

    @AfterEach
    void close() {
        reader.close();
    }

    @Test
    void row_anyColumns_becomesTheFirstEventExactly() throws Exception {
        UUID id = UUID.randomUUID();
        Instant at = Instant.parse("2026-05-06T07:08:09.012Z");
        String json = "{\"z\":1.50,\"a\":\"\\u00e9\\n確定\",\"deep\":{\"list\":[1,2,null,true]}}";
        outbox.insert(id, at, json);

        assertThat(decoded(await(id.toString())))
                .isEqualTo(new LedgerEvent(
                        new RequestId(id),
                        1,
                        at,
                        "client:shop",
                        new Fact.Accepted(
                                RequestKind.PAYMENT,
                                "shop",
                                "key-" + id,
                                OutboxFixture.DIGEST,
                                "simulator",
                                new BigDecimal("1200.00"),
                                "JPY",
                                at.plusSeconds(30),
                                at.plusSeconds(86_400),
                                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                                Json.MAPPER.readTree(json),
                                null)));
    }

    /** The default limit of a body, and the largest that can be set; noise cannot be compressed, and is cut into pieces. */
    @ParameterizedTest
    @CsvSource({"262144, noise", "262144, blanks", "524288, noise", "524288, blanks"})
    void row_asLargeAsABodyMayBe_passesIntact(int bytes, String of) throws Exception {
        UUID id = UUID.randomUUID();
        byte[] noise = new byte[bytes];
        new Random(7).nextBytes(noise);
        String filling = of.equals("noise") ? Base64.getEncoder().encodeToString(noise) : " ".repeat(bytes);
        String json = "{\"blob\":\"" + filling.substring(0, bytes - 11) + "\"}";
        assertThat(json).hasSize(bytes);
        outbox.insert(id, Instant.now(), json);

        Fact.Accepted accepted = (Fact.Accepted) decoded(await(id.toString())).fact();
        assertThat(accepted.request()).isEqualTo(Json.MAPPER.readTree(json));
    }

    @Test
    void transactions_interleaved_arriveInCommitOrderWithoutTheRolledBack() throws Exception {
        List<String> expected = new ArrayList<>();
        try (Connection slow = outbox.connect();
                Connection rolledBack = outbox.connect()) {
            slow.setAutoCommit(false);
            rolledBack.setAutoCommit(false);
            List<String> late = OutboxFixture.insert(slow, 3);
            List<String> never = OutboxFixture.insert(rolledBack, 3);
            expected.addAll(outbox.insert(2));
            rolledBack.rollback();
            late.addAll(OutboxFixture.insert(slow, 2));
            slow.commit();
            expected.addAll(late);
            expected.addAll(outbox.insert(1));

            await(expected.get(expected.size() - 1));
            List<String> ours = new ArrayList<>(expected);
            ours.addAll(never);
            assertThat(keys().stream().filter(ours::contains)).containsExactlyElementsOf(expected);
        }
    }

    @Test
    void transaction_of10000Rows_arrivesWholeAndInOrder() {
        List<String> ids = outbox.insert(10_000);

        await(ids.get(ids.size() - 1));
        List<String> ours =
                keys().stream().filter(new java.util.HashSet<>(ids)::contains).toList();
        assertThat(ours).containsExactlyElementsOf(ids);
    }

    @Test
    void updatesAndDeletes_ofOutboxRows_areNoMessages() {
        List<String> ids = outbox.insert(3);
        outbox.execute("update outbox_orders set status = 'sending', attempts = 1 where id = '" + ids.get(0) + "'");
        outbox.execute("delete from outbox_orders where id = '" + ids.get(1) + "'");
        String last = outbox.insert(1).get(0);

        await(last);
        assertThat(keys().stream().filter(ids::contains)).containsExactlyElementsOf(ids);
    }

    @Test
    void slot_afterDelivery_movesPastWhatWasDelivered() {
        String before = outbox.query("select pg_current_wal_lsn()");
        await(outbox.insert(1).get(0));
        // The position of a transaction is acknowledged with the next one.
        await(outbox.insert(1).get(0));

        Await.until(
                "the slot moves past " + before,
                SOON,
                () -> outbox.query("select confirmed_flush_lsn > '" + before
                        + "' from pg_replication_slots where slot_name = '" + outbox.slot() + "'"),
                "t"::equals);
    }

    @Test
    void health_whileCapturing_isWell() {
        await(outbox.insert(1).get(0));

        assertThat(relay.state()).isEqualTo(RelayState.CAPTURING);
        assertThat(relay.checks())
                .allSatisfy(check -> assertThat(check.problem().get()).isEmpty());
    }

    private ConsumerRecord<String, String> await(String id) {
        List<ConsumerRecord<String, String>> records = reader.until(
                id + " arrives",
                SOON,
                seen -> seen.stream().anyMatch(record -> record.key().equals(id)));
        return records.stream()
                .filter(record -> record.key().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private List<String> keys() {
        return reader.toEnd(SOON).stream().map(ConsumerRecord::key).toList();
    }

    private static LedgerEvent decoded(ConsumerRecord<String, String> record) {
        return Codecs.LEDGER_EVENT.decode(record.value().getBytes(StandardCharsets.UTF_8));
    }
}
