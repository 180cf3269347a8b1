package dev.kakutei.boot;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.GatewayFileReport;
import dev.kakutei.schemas.gateway.Gateways;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The gateway file, which ingest, verifier and sender all read: where requests may be sent, with which timeouts, and
 * how.
 */
public final class GatewaySettings {
    private static final String KEY = "gateways.file";
    private static final Gateways NONE = new Gateways("", Map.of(), Map.of());
    /** More than the parser accepts, so that the parser is the one to report that the file is too long. */
    private static final int MAX_BYTES = 5 * 1024 * 1024;

    private GatewaySettings() {}

    /** Mistakes in the file are reported together with those of the other settings. */
    public static GatewaySource source(Settings settings) {
        String name = settings.requiredText(KEY, "the YAML file that describes the gateways");
        Duration reload = settings.duration(
                "gateways.reload",
                Duration.ofSeconds(5),
                Duration.ZERO,
                Duration.ofHours(1),
                "how often that file is looked at for changes that need no restart; 0s for never");
        Path file = Path.of(name);
        if (name.isEmpty()) {
            return new GatewaySource(file, "", NONE, reload);
        }
        try {
            String text = text(file);
            GatewayFileReport report = GatewayFile.check(text);
            report.mistakes().forEach(mistake -> settings.mistake(KEY, name + ": " + mistake));
            return new GatewaySource(file, text, report.gateways() == null ? NONE : report.gateways(), reload);
        } catch (IOException e) {
            settings.mistake(KEY, "cannot read " + name + ": " + e.getMessage());
            return new GatewaySource(file, "", NONE, reload);
        }
    }

    /** @throws IOException with a message for operators */
    static String text(Path file) throws IOException {
        try (InputStream stream = Files.newInputStream(file)) {
            return UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(stream.readNBytes(MAX_BYTES)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("it is not text in UTF-8", e);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no such file", e);
        }
    }
}
