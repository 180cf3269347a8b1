package dev.kakutei.bench.pipeline;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A gateway that takes every order, after a fixed delay, for as little work as can be, and notices one that comes twice. */
final class QuickGateway implements AutoCloseable {
    private static final int MOST_REQUEST = 64 * 1024;
    private static final String BODY = "{\"id\":\"q-1\",\"status\":\"FILLED\"}";
    private static final byte[] ANSWER = ("HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: "
                    + BODY.length() + "\r\n\r\n" + BODY)
            .getBytes(US_ASCII);

    private final ServerSocketChannel server;
    private final Selector selector;
    private final Thread thread = new Thread(this::run, "quick-gateway");
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final Set<String> keys = new HashSet<>();
    private final AtomicLong posts = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();
    private volatile long delayNanos;
    private volatile boolean closed;

    private record Waiting(SocketChannel channel, long due) {}

    QuickGateway() throws IOException {
        selector = Selector.open();
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        thread.setDaemon(true);
        thread.start();
    }

    int port() throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    void delay(Duration delay) {
        delayNanos = delay.toNanos();
    }

    long posts() {
        return posts.get();
    }

    /** Posts under a key that had been posted before. */
    long repeated() {
        return repeated.get();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        selector.wakeup();
        server.close();
    }

    private void run() {
        try {
            while (!closed) {
                Waiting next = waiting.peek();
                long left = next == null ? TimeUnit.SECONDS.toNanos(1) : next.due - System.nanoTime();
                if (left > 0) {
                    selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
                } else {
                    selector.selectNow();
                }
                for (SelectionKey key : selector.selectedKeys()) {
                    serve(key);
                }
                selector.selectedKeys().clear();
                for (next = waiting.peek(); next != null && next.due <= System.nanoTime(); next = waiting.peek()) {
                    answer(waiting.poll().channel);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve(SelectionKey key) throws IOException {
        if (key.isAcceptable()) {
            SocketChannel channel = server.accept();
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(MOST_REQUEST));
            return;
        }
        SocketChannel channel = (SocketChannel) key.channel();
        ByteBuffer in = (ByteBuffer) key.attachment();
        try {
            if (channel.read(in) < 0) {
                channel.close();
                return;
            }
        } catch (IOException e) {
            channel.close();
            return;
        }
        if (whole(in)) {
            in.clear();
            if (delayNanos == 0) {
                answer(channel);
            } else {
                waiting.add(new Waiting(channel, System.nanoTime() + delayNanos));
            }
        }
    }

    /** Whether a whole request is there; its key is noted then. */
    private boolean whole(ByteBuffer in) {
        String head = new String(in.array(), 0, Math.min(in.position(), 2048), US_ASCII);
        int end = head.indexOf("\r\n\r\n");
        if (end < 0) {
            return false;
        }
        String fields = head.substring(0, end + 2).toLowerCase(Locale.ROOT);
        if (in.position() < end + 4 + Integer.parseInt(field(fields, "content-length"))) {
            return false;
        }
        posts.incrementAndGet();
        if (!keys.add(field(fields, "idempotency-key"))) {
            repeated.incrementAndGet();
        }
        return true;
    }

    private static String field(String head, String name) {
        int at = head.indexOf("\n" + name + ":") + name.length() + 2;
        return head.substring(at, head.indexOf('\r', at)).trim();
    }

    private static void answer(SocketChannel channel) throws IOException {
        if (channel.isOpen()) {
            channel.write(ByteBuffer.wrap(ANSWER));
        }
    }
}
