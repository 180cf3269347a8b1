package dev.kakutei.boot;

import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.gateway.InvalidGatewayFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The gateway file, which ingest, verifier and sender all read: who may be sent to, how patiently, and how. */
public final class GatewaySettings {
    private static final String KEY = "gateways.file";

    private GatewaySettings() {}

    /** Mistakes in the file are reported together with those of the other settings. */
    public static Gateways read(Settings settings) {
        String file = settings.requiredText(KEY, "the YAML file that describes the gateways");
        if (!file.isEmpty()) {
            try {
                return GatewayFile.read(Files.readString(Path.of(file)));
            } catch (IOException e) {
                settings.mistake(KEY, "cannot read " + file + ": " + e.getMessage());
            } catch (InvalidGatewayFile e) {
                e.mistakes().forEach(mistake -> settings.mistake(KEY, file + ": " + mistake));
            }
        }
        return new Gateways("", Map.of(), Map.of());
    }
}
