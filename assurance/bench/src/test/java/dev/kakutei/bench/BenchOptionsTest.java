package dev.kakutei.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.bench.contest.Contestant;
import dev.kakutei.bench.workload.BenchPlan;
import dev.kakutei.bench.workload.WarmUp;
import dev.kakutei.bench.workload.Workload;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class BenchOptionsTest {
    @Test
    void plan_nothingSaid_comparesEverybodyWithW1AndW1L() {
        BenchPlan plan = plan();
        assertThat(plan.workloads()).containsExactlyInAnyOrder(Workload.W1, Workload.W1L);
        assertThat(plan.contestants()).isEqualTo(Contestant.ALL);
        assertThat(plan.sizes().delays()).containsExactly(0, 20);
        assertThat(plan.sizes().history()).containsExactly(10_000, 100_000, 1_000_000);
        assertThat(plan.warmUp()).isEqualTo(new WarmUp(Duration.ofSeconds(60), WarmUp.Until.OVER));
        assertThat(plan.options()).containsExactly("-Xmx2g", "-XX:+UseParallelGC");
    }

    @Test
    void plan_everythingSaid_isAsSaid() {
        BenchPlan plan = plan(
                "w1",
                "W6",
                "--seconds",
                "4",
                "--only",
                "kakutei,textbook",
                "--delays",
                "5",
                "--set",
                "a.b=c",
                "--rate",
                "7",
                "--history",
                "5,50",
                "--warm-up",
                "9",
                "--compiled");
        assertThat(plan.workloads()).containsExactlyInAnyOrder(Workload.W1, Workload.W6);
        assertThat(plan.contestants()).extracting(Contestant::name).containsExactly("kakutei", "textbook");
        assertThat(plan.seconds()).isEqualTo(Duration.ofSeconds(4));
        assertThat(plan.sizes().delays()).isEqualTo(List.of(5));
        assertThat(plan.settings()).containsExactly("a.b=c");
        assertThat(plan.sizes().rate()).isEqualTo(7);
        assertThat(plan.sizes().history()).containsExactly(5, 50);
        assertThat(plan.warmUp()).isEqualTo(new WarmUp(Duration.ofSeconds(9), WarmUp.Until.COMPILED));
    }

    @Test
    void plan_all_isEveryWorkload() {
        assertThat(plan("all").workloads()).containsExactlyInAnyOrder(Workload.values());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "W3              | no workload 'W3'; there are [W1, W1L, W2, W4, W5, W6, W7] and all",
                "--only=quartz   | no contestant 'quartz'; there are textbook, db-scheduler",
                "--seconds=0     | --seconds must be at least 1, not 0",
                "--warm-up=-1    | --warm-up must be at least 0, not -1",
                "--delays=0,-5   | --delays must be at least 0, not -5",
                "--history=9,3   | --history must be at least 10, not 3",
                "--set=x         | --set x: KEY=VALUE is meant",
                "--seconds=soon  | Invalid value for option '--seconds'",
                "--minute=1      | Unknown option: '--minute=1'"
            })
    void plan_mistake_isNamed(String argument, String said) {
        assertThatThrownBy(() -> plan(argument))
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasMessageContaining(said);
    }

    @Test
    void plan_whatDoesNotGoTogether_isAMistake() {
        assertThatThrownBy(() -> plan("W7", "--prove", "--compiled", "--warm-up", "0"))
                .hasMessageContaining("--prove")
                .hasMessageContaining("--compiled");
    }

    @Test
    void plan_severalMistakes_areReportedAtOnce() {
        assertThatThrownBy(() -> plan("W9", "--rounds", "0"))
                .hasMessageContaining("W9")
                .hasMessageContaining("--rounds");
    }

    @Test
    void plan_onlyPeersForWhatOnlyKakuteiDoes_isRefused() {
        assertThatThrownBy(() -> plan("W2", "--only", "dbos")).hasMessageContaining("--only leaves it out");
    }

    private static BenchPlan plan(String... arguments) {
        BenchMain main = new BenchMain();
        new CommandLine(main).parseArgs(arguments);
        return main.plan();
    }
}
