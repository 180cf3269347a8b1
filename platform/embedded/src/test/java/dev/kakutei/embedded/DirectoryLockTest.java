package dev.kakutei.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
    @TempDir
    Path folder;

    @Test
    void acquire_refusedInThisProcess_keepsOtherProcessesOut() throws Exception {
        try (DirectoryLock held = DirectoryLock.acquire(folder, "first")) {
            assertThat(held).isNotNull();
            assertThatThrownBy(() -> DirectoryLock.acquire(folder.resolve("../" + folder.getFileName()), "second"))
                    .isInstanceOf(EmbeddedStartException.class)
                    .hasMessageContaining("in use by another process (pid "
                            + ProcessHandle.current().pid() + ")");
            assertThat(otherProcess()).contains("in use by another process");
        }
        assertThat(otherProcess()).contains("acquired");
    }

    @Test
    void close_secondTimeAfterALaterOwnerCame_leavesThatOneItsLock() {
        DirectoryLock first = DirectoryLock.acquire(folder, "first");
        first.close();
        try (DirectoryLock second = DirectoryLock.acquire(folder, "second")) {
            assertThat(second).isNotNull();
            first.close();
            assertThatThrownBy(() -> DirectoryLock.acquire(folder, "third")).isInstanceOf(EmbeddedStartException.class);
        }
    }

    /** The other process. */
    public static void main(String[] args) {
        try (DirectoryLock lock = DirectoryLock.acquire(Path.of(args[0]), "other")) {
            System.out.println(lock == null ? "" : "acquired");
        } catch (EmbeddedStartException e) {
            System.out.println(e.getMessage());
        }
    }

    private String otherProcess() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DirectoryLockTest.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
