package dev.kakutei.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The port on which the broker ran last. After a crash it must come back on it: transactions that were being ended are
 * loaded before the broker has told its new address, and their last word is then sent to the old one for ever. Every
 * reader of committed records would wait behind them.
 */
final class LastPort {
    private static final String FILE = "port";
    private static final String CLEAN = ".kafka_cleanshutdown";

    private final Path file;
    private final boolean cleanEnd;

    /** To be asked before the broker starts, which removes its own mark of a clean end. */
    LastPort(Path dataDirectory, Path log) {
        this.file = dataDirectory.resolve(FILE);
        this.cleanEnd = Files.exists(log.resolve(CLEAN));
    }

    /** The port on which a broker on this folder ran last; 0 where none did. */
    static int in(Path dataDirectory) {
        return read(dataDirectory.resolve(FILE));
    }

    /** @param wanted 0 where any will do */
    int chosen(int wanted) {
        int last = last();
        if (last == 0 || cleanEnd || wanted == last) {
            return wanted == 0 ? freeOrAny(last) : wanted;
        }
        if (wanted != 0) {
            throw new EmbeddedStartException("Kafka was not stopped but died, and it ran on port " + last
                    + ": start it there once, not on port " + wanted + ", so that open transactions can be ended");
        }
        LoopbackPort.requireFree(last, "Kafka was not stopped but died, and must come back on its port; it");
        return last;
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

    /** People who have written an address down find it again, as long as nobody else took it. */
    private static int freeOrAny(int last) {
        return last != 0 && LoopbackPort.isFree(last) ? last : LoopbackPort.anyFree();
    }

    private int last() {
        return read(file);
    }

    private static int read(Path file) {
        try {
            return Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) : 0;
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }
}
