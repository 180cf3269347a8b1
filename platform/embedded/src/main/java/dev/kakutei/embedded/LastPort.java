package dev.kakutei.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The port on which the broker ran last: people who have written an address down find it again. */
final class LastPort {
    private static final String FILE = "port";

    private final Path file;

    LastPort(Path dataDirectory) {
        this.file = dataDirectory.resolve(FILE);
    }

    /** The port on which a broker on this folder ran last; 0 where none did. */
    static int in(Path dataDirectory) {
        return read(dataDirectory.resolve(FILE));
    }

    /** @param wanted 0 where any will do */
    int chosen(int wanted) {
        if (wanted != 0) {
            return wanted;
        }
        int last = read(file);
        return last != 0 && LoopbackPort.isFree(last) ? last : LoopbackPort.anyFree();
    }

    /** Before the start, and whole or not at all: a broker that dies early must be found here, too. */
    void remember(int port) {
        try {
            Path making = file.resolveSibling("port.partial");
            Files.writeString(making, Integer.toString(port));
            Files.move(making, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new EmbeddedStartException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private static int read(Path file) {
        try {
            return Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) : 0;
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }
}
