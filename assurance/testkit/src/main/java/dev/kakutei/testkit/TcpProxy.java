package dev.kakutei.testkit;

import dev.kakutei.boot.thread.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A network that fails on demand, between a client and a server on this machine. Bytes are held, never dropped: a
 * healed connection delivers them, as TCP does after a partition.
 */
public final class TcpProxy implements AutoCloseable {
    /** What happens to connections, those already open included. */
    public enum Mode {
        FORWARD,
        /** Requests arrive, answers do not: the client cannot know what was done. */
        HOLD_ANSWERS,
        /** Nothing arrives in either direction, and neither side is notified. */
        BLACK_HOLE,
        /** New connections are reset; open ones go on. */
        RESET_NEW
    }

    private enum Direction {
        REQUEST,
        ANSWER
    }

    private record Link(Socket client, Socket server) {}

    /** Under which conditions a connection was accepted. */
    private record Admission(Mode mode, int cuts) {}

    private final ServerSocket listener;
    private final String host;
    private final int port;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final Object change = new Object();
    private Mode mode = Mode.FORWARD;
    private Duration delay = Duration.ZERO;
    private boolean closed;
    /** How often everything was cut: a connection that was accepted before the last time is cut once it is made. */
    private int cuts;

    private TcpProxy(ServerSocket listener, String host, int port) {
        this.listener = listener;
        this.host = host;
        this.port = port;
    }

    public static TcpProxy to(String host, int port) {
        try {
            TcpProxy proxy = new TcpProxy(new ServerSocket(0, 100, InetAddress.getByName("127.0.0.1")), host, port);
            run("accept", proxy::acceptAll);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Connections that are open on both sides now. */
    public int openConnections() {
        return links.size();
    }

    public void mode(Mode next) {
        synchronized (change) {
            mode = next;
            change.notifyAll();
        }
    }

    /** Whatever passes, passes so much later, in both directions and one piece after another. */
    public void delay(Duration each) {
        synchronized (change) {
            delay = each;
            change.notifyAll();
        }
    }

    /** Cuts every open connection with a reset, on both sides. */
    public void resetAll() {
        synchronized (change) {
            cuts++;
        }
        links.forEach(this::reset);
    }

    /** Ends the answers of every open connection with an orderly end of stream; requests still flow. */
    public void halfCloseAll() {
        for (Link link : links) {
            try {
                link.client().shutdownOutput();
            } catch (IOException alreadyGone) {
                links.remove(link);
            }
        }
    }

    @Override
    public void close() {
        synchronized (change) {
            closed = true;
            change.notifyAll();
        }
        closeQuietly(listener);
        resetAll();
    }

    private void acceptAll() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Admission admission = admission();
                if (admission.mode() == Mode.RESET_NEW) {
                    resetOnClose(client);
                    client.close();
                } else {
                    // Elsewhere, for a server that is slow to accept must not hold up other connections.
                    run("connect", () -> open(client, admission));
                }
            } catch (IOException closedOrClientGone) {
                // The loop's condition shows which.
            }
        }
    }

    private void open(Socket client, Admission admission) {
        Socket server;
        try {
            server = new Socket(host, port);
            // A piece must not wait for the last one's acknowledgement: that would be another fault, and always there.
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
        } catch (IOException refused) {
            resetOnClose(client);
            closeQuietly(client);
            return;
        }
        Link link = new Link(client, server);
        links.add(link);
        if (admission.cuts() != admission().cuts()) {
            reset(link);
            return;
        }
        run("requests", () -> pump(link, client, server, Direction.REQUEST));
        run("answers", () -> pump(link, server, client, Direction.ANSWER));
    }

    private void pump(Link link, Socket from, Socket to, Direction direction) {
        byte[] buffer = new byte[1 << 14];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                awaitPassage(direction);
                out.write(buffer, 0, read);
            }
            awaitPassage(direction);
            to.shutdownOutput();
            if (from.isOutputShutdown() && links.remove(link)) {
                // Both directions have ended in order; a reset could overtake what is still on its way.
                closeQuietly(link.client());
                closeQuietly(link.server());
            }
        } catch (IOException cut) {
            reset(link);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitPassage(Direction direction) throws InterruptedException {
        synchronized (change) {
            long began = System.nanoTime();
            long left = delay.toMillis();
            while (!closed && left > 0) {
                change.wait(left);
                left = delay.toMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
            }
            while (!closed && held(direction)) {
                change.wait();
            }
        }
    }

    private boolean held(Direction direction) {
        return mode == Mode.BLACK_HOLE || (mode == Mode.HOLD_ANSWERS && direction == Direction.ANSWER);
    }

    private Admission admission() {
        synchronized (change) {
            return new Admission(mode, cuts);
        }
    }

    private void reset(Link link) {
        if (links.remove(link)) {
            resetOnClose(link.client());
            resetOnClose(link.server());
            closeQuietly(link.client());
            closeQuietly(link.server());
        }
    }

    /** Without lingering, closing a socket sends a reset in place of an orderly end. */
    private static void resetOnClose(Socket socket) {
        try {
            socket.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException alreadyGone) {
            // Then there is nothing to reset.
        }
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception alreadyGone) {
            // Gone is what was asked for.
        }
    }

    private static void run(String name, Runnable work) {
        DaemonThreads.start("tcp-proxy-" + name, work);
    }
}
