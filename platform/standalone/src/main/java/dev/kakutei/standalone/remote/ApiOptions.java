package dev.kakutei.standalone.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.standalone.CommandFailed;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;

/** Which installation a command talks to, as whom, and how it prints. */
final class ApiOptions {
    private static final String URL = "KAKUTEI_URL";
    private static final String KEY = "KAKUTEI_API_KEY";

    @CommandLine.Option(
            names = "--url",
            paramLabel = "URL",
            description = "where it listens (default: the variable KAKUTEI_URL, else http://127.0.0.1:8080)")
    private String url;

    @CommandLine.Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "a file that holds the API key; otherwise the variable KAKUTEI_API_KEY does")
    private Path keyFile;

    @CommandLine.Option(
            names = "--key",
            paramLabel = "KEY",
            description = "the API key itself. Others on this machine can see it: better use the variable or a file")
    private String key;

    @CommandLine.Option(names = "--json", description = "print JSON")
    private boolean json;

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    private CommandLine.Model.CommandSpec spec;

    Api api() {
        String address = url != null ? url : System.getenv().getOrDefault(URL, "http://127.0.0.1:8080");
        if (!address.matches("https?://[^/\\s]+/?")) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--url must be as in http://127.0.0.1:8080, not '" + address + "'");
        }
        return new Api(URI.create(address.replaceFirst("/$", "")), secret());
    }

    boolean json() {
        return json;
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    CommandLine.ParameterException wrongUse(String words) {
        return new CommandLine.ParameterException(spec.commandLine(), words);
    }

    /** A line for a program, or for a person. */
    void line(String text, JsonNode node) {
        out().println(json ? node.toString() : text);
        out().flush();
    }

    private Optional<String> secret() {
        if (keyFile != null) {
            try {
                return Optional.of(Files.readString(keyFile).strip());
            } catch (IOException e) {
                throw new CommandFailed("the key cannot be read from " + keyFile + ": " + e.getMessage());
            }
        }
        return Optional.ofNullable(key != null ? key : System.getenv(KEY)).filter(some -> !some.isBlank());
    }
}
