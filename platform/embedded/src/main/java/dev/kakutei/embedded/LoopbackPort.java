package dev.kakutei.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports on 127.0.0.1. */
final class LoopbackPort {
    static final String HOST = "127.0.0.1";

    /**
     * Below the range from which systems take the port of an outgoing connection (32768 up on Linux, 49152 up
     * elsewhere): a server that is stopped for a while finds its port still free when it comes back.
     */
    private static final int LOWEST = 15_000;

    private static final int HIGHEST = 32_000;
    private static final int TRIES = 200;

    private LoopbackPort() {}

    /** A port no process listens on now; another process may still be quicker to take it. */
    static int anyFree() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new EmbeddedStartException("no free port found on " + HOST + " between " + LOWEST + " and " + HIGHEST);
    }

    static void requireFree(int port, String server) {
        if (!isFree(port)) {
            throw new EmbeddedStartException(server + " cannot listen on " + HOST + ":" + port + ": port " + port
                    + " is taken by another process");
        }
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // A connection of the last run may still be closing on this port; only a listener counts.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(HOST), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
