package dev.kakutei.chaos.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** One class in one package, compiled on the spot together with empty stand-ins for the foreign classes it names. */
record Sample(String className, String body, List<String> foreign) {
    static Sample of(String className, String body, String... foreign) {
        return new Sample(className, body, List.of(foreign));
    }

    /** Compiles into an empty folder; only the sample itself is handed to the rule, not the stand-ins. */
    JavaClasses compiledIn(Path folder) {
        var sources = Stream.concat(
                Stream.of(source(className, body)), foreign.stream().map(name -> source(name, "")));
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(
                        null,
                        null,
                        null,
                        List.of("-proc:none", "-cp", folder.toString(), "-d", folder.toString()),
                        null,
                        sources.toList())
                .call();
        assertThat(compiled).as("the sample %s compiles", this).isTrue();
        return new ClassFileImporter().importPath(folder.resolve(className.replace('.', '/') + ".class"));
    }

    private static JavaFileObject source(String className, String body) {
        int dot = className.lastIndexOf('.');
        String text = "package %s; public class %s { %s }"
                .formatted(className.substring(0, dot), className.substring(dot + 1), body);
        URI name = URI.create("sample:///" + className.replace('.', '/') + ".java");
        return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }
}
