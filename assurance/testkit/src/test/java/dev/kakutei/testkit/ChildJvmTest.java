package dev.kakutei.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
    private static final Duration SOON = Await.LIMIT;

    @Test
    void sigterm_childWithHook_runsItAndEnds() {
        try (ChildJvm child = ChildJvm.start(CounterMain.class, "count")) {
            child.awaitLine("n=3", SOON);
            child.sigterm();
            assertThat(child.awaitExit(SOON)).isEqualTo(143);
            assertThat(child.output()).contains("asked to stop");
        }
    }

    @Test
    void kill9_childWithHook_diesWithoutRunningIt() {
        try (ChildJvm child = ChildJvm.start(CounterMain.class, "count")) {
            child.awaitLine("n=3", SOON);
            child.kill9();
            assertThat(child.isAlive()).isFalse();
            assertThat(child.output()).doesNotContain("asked to stop");
        }
    }

    @Test
    void sigstop_thenSigcont_freezesAndGoesOn() throws Exception {
        try (ChildJvm child = ChildJvm.start(CounterMain.class, "count")) {
            child.awaitLine("n=3", SOON);
            child.sigstop();
            Path status = Path.of("/proc", Long.toString(child.pid()), "status");
            if (Files.exists(status)) {
                Await.until(
                        "the child is stopped",
                        SOON,
                        () -> Files.readString(status).contains("(stopped)"));
            }
            long frozenAt = child.output().lines().count();
            child.sigcont();
            Await.until("it counts on", SOON, () -> child.output().lines().count(), lines -> lines > frozenAt + 3);
        }
    }

    @Test
    void awaitLine_childFails_showsItsOutputAtOnce() {
        try (ChildJvm child = ChildJvm.start(CounterMain.class, List.of(), Map.of("MOOD", "grumpy"), List.of("fail"))) {
            assertThatThrownBy(() -> child.awaitLine("n=1", SOON))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("ended with 1")
                    .hasMessageContaining("asked to fail, grumpy");
        }
    }

    @Test
    void parent_killed_takesItsChildAlong() {
        ProcessHandle grandchild;
        try (ChildJvm parent = ChildJvm.start(ParentMain.class)) {
            String line = parent.awaitLine("child-pid=", SOON);
            grandchild = ProcessHandle.of(Long.parseLong(line.substring("child-pid=".length())))
                    .orElseThrow();
            parent.kill9();
        }
        Await.until("the grandchild ends", SOON, () -> !grandchild.isAlive());
    }
}
