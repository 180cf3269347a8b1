package dev.kakutei.chaos.architecture;

import dev.kakutei.testkit.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rules that only the source tree can be asked about. Each returns the offending paths, relative to the root. */
record SourceRules(Path root) {
    static final int LONGEST_FILE_LINES = 400;
    /** Written once and kept as it is: what ran on a database before, and what was measured. */
    private static final Pattern HISTORY = Pattern.compile(
            "schemas/.*/postgres/V([1-9]|1\\d|20)__\\w+\\.sql|docs/proof/runs.*|docs/performance/.*\\.json");

    /** By its ending; a file without one is a script. */
    private static final Pattern TEXT =
            Pattern.compile("(.*\\.(java|md|js|css|html|json|sql|ya?ml|xml|gradle|sh|conf|service|txt))|(.*/)?[^./]+");

    private static final Pattern SLEEP = Pattern.compile("\\b(Thread|TimeUnit\\.[A-Z]+|[A-Z]+SECONDS)\\.sleep\\(");

    /** The checkout these tests run in. */
    static SourceRules ofThisCheckout() {
        return new SourceRules(SourceTree.root());
    }

    /** Packages of main code without a {@code package-info.java}. */
    List<String> packagesWithoutInfo() {
        return offending("src/main/java", file -> !Files.exists(file.resolveSibling("package-info.java"))).stream()
                .map(path -> path.substring(0, path.lastIndexOf('/')))
                .distinct()
                .toList();
    }

    List<String> longFiles() {
        return offending("src/main/java", file -> read(file).lines().count() > LONGEST_FILE_LINES);
    }

    /** Tests that sleep instead of waiting for a condition with a deadline. */
    List<String> sleepingTests() {
        return offending("src/test/java", file -> SLEEP.matcher(read(file)).find());
    }

    /** The files of main code, of all modules. */
    List<String> mainFiles() {
        return offending("src/main/java", file -> !file.endsWith("package-info.java"));
    }

    /** The project's own texts by path: main code, resources, docs, deployment, scripts. Tests are not among them. */
    SortedMap<String, String> texts() {
        var folders = new ArrayList<>(List.of("docs", "deploy", ".ci"));
        modules().forEach(module -> folders.add(module + "/src/main"));
        Stream<Path> files = Stream.concat(
                Stream.concat(
                        list(root, 1).stream(),
                        modules().stream().flatMap(module -> list(root.resolve(module), 1).stream())),
                folders.stream().flatMap(folder -> list(root.resolve(folder), Integer.MAX_VALUE).stream()));
        var texts = new TreeMap<String, String>();
        files.forEach(file -> {
            String path = relative(file);
            if (TEXT.matcher(path).matches() && !HISTORY.matcher(path).matches()) {
                texts.put(path, read(file));
            }
        });
        return texts;
    }

    /** The names of the packages that hold main code, as {@code dev.kakutei.ledger}, of one module. */
    SortedSet<String> packagesOf(String module) {
        Path sources = root.resolve(module).resolve("src/main/java");
        var packages = new TreeSet<String>();
        for (Path file : javaFiles(sources)) {
            if (!file.endsWith("package-info.java")) {
                packages.add(sources.relativize(file.getParent())
                        .toString()
                        .replace('\\', '/')
                        .replace('/', '.'));
            }
        }
        return packages;
    }

    List<String> modules() {
        return read(root.resolve("pom.xml"))
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("<module>"))
                .map(line -> line.replaceAll("</?module>", ""))
                .toList();
    }

    private List<String> offending(String sources, Predicate<Path> offends) {
        return modules().stream()
                .flatMap(module -> javaFiles(root.resolve(module).resolve(sources)).stream())
                .filter(offends)
                .map(this::relative)
                .toList();
    }

    private String relative(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    private static List<Path> javaFiles(Path folder) {
        return list(folder, Integer.MAX_VALUE).stream()
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
    }

    private static List<Path> list(Path folder, int depth) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
