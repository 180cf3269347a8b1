package dev.kakutei.chaos.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rules that only the source tree can be asked about. Each returns the offending paths, relative to the root. */
record SourceRules(Path root) {
    static final int LONGEST_FILE_LINES = 400;
    private static final Pattern SLEEP = Pattern.compile("\\b(Thread|TimeUnit\\.[A-Z]+|[A-Z]+SECONDS)\\.sleep\\(");

    /** The checkout these tests run in: the nearest folder above that holds the one script. */
    static SourceRules ofThisCheckout() {
        Path folder = Path.of("").toAbsolutePath();
        while (!(Files.exists(folder.resolve("kakutei")) && Files.exists(folder.resolve("pom.xml")))) {
            folder = folder.getParent();
        }
        return new SourceRules(folder);
    }

    /** Packages of main code without a {@code package-info.java}, the sign on the door. */
    List<String> packagesWithoutSign() {
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
                .map(file -> root.relativize(file).toString().replace('\\', '/'))
                .toList();
    }

    private static List<Path> javaFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
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
