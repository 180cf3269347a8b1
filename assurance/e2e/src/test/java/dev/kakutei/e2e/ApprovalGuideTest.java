package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.simulator.JournalEntry;
import dev.kakutei.simulator.JournalFile;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ReservedPort;
import dev.kakutei.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SPEC C9 through the whole: the guide to approvals does what it says, block by block, and the gateway was sent what was
 * approved, once, and nothing else.
 */
class ApprovalGuideTest {
    private static final Path GUIDE = SourceTree.file("docs/guides/approvals.md");
    private static final String ADDRESS = "http://127.0.0.1:8080";
    private static final String SIMULATOR_PORT = "9090";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final String simulatorPort = Integer.toString(ReservedPort.next());
    /** The same after it was stopped and started again. */
    private final String port = Integer.toString(ReservedPort.next());

    private RunningKakutei kakutei;

    @Test
    @RequiresProgram("curl")
    void guide_everyBlockInItsOrder_givesWhatItShowsAndTheGatewayGotWhatWasApproved() throws Exception {
        GuideRun guide = new GuideRun(folder, ADDRESS);
        try {
            assertThat(guide.follow(GUIDE, text -> text.replace(SIMULATOR_PORT, simulatorPort), this::start))
                    .isEqualTo(12);
            Await.until("both are settled", LIMIT, () -> settled(guide, "p-1") && settled(guide, "p-2"));
            assertThat(posts()).containsExactlyInAnyOrder("250000 JPY", "900000 JPY");
            assertThat(guide.run("./kakutei check")).contains("0 differences");
        } finally {
            if (kakutei != null) {
                kakutei.close();
            }
        }
    }

    private static boolean settled(GuideRun guide, String key) {
        try {
            return guide.run("curl -s \"$URL/requests/" + key + "\" -H \"$SHOP\"")
                    .contains("\"status\":\"AUTHORIZED\"");
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Everything that was ever posted, by what it asked for. */
    private List<String> posts() {
        return JournalFile.read(folder.resolve("data").resolve("simulator").resolve(JournalFile.NAME)).stream()
                .filter(entry -> entry.type() == JournalEntry.Type.RECEIVED)
                .map(entry -> entry.amount() + " " + entry.currency())
                .toList();
    }

    private String start(List<String> shown) {
        if (kakutei != null) {
            kakutei.close();
        }
        List<String> options = new ArrayList<>(shown);
        options.replaceAll(option -> option.replace(SIMULATOR_PORT, simulatorPort));
        options.addAll(List.of("--port", port));
        kakutei = RunningKakutei.up(folder.resolve("data"), options.toArray(String[]::new));
        return kakutei.url().toString();
    }
}
