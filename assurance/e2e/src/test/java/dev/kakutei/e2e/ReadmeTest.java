package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.standalone.Standalone;
import dev.kakutei.standalone.StandaloneConfig;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.SourceTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's curl lines give the README's answers. */
class ReadmeTest {
    private static final Pattern EXCHANGE =
            Pattern.compile("```sh\n(curl .*?)\n```\n```(?:json)?\n(.*?)\n```", Pattern.DOTALL);
    /** What differs from run to run, and is only compared by its being there. */
    private static final Set<String> CHANGING = Set.of(
            "request_id",
            "accepted_at",
            "updated_at",
            "settled_at",
            "last_verification_at",
            "gateway_reference",
            "answer");

    private static final String ADDRESS = "http://127.0.0.1:8080";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    private Path data;

    @Test
    @RequiresProgram("curl")
    void curlLines_runInTheirOrder_giveTheAnswersShown() throws Exception {
        String readme = Files.readString(SourceTree.file("README.md"));
        List<String[]> exchanges = new ArrayList<>();
        Matcher matcher = EXCHANGE.matcher(readme);
        while (matcher.find()) {
            exchanges.add(new String[] {matcher.group(1), matcher.group(2)});
        }
        assertThat(exchanges).hasSize(6);
        try (Standalone kakutei = Standalone.started(StandaloneConfig.in(data))) {
            for (String[] exchange : exchanges) {
                String command = exchange[0].replace(ADDRESS, kakutei.url().toString());
                boolean asks = command.contains("/requests");
                // A question is asked until the answer has come about; what is submitted is submitted once.
                Await.untilAsserted(
                        exchange[0], asks ? TIMEOUT : Duration.ZERO, () -> compare(run(command), exchange[1]));
            }
        }
    }

    private static void compare(String answer, String shown) throws IOException {
        if (!shown.startsWith("{")) {
            assertThat(answer.stripTrailing()).isEqualTo(shown);
            return;
        }
        JsonNode actual = Json.MAPPER.readTree(answer);
        JsonNode expected = Json.MAPPER.readTree(shown);
        assertThat(names(actual)).isEqualTo(names(expected));
        for (String name : names(expected)) {
            if (!CHANGING.contains(name)) {
                assertThat(actual.get(name)).as(name).isEqualTo(expected.get(name));
            }
        }
    }

    private static Set<String> names(JsonNode node) {
        Set<String> names = new TreeSet<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static String run(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(command).isZero();
        return output;
    }
}
