package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.ledger.Status;
import dev.kakutei.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kakutei up} as a user meets it: starts, says so, stops when asked, and goes on where it was (SPEC G1). */
class UpTest {
    private static final Duration STOP = Duration.ofSeconds(60);
    /** Less than the gateway's silence of 60 s: who waits for that does not end within this time. */
    private static final Duration DURING_THE_SILENCE = Duration.ofSeconds(45);

    private static final String LONGER_THAN_THE_TEST_MILLIS = "300000";

    @TempDir
    private Path data;

    @Test
    void up_stoppedAndStartedAgain_goesOnWhereItWas() {
        try (RunningKakutei kakutei = RunningKakutei.up(data, "--port", "0")) {
            UpstreamClient client = new UpstreamClient(kakutei.url());
            client.submit("/payments", "first", UpstreamClient.payment(1)).join();
            PostgresTables tables = kakutei.tables();
            Await.until("settled", () -> tables.keysIn(Status.SUCCEEDED).contains("first"));
            ProcessHandle postgres = kakutei.postgresProcess();
            assertThat(postgres.isAlive()).isTrue();
            assertClosedToOtherUsers(kakutei);

            kakutei.process().sigterm();
            kakutei.process().awaitExit(STOP);

            assertThat(kakutei.process().output()).contains("stopped in");
            Await.until("no process left", () -> !postgres.isAlive());
        }
        try (RunningKakutei kakutei = RunningKakutei.up(data, "--port", "0")) {
            UpstreamClient client = new UpstreamClient(kakutei.url());
            assertThat(client.get("/requests/first").body().get("status").textValue())
                    .isEqualTo("AUTHORIZED");
            assertThat(client.submit("/payments", "first", UpstreamClient.payment(1))
                            .join()
                            .status())
                    .isEqualTo(200);
            assertThat(client.submit("/payments", "first", UpstreamClient.payment(2))
                            .join()
                            .status())
                    .isEqualTo(409);
            assertThat(client.submit("/payments", "second", UpstreamClient.payment(2))
                            .join()
                            .status())
                    .isEqualTo(202);
            PostgresTables tables = kakutei.tables();
            Await.until("settled", () -> tables.keysIn(Status.SUCCEEDED).contains("second"));
        }
        assertThat(new SimulatorJournal(data).applied())
                .hasSize(2)
                .allSatisfy((reference, times) -> assertThat(times).isEqualTo(1));
    }

    /** Who could write to Kafka could approve, settle and pay (SPEC G3). */
    private void assertClosedToOtherUsers(RunningKakutei kakutei) {
        Map<String, Object> stranger = new HashMap<>(kakutei.kafka());
        stranger.put(
                "sasl.jaas.config",
                ScramLoginModule.class.getName() + " required username=\"kakutei\" password=\"x\";");
        try (Admin admin = Admin.create(stranger)) {
            assertThatThrownBy(() -> admin.listTopics().names().get(STOP.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(SaslAuthenticationException.class);
        }
        try (Admin admin = Admin.create(kakutei.kafka())) {
            assertThat(admin.listTopics().names()).succeedsWithin(STOP);
        }
    }

    @Test
    void up_onAFolderThatOthersMayRead_refusesItWithTheCommandThatClosesIt() throws IOException {
        Path open = Files.createDirectory(data.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (RunningKakutei kakutei = RunningKakutei.launch(open, "--port", "0")) {
            kakutei.process().awaitExit(STOP);

            assertThat(kakutei.process().output()).contains("chmod 700 " + open).doesNotContain("ready in");
            assertThat(open).isEmptyDirectory();
        }
    }

    @Test
    @Tag("proof")
    void up_stoppedWhileACallerWaits_answersItAndDoesNotWaitForTheGateway() {
        try (RunningKakutei kakutei = RunningKakutei.up(data, "--port", "0")) {
            UpstreamClient client = new UpstreamClient(kakutei.url());
            CompletableFuture<UpstreamClient.Response> waiting = client.submitAndWait(
                    "/payments", "hangs", UpstreamClient.payment(1, "tok_timeout"), LONGER_THAN_THE_TEST_MILLIS);
            Await.until(
                    "it is at the gateway",
                    () -> client.get("/requests/hangs").body().path("attempts").asInt() == 1);

            kakutei.process().sigterm();
            kakutei.process().awaitExit(DURING_THE_SILENCE);

            assertThat(waiting.join().status()).isEqualTo(202);
        }
    }

    @Test
    void up_portTaken_saysSoAtOnceAndTouchesNothing() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                RunningKakutei kakutei = RunningKakutei.launch(data, "--port", "" + taken.getLocalPort())) {
            int code = kakutei.process().awaitExit(STOP);

            assertThat(code).isEqualTo(1);
            assertThat(kakutei.process().output())
                    .contains("port " + taken.getLocalPort() + " is taken")
                    .contains("--port")
                    .doesNotContain("\tat ");
            assertThat(data.resolve("postgres")).doesNotExist();
        }
    }

    @Test
    void up_gatewayFileWithMistakes_reportsAllOfThemWithTheirPlace() throws IOException {
        Path file = Files.writeString(data.resolve("bad.yaml"), """
                gateways:
                  bank:
                    url: ftp://nowhere
                    paths: {payment: payments}
                    concurrency: many
                """);
        try (RunningKakutei kakutei = RunningKakutei.launch(data, "--port", "0", "--gateways", file.toString())) {
            assertThat(kakutei.process().awaitExit(STOP)).isEqualTo(2);
            assertThat(kakutei.process().output())
                    .contains("gateways.bank.class")
                    .contains("gateways.bank.url")
                    .contains("gateways.bank.paths.payment")
                    .contains("gateways.bank.concurrency")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    @Tag("proof")
    void up_dataInUse_isRefusedWithTheOtherOnesProcess() {
        try (RunningKakutei first = RunningKakutei.up(data, "--port", "0");
                RunningKakutei second = RunningKakutei.launch(data, "--port", "0")) {
            assertThat(second.process().awaitExit(STOP)).isEqualTo(1);
            assertThat(second.process().output()).contains("in use by another process");
            assertThat(new UpstreamClient(first.url()).get("/requests/none").status())
                    .isEqualTo(404);
        }
    }
}
