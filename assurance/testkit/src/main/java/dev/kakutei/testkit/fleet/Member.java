package dev.kakutei.testkit.fleet;

import static java.util.Objects.requireNonNull;

import dev.kakutei.testkit.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One running service: its process, and what it shows to those who watch. */
public final class Member {
    private static final Pattern READY = Pattern.compile("ready(?:, (https?://[^,\\s]+))?, admin (http://\\S+)");
    private static final Duration START = Duration.ofMinutes(3);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final Role role;
    private final String name;
    private final ChildJvm process;

    Member(Role role, String name, ChildJvm process) {
        this.role = requireNonNull(role, "role");
        this.name = requireNonNull(name, "name");
        this.process = requireNonNull(process, "process");
    }

    public Role role() {
        return role;
    }

    /** Unique in its fleet; a process that is started in another's place has another name. */
    public String name() {
        return name;
    }

    /** To be killed, frozen, asked to stop. */
    public ChildJvm process() {
        return process;
    }

    public Member awaitReady() {
        process.awaitLine(" ready", START);
        return this;
    }

    /** Where callers reach it; of ingest alone. */
    public URI url() {
        String url = readyLine().group(1);
        if (url == null) {
            throw new IllegalStateException(name + " has no URL");
        }
        return URI.create(url);
    }

    public URI admin() {
        return URI.create(readyLine().group(2));
    }

    /** Whether it says itself that it makes progress; false also when it does not answer. */
    public boolean ready() {
        try {
            return get("/readyz").statusCode() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** The sum of a metric over all its labels; 0 when there is none of that name. */
    public double metric(String metric) {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(metric + " ") || line.startsWith(metric + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    public HttpResponse<String> get(String adminPath) {
        HttpRequest request = HttpRequest.newBuilder(admin().resolve(adminPath))
                .timeout(Duration.ofSeconds(15))
                .build();
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(name + " does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while asking " + name, e);
        }
    }

    @Override
    public String toString() {
        return name + " (" + process + ")";
    }

    private Matcher readyLine() {
        Matcher matcher = READY.matcher(process.awaitLine(" ready", START));
        if (!matcher.find()) {
            throw new IllegalStateException("the ready line of " + name + " has changed: " + process.output());
        }
        return matcher;
    }
}
