package dev.kakutei.e2e.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.RequestStatus;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.topic.CloudEventHeaders;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.RealPostgres;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.tools.ToolProvider;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The consumers' guide: its example compiles, records each result once, and does not mind being killed. */
class ResultConsumerTest {
    private static final Path EXAMPLE = ComposeFile.ROOT.resolve("docs/examples/consumer/ResultConsumer.java");
    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX, 2);
    private static final Instant NOW = Instant.parse("2026-11-16T03:59:33Z");

    @TempDir
    private Path classes;

    private final RealPostgres.Database database = RealPostgres.freshDatabase();

    @Test
    void example_repeatedAbortedAndKilled_recordsEveryResultOnce() throws Exception {
        RealKafka.createTopics(List.of(topic(RequestKind.ORDER), topic(RequestKind.PAYMENT)));
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            results.add(result(i));
        }
        try (KafkaProducer<String, byte[]> verifier = verifier()) {
            verifier.initTransactions();
            write(verifier, results.subList(0, 10));
            // given up: must never be booked
            verifier.beginTransaction();
            verifier.send(record(result(99)));
            verifier.flush();
            verifier.abortTransaction();
            try (ChildJvm consumer = consumer()) {
                consumer.awaitLine("PaymentAuthorized key-8 AUTHORIZED", TIMEOUT);
                Await.until("ten are booked", TIMEOUT, () -> booked().size() == 10);
                consumer.kill9();
            }
            // some a second time, as after a death, and the rest
            write(verifier, results.subList(5, 20));
            try (ChildJvm consumer = consumer()) {
                Await.until("all are booked", TIMEOUT, () -> booked().size() == 20);
                consumer.sigterm();
                consumer.awaitExit(TIMEOUT);
                assertThat(consumer.output())
                        .contains("OrderFailed key-19 FAILED", "stopped")
                        .doesNotContain("key-99", "key-0 ", "key-7 ", "Exception");
            }
        }
        assertThat(booked()).doesNotHaveDuplicates().doesNotContain("key-99");
    }

    /** Compiled by itself, as a reader's copy would be. */
    @BeforeEach
    void compile() {
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        complaints,
                        complaints,
                        "-d",
                        classes.toString(),
                        "-cp",
                        classPath(),
                        "-proc:none",
                        "-Xlint:unchecked,deprecation,rawtypes",
                        "-Werror",
                        EXAMPLE.toString());
        assertThat(code).as(complaints.toString()).isZero();
    }

    private ChildJvm consumer() {
        return ChildJvm.start(
                "ResultConsumer",
                "ResultConsumer",
                List.of("-Xmx256m"),
                Map.of("CLASSPATH", classes + File.pathSeparator + classPath()),
                List.of(
                        RealKafka.bootstrapServers(),
                        database.jdbcUrl(),
                        database.user(),
                        database.password(),
                        account().toString()));
    }

    /** The shared broker asks for none; the file is read all the same. */
    private Path account() {
        try {
            return Files.writeString(classes.resolve("client.properties"), "security.protocol=PLAINTEXT\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private List<String> booked() throws Exception {
        List<String> keys = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select idempotency_key from booked")) {
            while (rows.next()) {
                keys.add(rows.getString(1));
            }
        }
        return keys;
    }

    private static NewTopic topic(RequestKind kind) {
        return new NewTopic(TOPICS.results(kind).name(), TOPICS.partitions(), (short) 1);
    }

    private static KafkaProducer<String, byte[]> verifier() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", RealKafka.bootstrapServers(), "transactional.id", "consumer-guide"),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    private static void write(KafkaProducer<String, byte[]> verifier, List<Result> results) {
        verifier.beginTransaction();
        results.forEach(result -> verifier.send(record(result)));
        verifier.commitTransaction();
    }

    private static ProducerRecord<String, byte[]> record(Result result) {
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(
                TOPICS.results(result.kind()).name(),
                result.requestId().toString(),
                TOPICS.results(result.kind()).codec().encode(result));
        CloudEventHeaders.of(result).forEach(record.headers()::add);
        return record;
    }

    /** Even ones are payments that went well, odd ones orders that did not. */
    private static Result result(int number) {
        boolean payment = number % 2 == 0;
        return new Result(
                RequestId.of(new UUID(7, number).toString()),
                payment ? RequestKind.PAYMENT : RequestKind.ORDER,
                "shop",
                "key-" + number,
                payment ? RequestStatus.AUTHORIZED : RequestStatus.FAILED,
                payment ? Fact.Verdict.SUCCEEDED : Fact.Verdict.FAILED,
                payment ? null : "declined",
                "simulator",
                201,
                "sim_1",
                null,
                1,
                0,
                null,
                payment ? new BigDecimal("1200.00") : null,
                "JPY",
                NOW,
                NOW,
                null,
                null);
    }
}
