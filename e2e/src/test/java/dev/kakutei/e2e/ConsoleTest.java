package dev.kakutei.e2e;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** SPEC F6: the console in a real browser, through the whole stack. One Kakutei for all of it; what it does is in the parts. */
@Needs(Chromium.NAME)
class ConsoleTest
        implements ConsoleActs,
                ConsoleApproves,
                ConsoleDoesMany,
                ConsoleShowsText,
                ConsoleForEverybody,
                ConsolePictures {
    @TempDir
    private static Path data;

    private static ConsoleStage stage;

    @BeforeAll
    static void open() {
        // Without a browser every test is skipped, and there is nothing to start.
        if (Chromium.missing().isEmpty()) {
            stage = ConsoleStage.open(data);
        }
    }

    @AfterAll
    static void close() {
        if (stage != null) {
            stage.close();
        }
    }

    @Override
    public ConsoleStage stage() {
        return stage;
    }
}
