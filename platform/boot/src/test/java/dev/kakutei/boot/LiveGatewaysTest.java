package dev.kakutei.boot;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.kakutei.schemas.gateway.Gateways;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class LiveGatewaysTest {
    private static final String GATEWAYS = """
            gateways:
              bank: {class: neither, url: "https://bank.example", paths: {payment: /p}, concurrency: %d}
            """;

    @TempDir
    Path folder;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final List<Gateways> applied = new ArrayList<>();
    private List<String> objections = List.of();
    private Instant time = Instant.parse("2026-07-01T00:00:00Z");
    private Path file;
    private LiveGateways live;

    @BeforeEach
    void begin() throws IOException {
        logged.start();
        logger().addAppender(logged);
        file = Files.writeString(folder.resolve("gateways.yaml"), GATEWAYS.formatted(1));
        live = new LiveGateways(source("0s"), "test", registry, new Recording(), () -> time);
    }

    @AfterEach
    void end() {
        live.close();
        logger().detachAppender(logged);
    }

    @Test
    void file_changed_isAppliedAtTheSecondCheck() throws IOException {
        time = time.plusSeconds(60);
        Files.writeString(file, GATEWAYS.formatted(2));
        live.check();
        assertThat(concurrency()).as("it may still be being written").isEqualTo(1);
        live.check();
        assertThat(concurrency()).isEqualTo(2);
        assertThat(applied).containsExactly(live.get());
        assertThat(counted("applied")).isEqualTo(1);
        assertThat(registry.get("gateways.applied").gauge().value()).isEqualTo(time.getEpochSecond());
        live.check();
        live.check();
        assertThat(counted("applied")).isEqualTo(1);
    }

    @Test
    void file_halfWritten_isNotApplied() throws IOException {
        Files.writeString(file, GATEWAYS.formatted(2));
        live.check();
        Files.writeString(file, GATEWAYS.formatted(2) + "default: bank\n");
        live.check();
        assertThat(concurrency()).isEqualTo(1);
        live.check();
        assertThat(concurrency()).isEqualTo(2);
        assertThat(counted("refused")).isZero();
    }

    @Test
    void file_withMistakes_isRefusedAndLoggedOnceWithAllOfThem() throws IOException {
        Files.writeString(file, GATEWAYS.formatted(0) + "colour: red\n");
        checks(4);
        assertThat(concurrency()).isEqualTo(1);
        assertThat(counted("refused")).isEqualTo(1);
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("gateways.bank.concurrency: must be a whole number")
                .contains("colour: is not known here");
    }

    @Test
    void file_repaired_isApplied() throws IOException {
        Files.writeString(file, "gateways: {");
        checks(2);
        Files.writeString(file, GATEWAYS.formatted(3));
        checks(2);
        assertThat(concurrency()).isEqualTo(3);
    }

    @Test
    void file_backToWhatIsInUse_changesNothing() throws IOException {
        Files.writeString(file, "gateways: {");
        checks(2);
        Files.writeString(file, GATEWAYS.formatted(1));
        checks(2);
        assertThat(applied).isEmpty();
        assertThat(counted("applied")).isZero();
    }

    @Test
    void change_thatNeedsARestart_isIgnoredAsAWhole() throws IOException {
        Files.writeString(file, GATEWAYS.formatted(2).replace("bank.example", "other.example"));
        checks(3);
        assertThat(concurrency()).as("the safe part is not applied alone").isEqualTo(1);
        assertThat(counted("unsafe")).isEqualTo(1);
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("need a restart")
                .contains("gateways.bank.url: has changed");
    }

    @Test
    void change_thatItsSubscriberObjectsTo_isRefused() throws IOException {
        objections = List.of("gateways.bank.auth.bearer: the environment has no TOKEN");
        Files.writeString(file, GATEWAYS.formatted(2));
        checks(3);
        assertThat(concurrency()).isEqualTo(1);
        assertThat(counted("refused")).isEqualTo(1);
        assertThat(warnings()).singleElement().asString().contains("the environment has no TOKEN");
        objections = List.of();
        checks(1);
        assertThat(concurrency()).as("the objection is gone").isEqualTo(2);
    }

    @Test
    void file_gone_isLoggedOnceAndAppliedWhenItIsBack() throws IOException {
        Files.delete(file);
        checks(3);
        assertThat(concurrency()).isEqualTo(1);
        assertThat(counted("refused")).isEqualTo(1);
        assertThat(warnings()).singleElement().asString().contains("there is no such file");
        Files.writeString(file, GATEWAYS.formatted(2));
        checks(2);
        assertThat(concurrency()).isEqualTo(2);
    }

    @Test
    void file_notText_isLoggedOnce() throws IOException {
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe});
        checks(3);
        assertThat(warnings()).singleElement().asString().contains("it is not text in UTF-8");
    }

    /** As editors and orchestrators do it. */
    @Test
    void file_replacedByAnother_isApplied() throws IOException {
        Path other = Files.writeString(folder.resolve("new.yaml"), GATEWAYS.formatted(2));
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        checks(2);
        assertThat(concurrency()).isEqualTo(2);
    }

    /** What happens between reading the settings and the first check is not missed. */
    @Test
    void file_changedBeforeTheStart_isApplied() throws Exception {
        GatewaySource source = source("10ms");
        Files.writeString(file, GATEWAYS.formatted(2));
        CountDownLatch applied = new CountDownLatch(1);
        try (LiveGateways timed = new LiveGateways(source, "timed", registry, new LiveGateways.Subscriber() {
            @Override
            public void apply(Gateways next) {
                applied.countDown();
            }
        })) {
            timed.start();
            assertThat(applied.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** One check that fails unexpectedly is not the last one. */
    @Test
    void subscriber_thatThrows_isAskedAgainAtTheNextChange() throws Exception {
        GatewaySource source = source("10ms");
        CountDownLatch asked = new CountDownLatch(2);
        try (LiveGateways timed = new LiveGateways(source, "timed", registry, new LiveGateways.Subscriber() {
            @Override
            public List<String> objections(Gateways next) {
                asked.countDown();
                throw new IllegalStateException("on purpose");
            }
        })) {
            timed.start();
            for (int i = 2; !asked.await(100, TimeUnit.MILLISECONDS) && i < 600; i++) {
                Files.writeString(file, GATEWAYS.formatted(i));
            }
            assertThat(asked.getCount()).isZero();
            assertThat(timed.get()).isEqualTo(source.gateways());
        }
    }

    private void checks(int times) {
        for (int i = 0; i < times; i++) {
            live.check();
        }
    }

    private int concurrency() {
        return live.get().byName().get("bank").limits().concurrency();
    }

    private double counted(String result) {
        return registry.get("gateways.reload")
                .tags("service", "test", "result", result)
                .counter()
                .count();
    }

    private List<String> warnings() {
        return logged.list.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private GatewaySource source(String reload) {
        Settings settings = Settings.of(Map.of("gateways.file", file.toString(), "gateways.reload", reload));
        GatewaySource source = GatewaySettings.source(settings);
        settings.check();
        assertThat(source.reload()).isLessThan(Duration.ofSeconds(1));
        return source;
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(LiveGateways.class);
    }

    private final class Recording implements LiveGateways.Subscriber {
        @Override
        public List<String> objections(Gateways next) {
            return objections;
        }

        @Override
        public void apply(Gateways next) {
            applied.add(next);
        }
    }
}
