package dev.kakutei.e2e;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** SPEC F6: the console in a real browser, through the whole stack. One Kakutei for all of it; what it does is in the parts. */
@RequiresProgram(Chromium.NAME)
class ConsoleTest
        implements ConsoleActions,
                ConsoleApprovals,
                ConsoleBulkActions,
                ConsoleText,
                ConsoleAccessibility,
                ConsoleScreenshots {
    @TempDir
    private static Path data;

    private static ConsoleFixture stage;

    @BeforeAll
    static void open() {
        // Without a browser every test is skipped, and there is nothing to start.
        if (Chromium.missing().isEmpty()) {
            stage = ConsoleFixture.open(data);
        }
    }

    @AfterAll
    static void close() {
        if (stage != null) {
            stage.close();
        }
    }

    @Override
    public ConsoleFixture stage() {
        return stage;
    }
}
