package dev.kakutei.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Locale;

/** One connection, with at most one request under way. */
final class LoadConnection implements AutoCloseable {
    private static final int NONE = -1;
    private static final int MAX_ANSWER = 64 * 1024;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final ByteBuffer out;
    private final ByteBuffer in = ByteBuffer.allocateDirect(MAX_ANSWER);
    private long meant;
    private int total;

    LoadConnection(InetSocketAddress address, Selector selector, int requestLength) throws IOException {
        channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        key = channel.register(selector, SelectionKey.OP_READ, this);
        out = ByteBuffer.allocateDirect(requestLength);
    }

    /** @param when the request was meant to be sent: its time counts from there */
    void begin(Orders orders, long when) throws IOException {
        orders.next(out, when);
        meant = when;
        total = NONE;
        in.clear();
        write();
    }

    long meant() {
        return meant;
    }

    void write() throws IOException {
        channel.write(out);
        key.interestOps(out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    /** The status once the whole answer is there; 0 before. */
    int read() throws IOException {
        if (channel.read(in) < 0) {
            throw new EOFException("the connection was closed");
        }
        if (total == NONE) {
            total = total();
        }
        if (total == NONE || in.position() < total) {
            return 0;
        }
        return (in.get(9) - '0') * 100 + (in.get(10) - '0') * 10 + in.get(11) - '0';
    }

    /** How long the answer is with its head, which must say it. */
    private int total() {
        int end = headEnd();
        if (end == NONE) {
            return NONE;
        }
        byte[] head = new byte[end];
        in.get(0, head);
        String text = new String(head, US_ASCII).toLowerCase(Locale.ROOT);
        int at = text.indexOf("content-length:");
        if (at < 0) {
            throw new IllegalStateException("an answer without a length: " + text);
        }
        int stop = text.indexOf('\r', at);
        return end
                + Integer.parseInt(
                        text.substring(at + "content-length:".length(), stop).trim());
    }

    private int headEnd() {
        for (int i = 3; i < in.position(); i++) {
            if (in.get(i) == '\n' && in.get(i - 2) == '\n') {
                return i + 1;
            }
        }
        return NONE;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
