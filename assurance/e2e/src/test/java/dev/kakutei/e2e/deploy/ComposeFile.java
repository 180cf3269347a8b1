package dev.kakutei.e2e.deploy;

import dev.kakutei.testkit.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** docker-compose.yml and the Dockerfile, read as Docker reads them: merged keys, and variables with their defaults. */
public final class ComposeFile {
    static final Path ROOT = SourceTree.root();
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{[A-Z_]+:-([^}]*)}");
    private static final Pattern ENV = Pattern.compile("^(?:ENV)?\\s+([A-Z_]+)=(\\S+)(?: \\\\)?$", Pattern.MULTILINE);

    private final Map<String, Object> root;
    private final String dockerfile;

    public ComposeFile() {
        root = yaml(ROOT.resolve("docker-compose.yml"));
        dockerfile = text(ROOT.resolve("Dockerfile"));
    }

    static Map<String, Object> yaml(Path file) {
        LoaderOptions strict = new LoaderOptions();
        strict.setAllowDuplicateKeys(false);
        return map(new Yaml(new SafeConstructor(strict)).load(text(file)));
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String dockerfile() {
        return dockerfile;
    }

    Map<String, Object> section(String name) {
        return map(root.get(name));
    }

    List<String> services() {
        return List.copyOf(section("services").keySet());
    }

    /** Those made of our own image. */
    List<String> ownServices() {
        return services().stream()
                .filter(name -> image(name).startsWith("kakutei:"))
                .toList();
    }

    Map<String, Object> service(String name) {
        return map(section("services").get(name));
    }

    public String image(String service) {
        return defaulted(service(service).get("image").toString());
    }

    public Map<String, String> environment(String service) {
        Map<String, String> environment = new LinkedHashMap<>();
        Object given = service(service).get("environment");
        if (given != null) {
            map(given).forEach((key, value) -> environment.put(key, defaulted(value.toString())));
        }
        return environment;
    }

    /** What a process of our image finds: the image's own variables, and over them the service's. */
    Map<String, String> kakuteiVariables(String service) {
        Map<String, String> variables = new LinkedHashMap<>(imageEnvironment());
        variables.putAll(environment(service));
        variables.keySet().removeIf(name -> !name.startsWith("KAKUTEI_"));
        return variables;
    }

    Map<String, String> imageEnvironment() {
        Map<String, String> environment = new LinkedHashMap<>();
        Matcher matcher = ENV.matcher(dockerfile);
        while (matcher.find()) {
            environment.put(matcher.group(1), matcher.group(2));
        }
        return environment;
    }

    public List<String> list(String service, String key) {
        Object found = service(service).get(key);
        List<String> texts = new ArrayList<>();
        if (found instanceof List<?> list) {
            list.forEach(each -> texts.add(defaulted(each.toString())));
        }
        return texts;
    }

    /** What of this folder is mounted, by its path in the container; secrets among it. */
    Map<String, Path> mounts(String service) {
        Map<String, Path> mounts = new LinkedHashMap<>();
        for (String volume : list(service, "volumes")) {
            String[] parts = volume.split(":");
            if (parts[0].startsWith("./")) {
                mounts.put(parts[1], ROOT.resolve(parts[0]).normalize());
            }
        }
        for (String secret : list(service, "secrets")) {
            String file = map(section("secrets").get(secret)).get("file").toString();
            mounts.put("/run/secrets/" + secret, ROOT.resolve(file).normalize());
        }
        return mounts;
    }

    Map<String, String> dependencies(String service) {
        Map<String, String> conditions = new LinkedHashMap<>();
        Object given = service(service).get("depends_on");
        if (given != null) {
            map(given)
                    .forEach((name, how) ->
                            conditions.put(name, map(how).get("condition").toString()));
        }
        return conditions;
    }

    boolean hasHealthCheck(String service) {
        return service(service).containsKey("healthcheck")
                || (image(service).startsWith("kakutei:") && dockerfile.contains("HEALTHCHECK"));
    }

    Stream<String> baseImages() {
        return dockerfile.lines().filter(line -> line.startsWith("FROM ")).map(line -> line.split(" ")[1]);
    }

    private static String defaulted(String text) {
        return VARIABLE.matcher(text).replaceAll("$1");
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object node) {
        return (Map<String, Object>) node;
    }
}
