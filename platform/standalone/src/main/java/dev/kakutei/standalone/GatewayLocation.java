package dev.kakutei.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which gateway file a {@code ./kakutei up} on a data folder uses, for the commands that are run beside it. */
record GatewayLocation(Path data) {
    static GatewayLocation in(Path data) {
        return new GatewayLocation(data);
    }

    void write(Path gateways) {
        try {
            Files.writeString(note(), gateways.toAbsolutePath().normalize().toString(), UTF_8);
        } catch (IOException e) {
            throw new StartException("cannot write " + note() + ": " + e.getMessage(), e);
        }
    }

    /** The file that the last start used; the built-in one where none is on record. */
    Path read() {
        try {
            return Files.exists(note())
                    ? Path.of(Files.readString(note(), UTF_8).strip())
                    : data.resolve("gateways.yaml");
        } catch (IOException e) {
            throw new CommandFailed("cannot read " + note() + ": " + e.getMessage());
        }
    }

    private Path note() {
        return data.resolve("gateways.location");
    }
}
