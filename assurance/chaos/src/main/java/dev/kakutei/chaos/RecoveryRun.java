package dev.kakutei.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.testkit.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What an operator does after Kafka has lost records, by the commands of the guide. Services must have halted by themselves
 * before, nothing may be posted until the recovery counts, and they must go on by themselves afterwards.
 */
record RecoveryRun(ChaosCluster cluster, RecoveryView view, Consumer<String> progress) {
    private static final String MAIN = "dev.kakutei.standalone.Kakutei";
    /** A comparison every 10 s, then everybody leaves the groups, or is given up by Kafka if it was killed. */
    private static final Duration HALTS_WITHIN = Duration.ofSeconds(90);

    private static final Duration GOES_ON_WITHIN = Duration.ofSeconds(60);
    private static final Duration COMMAND = Duration.ofMinutes(3);
    private static final Duration LOOK = Duration.ofMillis(200);
    /** What left a sender before it halted has arrived by then. */
    private static final Duration ON_THE_WAY = Duration.ofMillis(500);

    /** @throws IllegalStateException saying what was otherwise than promised; everything was tried all the same */
    void recover() {
        List<String> problems = new ArrayList<>();
        long began = System.nanoTime();
        int before = view.completed().number();
        if (!reached(view::quiet, HALTS_WITHIN)) {
            problems.add("services did not halt by themselves within " + HALTS_WITHIN.toSeconds() + " s");
        }
        long halted = System.nanoTime();
        Nemesis.rest(ON_THE_WAY);
        long from = size(cluster.journal());
        String output = command("recover", "--apply");
        if (output.contains("repair-transactions --apply")) {
            progress.accept("a transaction hangs; ending it as advised");
            command("repair-transactions", "--apply");
            output = command("recover", "--apply");
        }
        RecoveryView.Completed completed = view.completed();
        if (completed.number() <= before) {
            throw new IllegalStateException("not recovered: " + output);
        }
        cluster.recovered(completed.number());
        long posts = posts(from, completed.at());
        if (posts > 0 && problems.isEmpty()) {
            problems.add(posts + " posts arrived while everything was halted");
        }
        long recovered = System.nanoTime();
        if (!reached(() -> !view.quiet(), GOES_ON_WITHIN)) {
            problems.add("services did not go on within " + GOES_ON_WITHIN.toSeconds() + " s after the recovery");
        }
        progress.accept("recovery %d: halted after %d ms, recovered %d ms later, %d requests in doubt"
                .formatted(
                        completed.number(),
                        (halted - began) / 1_000_000,
                        (recovered - halted) / 1_000_000,
                        completed.inDoubt()));
        if (!problems.isEmpty()) {
            throw new IllegalStateException(String.join("; ", problems));
        }
    }

    /** Its last lines. */
    private String command(String name, String... options) {
        List<String> args = new ArrayList<>(
                List.of(name, "--config", cluster.fleet().settings().toString()));
        args.addAll(Arrays.asList(options));
        try (ChildJvm command =
                ChildJvm.start(MAIN, name, List.of("-Xmx256m"), Map.of(), args).mayEnd()) {
            command.awaitExit(COMMAND);
            List<String> lines = command.output().lines().toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 12), lines.size()));
        }
    }

    /** How many the gateways received, of what stands in the journal from this position on, before this moment. */
    private long posts(long from, Instant until) {
        try (var journal = Files.newInputStream(cluster.journal())) {
            journal.skipNBytes(from);
            long posts = 0;
            for (String line : new String(journal.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                // The first may have been written in two pieces, of which this is the second, and the last is not whole
                // yet.
                if (line.startsWith("{") && line.endsWith("}")) {
                    JsonNode entry = Json.MAPPER.readTree(line);
                    boolean post = entry.path("type").asText().equals("RECEIVED");
                    if (post && Instant.parse(entry.path("at").asText()).isBefore(until)) {
                        posts++;
                    }
                }
            }
            return posts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** False where it is not within the limit. */
    static boolean reached(BooleanSupplier condition, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            Nemesis.rest(LOOK);
        }
        return true;
    }
}
