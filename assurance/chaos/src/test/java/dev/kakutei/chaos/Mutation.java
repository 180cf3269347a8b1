package dev.kakutei.chaos;

import dev.kakutei.testkit.SourceTree;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Changes the words of a mutant in copies of the sources, and compiles those. */
final class Mutation {
    private Mutation() {}

    /** @return a folder of classes that must stand first on a class path */
    static Path compiled(SourceMutant mutant, Path folder) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("mutant-classes"));
        for (Map.Entry<Path, String> source : sources(mutant).entrySet()) {
            compile(source.getKey(), source.getValue(), folder, classes);
        }
        return classes;
    }

    /** The files that the mutant changes, with their texts as it has them. */
    static Map<Path, String> sources(SourceMutant mutant) throws IOException {
        Map<Path, String> sources = new HashMap<>();
        for (SourceMutant.Edit edit : mutant.edits()) {
            Path file = SourceTree.root().resolve(edit.file());
            String text = sources.getOrDefault(file, Files.readString(file));
            int first = text.indexOf(edit.search());
            if (first < 0 || text.indexOf(edit.search(), first + 1) >= 0) {
                throw new AssertionError("'" + mutant + "' must be changed: " + edit.file()
                        + " does not have exactly one " + edit.search());
            }
            sources.put(file, text.replace(edit.search(), edit.replace()));
        }
        return sources;
    }

    private static void compile(Path original, String text, Path folder, Path classes) throws IOException {
        String name = original.getFileName().toString();
        Path copy = Files.writeString(
                Files.createDirectories(folder.resolve("mutant-sources")).resolve(name), text);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        boolean done = compiler.getTask(
                        said,
                        null,
                        null,
                        List.of(
                                "--release",
                                "17",
                                "-proc:none",
                                "-parameters",
                                "-cp",
                                classPath(),
                                "-d",
                                classes.toString()),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(copy))
                .call();
        if (!done) {
            throw new AssertionError("a mutant that does not compile: " + said);
        }
    }

    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
