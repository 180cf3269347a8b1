package dev.kakutei.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.RunningPostgres;
import dev.kakutei.schemas.codec.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** SPEC G3: clients and keys from the command line, against a Postgres that runs on a data folder. */
class ClientsCommandTest {
    private static final Path DATA = SharedData.FOLDER;

    private static EmbeddedPostgres postgres;

    private record Said(int code, String out, String err) {
        JsonNode json() throws Exception {
            assertThat(code).as(err).isZero();
            return Json.MAPPER.readTree(out);
        }
    }

    @BeforeAll
    static void start() {
        postgres = SharedData.postgres();
    }

    @Test
    void clients_fromAddToRemove_arePrintedAsTextAndJson() throws Exception {
        assertThat(clients("add", "shop", "--role", "submitter", "--rate", "100"))
                .satisfies(said -> assertThat(said.out()).contains("shop  submitter  100 requests/s"))
                .satisfies(said -> assertThat(said.err()).contains("clients keys add shop"));
        Said made = clients("keys", "add", "shop", "--expires", "90d");
        assertThat(made.out()).matches("kk_[0-9a-f]{16}_[0-9a-f]{64}\\R");
        assertThat(made.err()).contains("only time").doesNotContain(made.out().strip());
        String secret = made.out().strip().split("_")[2];
        JsonNode second = clients("keys", "add", "shop", "--json").json();
        assertThat(second.get("key").textValue())
                .startsWith("kk_" + second.get("id").textValue() + "_");

        String firstId = made.out().split("_")[1];
        assertThat(clients("keys", "revoke", firstId, "--in", "24h").out())
                .contains("good")
                .contains("expires");
        assertThat(clients("keys", "revoke", firstId, "--json")
                        .json()
                        .get("state")
                        .textValue())
                .isEqualTo("revoked");
        JsonNode changed = clients(
                        "change", "shop", "--role", "submitter", "--role", "viewer", "--rate", "none", "--json")
                .json();
        assertThat(changed.get("roles")).hasSize(2);
        assertThat(changed.get("rate").isNull()).isTrue();
        assertThat(clients("change", "shop", "--rate", "7").out()).contains("submitter, viewer  7 requests/s");

        Said list = clients("list");
        assertThat(list.out()).contains("shop  submitter, viewer").contains("key " + firstId + "  revoked");
        assertThat(list.out()
                        + clients("list", "--json").out()
                        + clients("audit", "--json").out())
                .doesNotContain(secret)
                .doesNotContain(second.get("key").textValue().split("_")[2]);
        JsonNode removed = clients("remove", "shop", "--json").json();
        assertThat(removed.get("removed_at").isNull()).isFalse();
        assertThat(removed.get("keys"))
                .allSatisfy(key -> assertThat(key.get("state").textValue()).isEqualTo("revoked"));
        assertThat(clients("add", "shop", "--role", "viewer", "--restore").out())
                .startsWith("shop  viewer");
        List<String> actions = new ArrayList<>();
        clients("audit", "--json")
                .json()
                .get("audit")
                .forEach(entry -> actions.add(entry.get("action").textValue()));
        assertThat(actions)
                .containsExactly(
                        "client restored",
                        "client removed",
                        "client changed",
                        "client changed",
                        "key revoked",
                        "key set to expire",
                        "key added",
                        "key added",
                        "client added");
        assertThat(clients("audit", "--last", "1").out()).contains("cli:").contains("client restored  client shop");
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake(2, "which command?"),
                mistake(2, "which command?", "keys"),
                mistake(2, "unmatched argument", "frobnicate"),
                mistake(2, "missing required", "add"),
                mistake(2, "missing required option: '--role", "add", "unknown"),
                mistake(
                        2,
                        "must be one of submitter, approver, operator, viewer, summariser, not 'king'",
                        "add",
                        "x",
                        "--role",
                        "king"),
                mistake(2, "whole number from 1 to 100000, not '0'", "add", "x", "--role", "viewer", "--rate", "0"),
                mistake(
                        2,
                        "whole number from 1 to 100000, not 'fast'",
                        "add",
                        "x",
                        "--role",
                        "viewer",
                        "--rate",
                        "fast"),
                mistake(2, "give --role or --rate", "change", "x"),
                mistake(2, "must be a time such as", "keys", "add", "x", "--expires", "soon"),
                mistake(2, "must be a time such as", "keys", "add", "x", "--expires", "0d"),
                mistake(2, "must be a time such as", "keys", "revoke", "x", "--in", "99999999d"),
                mistake(2, "whole number from 1 to 1000", "audit", "--last", "1001"),
                mistake(1, "\"No Name\" is not a client's name", "add", "No Name", "--role", "viewer"),
                mistake(1, "there is no client unknown", "keys", "add", "unknown"),
                mistake(1, "there is no client unknown", "remove", "unknown"),
                mistake(1, "there is no client unknown", "change", "unknown", "--rate", "5"),
                mistake(1, "no key with this id", "keys", "revoke", "0123456789abcdef"),
                mistake(1, "no key with this id", "keys", "revoke", "kk_0123456789abcdef_" + "0".repeat(64)));
    }

    private static Arguments mistake(int code, String says, String... args) {
        return Arguments.of(code, says, args);
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void clients_mistake_isReportedInASentence(int code, String says, String[] args) {
        // picocli takes options of a group only where a command is
        Said said = args.length == 0 || args.length == 1 && !args[0].equals("add") ? run(args) : clients(args);

        assertThat(said.code()).as(said.err()).isEqualTo(code);
        assertThat(said.err().toLowerCase(Locale.ROOT))
                .contains(says.toLowerCase(Locale.ROOT))
                .doesNotContain("\tat ")
                .doesNotContain("0".repeat(64));
        assertThat(said.out()).isEmpty();
    }

    @Test
    void clients_placesWithoutADatabase_saySoWithWhatToDo(@TempDir Path empty) throws Exception {
        assertThat(run("list", "--data", empty.toString()))
                .satisfies(said -> assertThat(said.code()).isOne())
                .satisfies(said -> assertThat(said.err())
                        .contains("no ./kakutei up runs on")
                        .contains("--data DIR"));
        assertThat(run(
                        "list",
                        "-s",
                        "postgres.url=jdbc:postgresql://127.0.0.1:1/x?password=hush",
                        "-s",
                        "postgres.user=u"))
                .satisfies(said -> assertThat(said.code()).isOne())
                .satisfies(said ->
                        assertThat(said.err()).contains("does not answer").doesNotContain("hush"));
        assertThat(run("list", "-s", "postgres.url=mysql://db"))
                .satisfies(said -> assertThat(said.code()).isEqualTo(2))
                .satisfies(said -> assertThat(said.err())
                        .contains("postgres.url: must begin")
                        .contains("postgres.user: is missing"));
        assertThat(run("list", "--data", DATA.toString(), "-s", "postgres.url=jdbc:postgresql://db/x"))
                .satisfies(said -> assertThat(said.code()).isEqualTo(2))
                .satisfies(said -> assertThat(said.err()).contains("two databases"));
        assertThat(run("list", "--config", empty.resolve("none.yaml").toString())
                        .code())
                .isEqualTo(2);
        assertThat(RunningPostgres.in(empty)).isEmpty();
    }

    @Test
    void clients_servicesSettingsFile_isEnough(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("services.yaml"), """
                postgres: {url: "%s", user: %s, password: %s}
                kafka: {bootstrap: "kafka:9092"}
                """.formatted(
                        postgres.jdbcUrl(), postgres.user(), postgres.password()));

        assertThat(run("list", "--json", "--config", file.toString()).json().has("clients"))
                .isTrue();
    }

    private static Said clients(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--data", DATA.toString()));
        return run(all.toArray(String[]::new));
    }

    private static Said run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Kakutei.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(Stream.concat(Stream.of("clients"), Stream.of(args)).toArray(String[]::new));
        return new Said(code, out.toString(), err.toString());
    }
}
