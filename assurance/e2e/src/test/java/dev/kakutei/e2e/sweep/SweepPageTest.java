package dev.kakutei.e2e.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.testkit.GeneratedPage;
import dev.kakutei.testkit.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page of the sweep. Its counts are of a real run: {@code ./kakutei test --sweep} takes them from the test reports, and
 * keeps them with the number of test methods there were. Where that is another one now, the run is to be made again.
 */
class SweepPageTest {
    private static final Path ROOT = SourceTree.root();
    private static final Path RECORD = ROOT.resolve("docs/proof/sweep.txt");
    private static final Pattern METHOD =
            Pattern.compile("(?m)^ +@(Test|ParameterizedTest|TestFactory|RepeatedTest|Property|Example)\\b");
    /** Properties, and the one test that makes its inputs itself, at full depth. */
    private static final Pattern RANDOM =
            Pattern.compile("tries = ([\\d_]+)|\"kakutei\\.fuzz\", TestDepth\\.rounds\\([\\d_]+, ([\\d_]+)");

    private record Counts(int methods, int cases) {
        boolean recorded() {
            return cases > 0;
        }
    }

    private final Map<String, String> sources = sources();
    private final Map<String, Counts> recorded = recorded();

    @Test
    void record_everyClassOfTheSweep_isAsTheSourcesAre() {
        List<String> all = Stream.of(Area.values())
                .flatMap(area -> area.classes().stream())
                .toList();
        assertThat(all).doesNotHaveDuplicates();
        assertThat(sources.keySet()).as("classes that are named and not there").containsAll(all);
        assertThat(recorded.keySet())
                .as("classes named in docs/proof/sweep.txt")
                .containsExactlyInAnyOrderElementsOf(all);
        recorded.forEach((name, counts) -> {
            if (counts.recorded()) {
                assertThat(counts.methods())
                        .as("tests of %s came or went: run ./kakutei test --sweep", name)
                        .isEqualTo(methods(name));
                assertThat(counts.cases()).as(name).isPositive().isGreaterThanOrEqualTo(counts.methods());
            }
        });
    }

    @Test
    void page_ofTheSweep_isWhatTheRecordSays() {
        StringBuilder out = new StringBuilder("""
            # Bad input and security, in one place

            What may come in from outside, and which tests stand against it. They are part of every test run; these alone, with
            the cases of each counted from the test reports into `sweep.txt`: `./kakutei test --sweep`. A case has an input or a
            situation of its own; where a test method is fed from a table, it has as many as the table has rows. Inputs made at
            random are counted apart. Where a column is empty, nothing was counted.

            | | SPEC | what must hold | classes | test methods | cases | random inputs |
            |---|---|---|---:|---:|---:|---:|
            """);
        for (Area area : Area.values()) {
            out.append("| %s | %s | %s | %d | %,d | %s | %s |%n"
                    .formatted(
                            area.title(),
                            area.spec(),
                            area.holds(),
                            area.classes().size(),
                            methods(area.classes()),
                            cases(area.classes()),
                            random(area.classes())));
        }
        List<String> all = Stream.of(Area.values())
                .flatMap(area -> area.classes().stream())
                .toList();
        out.append("| together | | | %d | %,d | %s | %s |%n%n## By class%n%n"
                .formatted(all.size(), methods(all), cases(all), random(all)));
        out.append("| class | | test methods | cases | random inputs |%n|---|---|---:|---:|---:|%n".formatted());
        for (Area area : Area.values()) {
            for (String name : area.classes()) {
                out.append("| `%s` | %s | %,d | %s | %s |%n"
                        .formatted(name, area.title(), methods(name), cases(List.of(name)), random(List.of(name))));
            }
        }
        new GeneratedPage("proof/sweep.md").check(out.toString());
    }

    /** Empty where one of them was not counted yet. */
    private String cases(List<String> classes) {
        return classes.stream()
                        .allMatch(name ->
                                recorded.containsKey(name) && recorded.get(name).recorded())
                ? "%,d"
                        .formatted(classes.stream()
                                .mapToInt(name -> recorded.get(name).cases())
                                .sum())
                : "";
    }

    private int methods(List<String> classes) {
        return classes.stream().mapToInt(this::methods).sum();
    }

    private int methods(String name) {
        return (int) METHOD.matcher(sources.get(name)).results().count();
    }

    private String random(List<String> classes) {
        int sum = 0;
        for (String name : classes) {
            Matcher tries = RANDOM.matcher(sources.get(name));
            while (tries.find()) {
                String number = tries.group(1) == null ? tries.group(2) : tries.group(1);
                sum += Integer.parseInt(number.replace("_", ""));
            }
        }
        return sum == 0 ? "" : "%,d".formatted(sum);
    }

    private static Map<String, Counts> recorded() {
        return lines(RECORD)
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(
                        words -> words[0],
                        words -> words.length < 3
                                ? new Counts(0, 0)
                                : new Counts(Integer.parseInt(words[1]), Integer.parseInt(words[2]))));
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readString(file).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of all test classes, by their names; where two have the same, both together. */
    private static Map<String, String> sources() {
        Map<String, String> found = new TreeMap<>();
        // platform/boot, say: modules are one or two folders deep
        try (Stream<Path> modules = Files.walk(ROOT, 2)) {
            for (Path tests : modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(tests)) {
                    for (Path file : files.filter(one -> one.toString().endsWith("Test.java"))
                            .toList()) {
                        found.merge(
                                file.getFileName().toString().replace(".java", ""),
                                Files.readString(file),
                                String::concat);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }
}
