package dev.kakutei.bench.process;

import java.io.IOException;
import java.net.ServerSocket;

/** A port that was free a moment ago, for a process whose port is an argument. */
public final class FreePort {
    private FreePort() {}

    public static int any() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
