package dev.kakutei.sender;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** A server without manners: it remembers every request that reached it, and does with each what its script says. */
public final class RawServer implements AutoCloseable {
    /** One request as it came over the wire. */
    public record Seen(String head, String body) {
        public String method() {
            return head.substring(0, head.indexOf(' '));
        }

        public String path() {
            return head.split(" ")[1];
        }

        public String header(String name) {
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                    .map(line -> line.substring(name.length() + 1).trim())
                    .findFirst()
                    .orElse(null);
        }

        /** Which attempt of which request this is. */
        public String attempt() {
            return header("idempotency-key") + "#" + header("kakutei-attempt");
        }
    }

    /** What to do once a request is there; returning keeps the connection for the next one. */
    @FunctionalInterface
    public interface Script {
        void serve(Seen request, Socket socket) throws Exception;
    }

    /** CR LF CR LF. */
    private static final int END_OF_HEAD = 0x0D0A0D0A;

    private final ServerSocket listener;
    private final Script script;
    private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();

    public RawServer(Script script) {
        this(plain(), script);
    }

    /** For a listener of another kind, such as a secure one. */
    public RawServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
        thread(this::accept);
    }

    private static ServerSocket plain() {
        try {
            return new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Script answering(int status, String body) {
        return (request, socket) -> answer(socket, status, body);
    }

    /** Reads, and never says anything. */
    public static Script silent() {
        return (request, socket) -> socket.getInputStream().read();
    }

    public static void answer(Socket socket, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        write(
                socket,
                "HTTP/1.1 " + status + " X\r\nContent-Type: application/json\r\nContent-Length: " + bytes.length
                        + "\r\n\r\n" + body);
    }

    public static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
        socket.getOutputStream().flush();
    }

    /** An RST instead of a FIN. */
    public static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    public URI url() {
        return url("http", "127.0.0.1");
    }

    public URI url(String scheme, String host) {
        return URI.create(scheme + "://" + host + ":" + listener.getLocalPort());
    }

    /** How many clients connected, whether they said anything or not. */
    public int connections() {
        return connections.get();
    }

    public List<Seen> seen() {
        return List.copyOf(seen);
    }

    public List<Seen> posts() {
        return seen.stream().filter(request -> request.method().equals("POST")).toList();
    }

    public Map<String, Long> postsByAttempt() {
        return posts().stream().collect(Collectors.groupingBy(Seen::attempt, Collectors.counting()));
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Closeable socket : open) {
            socket.close();
        }
    }

    private void accept() throws IOException {
        while (!listener.isClosed()) {
            Socket socket = listener.accept();
            connections.incrementAndGet();
            socket.setTcpNoDelay(true);
            open.add(socket);
            thread(() -> serve(socket));
        }
    }

    private void serve(Socket socket) throws Exception {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (!socket.isClosed()) {
                Seen request = read(in);
                if (request == null) {
                    return;
                }
                seen.add(request);
                script.serve(request, socket);
            }
        } finally {
            open.remove(socket);
        }
    }

    private static Seen read(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int end = 0;
        while (end != END_OF_HEAD) {
            int next = in.read();
            if (next < 0) {
                return null;
            }
            head.write(next);
            end = end << 8 | next;
        }
        String text = head.toString(ISO_8859_1);
        String length = new Seen(text, "").header("content-length");
        byte[] body = in.readNBytes(length == null ? 0 : Integer.parseInt(length));
        return new Seen(text, new String(body, UTF_8));
    }

    private interface CommandHandler {
        void run() throws Exception;
    }

    private static void thread(CommandHandler handler) {
        Thread thread = new Thread(
                () -> {
                    try {
                        handler.run();
                    } catch (Exception e) {
                        // a socket closed under us: the client's side of the story is what tests look at
                    }
                },
                "raw-server");
        thread.setDaemon(true);
        thread.start();
    }
}
