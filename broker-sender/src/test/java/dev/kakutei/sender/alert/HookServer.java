package dev.kakutei.sender.alert;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A receiver of alerts that does what its script says: a status, {@code hang} without an answer, or {@code close}. */
final class HookServer implements AutoCloseable {
    private final Queue<String> script = new ConcurrentLinkedQueue<>();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private volatile String otherwise = "200";

    HookServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    void script(String... steps) {
        script.addAll(List.of(steps));
    }

    void afterTheScript(String step) {
        otherwise = step;
    }

    List<String> events() {
        return List.copyOf(events);
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        events.add(exchange.getRequestHeaders().getFirst("Kakutei-Event"));
        String next = script.poll();
        String step = next == null ? otherwise : next;
        switch (step) {
            case "hang" -> {
                try {
                    closed.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            case "close" -> exchange.close();
            case "302" -> {
                exchange.getResponseHeaders()
                        .set("Location", url().resolve("/elsewhere").toString());
                exchange.sendResponseHeaders(302, -1);
                exchange.close();
            }
            default -> {
                exchange.sendResponseHeaders(Integer.parseInt(step), -1);
                exchange.close();
            }
        }
    }
}
