package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.testkit.SourceTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC G3: the guide to access does what it says, block by block, with a real certificate, curl and the commands. */
class AccessGuideTest {
    private static final Path GUIDE = SourceTree.file("docs/guides/access.md");
    private static final String ADDRESS = "https://localhost:8080";

    @TempDir
    private Path folder;

    private RunningKakutei kakutei;

    @Test
    @RequiresProgram({"curl", "openssl"})
    void guide_everyBlockInItsOrder_givesWhatItShows() throws Exception {
        GuideRun guide = new GuideRun(folder, ADDRESS);
        try {
            assertThat(guide.follow(GUIDE, this::inTheFolder, this::start)).isEqualTo(5);
            assertThat(guide.run("./kakutei clients list"))
                    .contains("shop  submitter  200 requests/s")
                    .contains("team  viewer  no rate limit  removed at");
            assertThat(kakutei.process().output()).contains("ready in").contains("https://0.0.0.0:");
            assertThat(guide.run("echo $SHOP_KEY")).startsWith("kk_");
            assertThat(kakutei.process().output())
                    .doesNotContain(guide.run("echo $SHOP_KEY").strip().split("_")[2])
                    .doesNotContain("anybody who reaches");
        } finally {
            if (kakutei != null) {
                kakutei.close();
            }
        }
    }

    /** Files that it speaks of are in the folder, which is not where this test runs. */
    private String inTheFolder(String text) {
        return text.replace("certificate.pem", folder.resolve("certificate.pem").toString())
                .replace("key.pem", folder.resolve("key.pem").toString());
    }

    private String start(List<String> shown) {
        List<String> options = new ArrayList<>(shown);
        options.addAll(List.of("--port", "0"));
        kakutei = RunningKakutei.up(folder.resolve("data"), options.toArray(String[]::new));
        return "https://localhost:" + kakutei.url().getPort();
    }
}
