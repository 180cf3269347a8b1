package dev.kakutei.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A gateway that answers each payment, known by its merchant_reference, with the statuses of a script, and only when it is let. */
final class ScriptedGateway implements AutoCloseable {
    private record Script(List<Integer> statuses, AtomicInteger posts, Semaphore answers) {}

    private final Map<String, Script> scripts = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    private ScriptedGateway(HttpServer server) {
        this.server = server;
    }

    static ScriptedGateway start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ScriptedGateway gateway = new ScriptedGateway(server);
        server.setExecutor(gateway.threads);
        server.createContext("/", gateway::post);
        server.start();
        return gateway;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    void script(String reference, List<Integer> statuses) {
        scripts.put(reference, new Script(statuses, new AtomicInteger(), new Semaphore(0)));
    }

    /** Until this post of the payment has come; it is not answered yet. */
    void awaitPost(String reference, int number) {
        Script script = scripts.get(reference);
        Await.until("post " + number + " of " + reference, () -> script.posts().get() == number);
    }

    /** Lets the gateway answer once. */
    void answer(String reference) {
        scripts.get(reference).answers().release();
    }

    private void post(HttpExchange exchange) throws IOException {
        try (exchange) {
            Script script = scripts.get(Json.MAPPER
                    .readTree(exchange.getRequestBody())
                    .path("merchant_reference")
                    .asText());
            int number = script.posts().incrementAndGet();
            if (!script.answers().tryAcquire(Await.LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException("the test has not let it answer");
            }
            byte[] body = "{\"status\":\"ok\"}".getBytes(UTF_8);
            exchange.sendResponseHeaders(script.statuses().get(number - 1), body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
