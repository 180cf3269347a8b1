package dev.kakutei.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A second start goes on where the first one was, however that one ended. */
class RestartTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    /** What is left of it at the next start, when the clock has moved by {@link #ALMOST}. */
    private static final Duration ALMOST = LONG.minusMillis(100);

    @TempDir
    Path data;

    private final TestClock clock = new TestClock();

    private Simulator start() {
        return Simulator.start(SimulatorConfig.in(data).withClock(clock));
    }

    private static RawClient clientOf(Simulator simulator) {
        return new RawClient(simulator.port());
    }

    @Test
    void restart_afterEffectsAndKeys_knowsThemAndContinuesTheNumbers() {
        RawClient.Reply first;
        List<Tally> before;
        long lines;
        try (Simulator simulator = start()) {
            simulator.script(Script.posts("declined", Behaviour.of(BehaviourType.DECLINE)));
            first = clientOf(simulator).pay("r", "k");
            clientOf(simulator).pay("declined", "k2");
            clientOf(simulator).get("/payments/r");
            before = simulator.effects();
            lines = simulator.journal().size();
        }
        try (Simulator simulator = start()) {
            assertThat(simulator.effects()).containsExactlyInAnyOrderElementsOf(before);
            RawClient.Reply again = clientOf(simulator).pay("r", "k");
            assertThat(again.headers()).containsKey("Idempotent-Replayed");
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(clientOf(simulator).pay("declined", "k2").http()).isEqualTo(402);
            assertThat(clientOf(simulator).pay("other", "k").http()).isEqualTo(422);
            assertThat(clientOf(simulator).get("/payments/r").body()).contains("AUTHORIZED");
            List<JournalEntry> journal = simulator.journal();
            assertThat(journal.get((int) lines).seq()).isEqualTo(lines + 1);
            assertThat(journal.get((int) lines).nth()).isEqualTo(2);
        }
    }

    @Test
    void restart_pendingEffect_settlesAllTheSame() {
        try (Simulator simulator = start()) {
            simulator.script(Script.posts("r", Behaviour.pending(LONG, GatewayStatus.DECLINED)));
            assertThat(clientOf(simulator).pay("r", "k").http()).isEqualTo(202);
        }
        assertThat(JournalFile.read(data.resolve(JournalFile.NAME)))
                .noneMatch(e -> e.type() == JournalEntry.Type.SETTLED);
        clock.advance(ALMOST);
        try (Simulator simulator = start()) {
            SimulatorAwait.until("settled", () -> Journals.count(simulator, "r", JournalEntry.Type.SETTLED) == 1);
            assertThat(clientOf(simulator).get("/payments/r").body()).contains("DECLINED");
        }
        try (Simulator simulator = start()) {
            assertThat(clientOf(simulator).get("/payments/r").body()).contains("DECLINED");
            assertThat(Journals.count(simulator, "r", JournalEntry.Type.SETTLED))
                    .isEqualTo(1);
        }
    }

    @Test
    void restart_postToBeAppliedLater_isAppliedOnceAndHoldsItsKeyUntilThen() {
        try (Simulator simulator = start()) {
            simulator.script(Script.posts("r", Behaviour.applyLater(LONG, Duration.ZERO)));
            assertThat(clientOf(simulator).pay("r", "k").http()).isZero();
        }
        try (Simulator simulator = start()) {
            assertThat(clientOf(simulator).pay("r", "k").http()).isEqualTo(409);
        }
        clock.advance(ALMOST);
        try (Simulator simulator = start()) {
            SimulatorAwait.until("applied", () -> Journals.count(simulator, "r", JournalEntry.Type.APPLIED) == 1);
        }
        try (Simulator simulator = start()) {
            assertThat(clientOf(simulator).pay("r", "k").headers()).containsKey("Idempotent-Replayed");
            assertThat(Journals.count(simulator, "r", JournalEntry.Type.APPLIED))
                    .isEqualTo(1);
        }
    }

    @Test
    void restart_postWaitingToBeApplied_isDroppedAndItsKeyFree() {
        try (Simulator simulator = start()) {
            Behaviour slow = Behaviour.delay(Delay.fixed(Duration.ofMinutes(1)), Delay.NONE);
            simulator.script(Script.posts("r", slow));
            Thread waiting = new Thread(() -> clientOf(simulator).pay("r", "k"));
            waiting.start();
            SimulatorAwait.until("received", () -> Journals.count(simulator, "r", JournalEntry.Type.RECEIVED) == 1);
        }
        try (Simulator simulator = start()) {
            assertThat(clientOf(simulator).pay("r", "k").http()).isEqualTo(201);
            assertThat(simulator.effects(Kind.PAYMENT, "r").orElseThrow().applied())
                    .isEqualTo(1);
        }
    }

    @Test
    void restart_tornLastLineAtEveryByte_losesThatLineOnly() throws IOException {
        try (Simulator simulator = start()) {
            clientOf(simulator).pay("r", "k");
        }
        Path file = data.resolve(JournalFile.NAME);
        byte[] whole = Files.readAllBytes(file);
        List<JournalEntry> entries = JournalFile.read(file);
        int lastLine = lastLineStart(whole);
        for (int length = lastLine; length < whole.length; length += 7) {
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            assertThat(JournalFile.read(file)).isEqualTo(entries.subList(0, 2));
        }
        Files.write(file, java.util.Arrays.copyOf(whole, whole.length - 1));
        try (Simulator simulator = start()) {
            assertThat(simulator.journal()).isEqualTo(entries.subList(0, 2));
            clientOf(simulator).pay("r", "k");
            assertThat(simulator.journal()).hasSize(4);
            assertThat(simulator.effects(Kind.PAYMENT, "r").orElseThrow().applied())
                    .isEqualTo(1);
        }
    }

    private static int lastLineStart(byte[] whole) {
        int at = whole.length - 1;
        while (whole[at - 1] != '\n') {
            at--;
        }
        return at;
    }

    @Test
    void restart_journalDamagedInTheMiddle_isRefused() throws IOException {
        try (Simulator simulator = start()) {
            clientOf(simulator).pay("r", "k");
        }
        Path file = data.resolve(JournalFile.NAME);
        List<String> lines = Files.readAllLines(file);
        Files.write(file, List.of(lines.get(0), lines.get(2)));
        assertThatThrownBy(this::start).hasMessageContaining("line 2 has seq 3");

        Files.write(file, List.of(lines.get(0), "nonsense", lines.get(2)));
        assertThatThrownBy(this::start).hasMessageContaining("line 2 is not a journal entry");

        Files.write(file, lines);
        start().close();
    }

    @Test
    void start_dataInUse_isRefusedAndTheFirstGoesOn() {
        try (Simulator simulator = start()) {
            assertThatThrownBy(this::start)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("in use by another simulator");
            assertThat(clientOf(simulator).pay("r", null).http()).isEqualTo(201);
        }
    }

    @Test
    void start_portTaken_saysSoAndLeavesTheDataFree(@TempDir Path other) {
        try (Simulator first = start()) {
            SimulatorConfig same = SimulatorConfig.in(other).withPort(first.port());
            assertThatThrownBy(() -> Simulator.start(same)).hasMessageContaining(Integer.toString(first.port()));
            Simulator.start(SimulatorConfig.in(other)).close();
        }
    }

    @Test
    void journalFile_ofAnotherProgram_isNotOverwritten() throws IOException {
        Path file = data.resolve(JournalFile.NAME);
        Files.writeString(file, "{\"a\":1}\n", StandardOpenOption.CREATE);
        assertThatThrownBy(this::start).hasMessageContaining("line 1 is not a journal entry");
        assertThat(Files.readString(file)).isEqualTo("{\"a\":1}\n");
    }
}
