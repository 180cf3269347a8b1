package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClockSkewTest {
    @TempDir
    private Path folder;

    /** Jumps by days, so that the time that the test takes does not matter. */
    @Test
    void jump_inARunningProcess_isSeenAtOnceAndTakenBack() throws Exception {
        Optional<ClockSkew> skew = ClockSkew.made(folder);
        assumeTrue(skew.isPresent(), "no C compiler");
        ClockSkew.SkewedClock clock = skew.get().clock("one", Duration.ofDays(10));
        ProcessBuilder builder =
                new ProcessBuilder("bash", "-c", "while read line; do echo ${EPOCHREALTIME%[.,]*}; done");
        builder.environment().putAll(clock.environment());
        Process process = builder.start();
        try (Writer ask = process.outputWriter();
                BufferedReader answers = process.inputReader()) {
            assertThat(daysAhead(ask, answers)).isEqualTo(10);
            clock.jump(Duration.ofDays(5));
            assertThat(daysAhead(ask, answers)).isEqualTo(15);
            clock.jump(Duration.ofDays(-30));
            assertThat(daysAhead(ask, answers)).isEqualTo(-20);
            clock.jumpBack();
            assertThat(daysAhead(ask, answers)).isEqualTo(10);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static long daysAhead(Writer ask, BufferedReader answers) throws Exception {
        ask.write("\n");
        ask.flush();
        long seconds = Long.parseLong(answers.readLine()) - System.currentTimeMillis() / 1000;
        return Math.round(seconds / 86_400.0);
    }
}
