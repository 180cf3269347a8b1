package dev.kakutei.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The console's files by their path, read from the class path once. Only what is there is kept, so it stays small. */
public final class ConsoleFiles {
    /** What a browser gets for the folder itself. */
    public static final String INDEX = "index.html";

    /**
     * Nothing from elsewhere, nothing inline, and no text that becomes markup: what a caller wrote into a request cannot
     * run here, even if a page forgot to treat it as text.
     */
    public static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                    + " require-trusted-types-for 'script'; trusted-types 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Permissions-Policy",
            "camera=(), geolocation=(), microphone=(), payment=()",
            // Asked for again each time, and answered with 304: after an update no page is made of two versions.
            "Cache-Control",
            "no-cache");

    private static final Map<String, String> MEDIA_TYPES = Map.of(
            "html", "text/html;charset=utf-8",
            "js", "text/javascript;charset=utf-8",
            "css", "text/css;charset=utf-8",
            "json", "application/json",
            "svg", "image/svg+xml");

    /** No dots but the last one, so that no path leaves the folder. */
    private static final Pattern PATH = Pattern.compile("(?:[a-z0-9-]{1,40}/){0,3}[a-z0-9-]{1,40}\\.([a-z]{2,4})");

    private final Map<String, ConsoleFile> read = new ConcurrentHashMap<>();

    /** @param path below the console's folder, without a slash before it */
    public Optional<ConsoleFile> find(String path) {
        Matcher name = PATH.matcher(path);
        if (!name.matches() || !MEDIA_TYPES.containsKey(name.group(1))) {
            return Optional.empty();
        }
        return Optional.ofNullable(read.computeIfAbsent(path, wanted -> load(wanted, name.group(1))));
    }

    private static ConsoleFile load(String path, String extension) {
        try (InputStream resource = ConsoleFiles.class.getResourceAsStream(path)) {
            return resource == null ? null : ConsoleFile.of(MEDIA_TYPES.get(extension), resource.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("the console's " + path + " cannot be read", e);
        }
    }
}
