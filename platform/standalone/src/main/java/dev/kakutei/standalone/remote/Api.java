package dev.kakutei.standalone.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.standalone.CommandFailed;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** The HTTP API of one installation, as a command calls it. */
final class Api {
    private static final Duration CONNECTING = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final URI address;
    private final Optional<String> key;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(CONNECTING)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    Api(URI address, Optional<String> key) {
        this.address = address;
        this.key = key;
    }

    /** An answer that is no refusal. */
    record Answer(int status, JsonNode body) {}

    /** A name inside an address. */
    static String part(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    Answer get(String path) {
        return answered(asked(path).GET().build());
    }

    /** Under a name of its own, so that asking twice because an answer was lost is asking once. */
    Answer post(String path, JsonNode body) {
        HttpRequest request = asked(path)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "cli-" + UUID.randomUUID())
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                .build();
        try {
            return read(request, http.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (ConnectException e) {
            throw unreachable(e);
        } catch (IOException e) {
            return answered(request);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private HttpRequest.Builder asked(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address + path)).timeout(TIMEOUT);
        key.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request;
    }

    private Answer answered(HttpRequest request) {
        try {
            return read(request, http.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            throw unreachable(e);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private Answer read(HttpRequest request, HttpResponse<String> response) {
        JsonNode body = json(response);
        if (response.statusCode() < 300) {
            return new Answer(response.statusCode(), body);
        }
        StringBuilder words = new StringBuilder(body.path("detail")
                .asText(request.method() + " " + request.uri().getPath() + " was answered with "
                        + response.statusCode()));
        body.path("errors")
                .forEach(error -> words.append("\n  ")
                        .append(error.path("field").asText())
                        .append(' ')
                        .append(error.path("message").asText()));
        if (response.statusCode() == 401) {
            words.append("\n  Set KAKUTEI_API_KEY, or name a file with --key-file.");
        }
        throw new CommandFailed(
                words.toString(), response.statusCode() == 503 ? ExitCode.NO_ANSWER : ExitCode.NOT_DONE);
    }

    private JsonNode json(HttpResponse<String> response) {
        try {
            return Json.MAPPER.readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new CommandFailed(
                    "what answers at " + address + " is not Kakutei: it says " + response.statusCode()
                            + " without JSON",
                    ExitCode.NO_ANSWER);
        }
    }

    private CommandFailed unreachable(IOException e) {
        String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new CommandFailed(
                "no answer from " + address + " (" + why + "): start it with ./kakutei up, or name another address"
                        + " with --url or KAKUTEI_URL",
                ExitCode.NO_ANSWER);
    }

    private static CommandFailed interrupted() {
        Thread.currentThread().interrupt();
        return new CommandFailed("interrupted", ExitCode.NO_ANSWER);
    }
}
