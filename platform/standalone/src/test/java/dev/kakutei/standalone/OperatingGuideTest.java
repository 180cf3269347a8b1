package dev.kakutei.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.SourceTree;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the guide, run in their order against a real installation, print what it shows. */
class OperatingGuideTest {
    private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)\n```(?:\n```\n(.*?)\n```)?", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String ADDRESS = "http://127.0.0.1:8080";

    @TempDir
    private Path data;

    @Test
    void guide_everyBlockInItsOrder_givesWhatItShows() throws Exception {
        Matcher blocks = BLOCK.matcher(Files.readString(SourceTree.file("docs/guides/operating.md")));
        int compared = 0;
        try (Standalone kakutei = Standalone.started(StandaloneConfig.in(data))) {
            String url = kakutei.url().toString();
            while (blocks.find()) {
                String command = blocks.group(1);
                String shown = blocks.group(2);
                if (shown == null) {
                    shell(command.replace(ADDRESS, url));
                    continue;
                }
                // An action on a request that changes by itself: refused then, and requested again.
                Await.untilAsserted(
                        command,
                        LIMIT,
                        () -> assertThat(printed(words(command), url))
                                .as(command)
                                .matches(pattern(shown)));
                compared++;
            }
            Await.untilAsserted("every service has reported its health", LIMIT, () -> {
                JsonNode overview = overview(url);
                assertThat(overview.at("/gateways/0/name").textValue()).isEqualTo("simulator");
                assertThat(overview.at("/gateways/0/breaker").textValue()).isEqualTo("closed");
                assertThat(overview.at("/gateways/0/last_call_at").isTextual()).isTrue();
                assertThat(overview.path("services").findValuesAsText("name"))
                        .containsExactlyInAnyOrder("ingest", "outbox-relay", "verifier-stream", "broker-sender");
                assertThat(overview.path("services").findValuesAsText("ready")).containsOnly("true");
                assertThat(overview.at("/states/cancelled").intValue()).isOne();
            });
            CommandRun json = CommandRun.of("requests", "--state", "cancelled", "--json", "--url", url);
            assertThat(json.code()).isZero();
            assertThat(json.out()).startsWith("{\"request_id\":").contains("\"idempotency_key\":\"op-1\"");
        }
        assertThat(compared).isEqualTo(10);
    }

    @Test
    void commands_noServer_sayWhereAndWhatToDo() throws IOException {
        for (String command : List.of("requests", "hold k --reason r", "bulk list", "lag", "comment k text")) {
            CommandRun run = run(command);

            assertThat(run.code()).as(command).isEqualTo(3);
            assertThat(run.err()).as(command).contains("no answer from http://127.0.0.1:1", "--url");
        }
        assertThat(CommandRun.of("requests", "--url", "nonsense").code()).isEqualTo(2);
        assertThat(CommandRun.of("hold", "k").code()).as("no reason").isEqualTo(2);
        CommandRun nothing = CommandRun.of(
                "resubmit", "k", "--request", data.resolve("no.json").toString());
        assertThat(nothing.code()).isEqualTo(1);
        assertThat(nothing.err()).startsWith("kakutei: the request cannot be read from ");
        for (String text : List.of("{\"amount\":", "{\"amount\":\"1\",\"amount\":\"2\"}")) {
            CommandRun noJson = CommandRun.of("resubmit", "k", "--request", broken(text));
            assertThat(noJson.code()).as(text).isEqualTo(1);
            assertThat(noJson.err()).as(text).contains("broken.json is not JSON: ");
        }
        assertThat(CommandRun.of("settle", "k", "perhaps", "--reason", "r").code())
                .isEqualTo(2);
    }

    @Test
    void filter_emptyOption_isWrongUse() {
        for (String option : List.of("--state", "--status", "--of-client", "--min-amount")) {
            CommandRun run =
                    CommandRun.of("bulk", "start", "hold", "--waiting", option, "", "--url", "http://127.0.0.1:1");

            assertThat(run.code()).as(option).isEqualTo(2);
            assertThat(run.err()).as(option).contains(option + " must not be empty");
        }
    }

    @Test
    void commands_thatCannotBeTakenBack_doNotActOnWhatNoPersonHasSeen() {
        for (String command : List.of("approve k", "settle k failed --reason r", "resend k --reason r")) {
            CommandRun unseen = run(command);
            assertThat(unseen.code()).as(command).isEqualTo(2);
            assertThat(unseen.err()).as(command).contains("--based-on N", "--current");

            assertThat(run(command + " --current --based-on 3").code())
                    .as(command)
                    .isEqualTo(2);
            // These are asked for.
            assertThat(run(command + " --current").code()).as(command).isEqualTo(3);
            assertThat(run(command + " --based-on 3").code()).as(command).isEqualTo(3);
        }
    }

    private String broken(String text) throws IOException {
        return Files.writeString(data.resolve("broken.json"), text).toString();
    }

    private static CommandRun run(String command) {
        return CommandRun.of(
                Stream.concat(words("./kakutei " + command).stream(), Stream.of("--url", "http://127.0.0.1:1"))
                        .toArray(String[]::new));
    }

    private static String printed(List<String> words, String url) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of("--url", url));
        CommandRun run = CommandRun.of(all.toArray(String[]::new));
        return run.code() == 0 ? run.out() : run.err();
    }

    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(command.substring("./kakutei ".length()));
        while (matcher.find()) {
            words.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
        }
        return words;
    }

    private static Pattern pattern(String shown) {
        return Pattern.compile(
                Stream.of(shown.split("…", -1))
                        .map(part -> Stream.of(part.strip().split("\\s+"))
                                .map(Pattern::quote)
                                .collect(Collectors.joining("\\s+")))
                        .collect(Collectors.joining(".*", "\\s*", "\\s*")),
                Pattern.DOTALL);
    }

    private static JsonNode overview(String url) throws IOException, InterruptedException {
        return Json.MAPPER.readTree(HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url + "/overview")).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body());
    }

    private static void shell(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
