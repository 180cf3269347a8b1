package dev.kakutei.boot;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.gateway.Gateways;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Where the gateways are described, and what was read there before the start.
 *
 * @param text what the file said; what is read later is compared with it
 * @param reload how often the file is looked at; zero for never
 */
public record GatewaySource(Path file, String text, Gateways gateways, Duration reload) {
    public GatewaySource {
        requireNonNull(file, "file");
        requireNonNull(text, "text");
        requireNonNull(gateways, "gateways");
        requireNonNull(reload, "reload");
    }
}
