package dev.kakutei.e2e;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The system's own Chromium, driven by Playwright; nothing is downloaded. Where there is none, the tests that need it are
 * skipped, except in CI, where that would hide them.
 */
final class Chromium implements AutoCloseable {
    /** For {@link Needs}. */
    static final String NAME = "chromium";

    private static final String VARIABLE = "CHROMIUM";
    private static final List<String> PLACES = List.of(
            "/usr/bin/chromium",
            "/usr/bin/chromium-browser",
            "/usr/bin/google-chrome",
            "/usr/bin/google-chrome-stable",
            "/snap/bin/chromium",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "/Applications/Chromium.app/Contents/MacOS/Chromium");

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    /** What to do about its absence; empty where it is installed. Fails in CI, where a skipped test would be overlooked. */
    static Optional<String> missing() {
        if (find().isPresent()) {
            return Optional.empty();
        }
        String missing =
                "no Chromium found; install it: apt-get install chromium (or set " + VARIABLE + " to its path)";
        if ("true".equals(System.getenv("CI"))) {
            throw new IllegalStateException(missing);
        }
        return Optional.of(missing);
    }

    static Chromium start() {
        Path program = find().orElseThrow();
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        return new Chromium(
                playwright,
                playwright
                        .chromium()
                        .launch(new BrowserType.LaunchOptions()
                                .setExecutablePath(program)
                                .setHeadless(true)
                                // No sandbox, because CI runs as root; and no calls home, which would get no answer.
                                .setArgs(List.of(
                                        "--no-sandbox",
                                        "--disable-gpu",
                                        "--disable-quic",
                                        "--no-first-run",
                                        "--disable-background-networking",
                                        "--disable-component-update",
                                        "--disable-sync"))));
    }

    Browser browser() {
        return browser;
    }

    @Override
    public void close() {
        playwright.close();
    }

    private static Optional<Path> find() {
        String named = System.getenv(VARIABLE);
        return (named == null ? PLACES : List.of(named))
                .stream().map(Path::of).filter(Files::isExecutable).findFirst();
    }
}
