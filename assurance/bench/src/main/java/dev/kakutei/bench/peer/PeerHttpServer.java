package dev.kakutei.bench.peer;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Javalin and Jetty in the versions of Kakutei's own HTTP listener; a thread waits for each order until it is durable. */
final class PeerHttpServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PeerHttpServer.class);
    /** As many as there are callers, and a few for Jetty itself. */
    private static final int THREADS = 72;

    private final Peer peer;
    private final int port;
    private Javalin javalin;

    PeerHttpServer(Peer peer, int port) {
        this.peer = peer;
        this.port = port;
    }

    void start() {
        javalin = Javalin.create(this::configure);
        javalin.start();
    }

    @Override
    public void close() {
        javalin.stop();
    }

    private void configure(JavalinConfig config) {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 4);
        threads.setName("http");
        threads.setDaemon(true);
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.jetty.threadPool = threads;
        config.jetty.addConnector((server, http) -> {
            ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
            connector.setHost("127.0.0.1");
            connector.setPort(port);
            return connector;
        });
        config.routes.post("/do/order", context -> {
            String key = context.header("Idempotency-Key");
            peer.accept(key, new String(context.bodyAsBytes(), StandardCharsets.UTF_8));
            context.status(202)
                    .contentType("application/json")
                    .result("{\"key\":\"" + key + "\",\"state\":\"accepted\"}");
        });
        config.routes.exception(Exception.class, (e, context) -> {
            log.error("not accepted", e);
            context.status(503).result("{}");
        });
    }
}
