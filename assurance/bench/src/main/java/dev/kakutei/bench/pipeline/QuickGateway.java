package dev.kakutei.bench.pipeline;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.kakutei.boot.thread.DaemonThreads;
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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A gateway that answers after a fixed delay, for as little work as can be, and notices an order that comes twice. It
 * knows the keys of what it has taken, and answers those as before.
 */
public final class QuickGateway implements AutoCloseable {
    private static final int MAX_REQUEST = 64 * 1024;

    private final ServerSocketChannel server;
    private final Selector selector;
    private final Thread thread = DaemonThreads.create("quick-gateway", this::run);
    private final Deque<DelayedAnswer> waiting = new ArrayDeque<>();
    private final Map<String, Long> arrivals = new ConcurrentHashMap<>();
    private final Set<String> taken = ConcurrentHashMap.newKeySet();
    private final AtomicLong posts = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();
    private volatile long delayNanos;
    private volatile PostBehaviour.Choice choice = PostBehaviour.reliable();
    private volatile boolean closed;

    private record DelayedAnswer(SocketChannel channel, PostBehaviour behaviour, long due) {}

    public QuickGateway() throws IOException {
        selector = Selector.open();
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        thread.start();
    }

    public int port() throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    public void delay(Duration delay) {
        delayNanos = delay.toNanos();
    }

    public void behaviours(PostBehaviour.Choice behaviours) {
        choice = behaviours;
    }

    public long posts() {
        return posts.get();
    }

    /** Posts under a key that had been posted before. */
    public long repeated() {
        return repeated.get();
    }

    /** When a key came first, by {@link System#nanoTime}; null where it never did. */
    public Long arrival(String key) {
        return arrivals.get(key.toLowerCase(Locale.ROOT));
    }

    public boolean took(String key) {
        return taken.contains(key.toLowerCase(Locale.ROOT));
    }

    public long taken() {
        return taken.size();
    }

    /** For a contestant that has not met it. */
    public void reset() {
        arrivals.clear();
        taken.clear();
        posts.set(0);
        repeated.set(0);
        delayNanos = 0;
        choice = PostBehaviour.reliable();
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
                DelayedAnswer next = waiting.peek();
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
                    waiting.poll();
                    answer(next.channel, next.behaviour);
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
            channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(MAX_REQUEST));
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
        String head = head(in);
        if (head != null) {
            in.clear();
            PostBehaviour behaviour = head.startsWith("get ") ? known(head) : behaviour(field(head, "idempotency-key"));
            if (delayNanos == 0) {
                answer(channel, behaviour);
            } else {
                waiting.add(new DelayedAnswer(channel, behaviour, System.nanoTime() + delayNanos));
            }
        }
    }

    private PostBehaviour behaviour(String order) {
        posts.incrementAndGet();
        if (arrivals.putIfAbsent(order, System.nanoTime()) != null) {
            repeated.incrementAndGet();
        }
        if (taken.contains(order)) {
            return PostBehaviour.TAKE;
        }
        PostBehaviour behaviour = choice.next();
        if (behaviour.takes()) {
            taken.add(order);
        }
        return behaviour;
    }

    /** A status query about an order: the end of the path is its key. */
    private PostBehaviour known(String head) {
        String path = head.substring(head.indexOf(' ') + 1, head.indexOf(" http/"));
        return taken.contains(path.substring(path.lastIndexOf('/') + 1))
                ? PostBehaviour.KNOWN
                : PostBehaviour.NOT_KNOWN;
    }

    /** The head in small letters, once a whole request is there; null before. */
    private static String head(ByteBuffer in) {
        String head = new String(in.array(), 0, Math.min(in.position(), 2048), US_ASCII);
        int end = head.indexOf("\r\n\r\n");
        if (end < 0) {
            return null;
        }
        String fields = head.substring(0, end + 2).toLowerCase(Locale.ROOT);
        boolean asks = fields.startsWith("get ");
        return asks || in.position() >= end + 4 + Integer.parseInt(field(fields, "content-length")) ? fields : null;
    }

    private static String field(String head, String name) {
        int at = head.indexOf("\n" + name + ":") + name.length() + 2;
        return head.substring(at, head.indexOf('\r', at)).trim();
    }

    private static void answer(SocketChannel channel, PostBehaviour behaviour) throws IOException {
        if (behaviour == PostBehaviour.TAKE_AND_VANISH) {
            channel.close();
        } else if (channel.isOpen()) {
            channel.write(ByteBuffer.wrap(behaviour.answer()));
        }
    }
}
