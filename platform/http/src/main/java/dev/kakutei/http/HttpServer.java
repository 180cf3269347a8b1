package dev.kakutei.http;

import dev.kakutei.access.Caller;
import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.http.metrics.HttpMetrics;
import dev.kakutei.http.tls.ListenerTls;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Javalin and Jetty: runs endpoints, writes replies, turns failures into problems. Knows nothing of what is asked. */
final class HttpServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpServer.class);
    private static final String ROUTE = "kakutei.route";
    private static final int THREADS = 64;
    /** Bytes of an answer that certainly fit into the buffer of the response. */
    private static final int SHORT = 4 * 1024;

    /** Bytes of a refused body: four times the largest that is taken by default. */
    private static final int MAX_DRAINED = 1024 * 1024;

    private static final Duration STOP = Duration.ofSeconds(5);

    private final HttpConfig config;
    private final RequestAuthentication authentication;
    private final List<Route> routes;
    private final Pages pages;
    private final HttpMetrics metrics;
    private final Optional<ListenerTls> tls;
    private QueuedThreadPool threads;
    private Javalin javalin;

    HttpServer(
            HttpConfig config,
            RequestAuthentication authentication,
            List<Route> routes,
            Pages pages,
            HttpMetrics metrics,
            InstantSource clock) {
        this.config = config;
        this.authentication = authentication;
        this.routes = routes;
        this.pages = pages;
        this.metrics = metrics;
        this.tls = config.tls().map(files -> new ListenerTls(files, metrics, clock));
    }

    void start() {
        threads = new QueuedThreadPool(THREADS, 4);
        threads.setName("ingest-http");
        threads.setDaemon(true);
        // Requests are queued for the threads that are awake, instead of waking one for each of them.
        threads.setReservedThreads(0);
        javalin = Javalin.create(this::configure);
        javalin.start();
    }

    int port() {
        return javalin.port();
    }

    @Override
    public void close() {
        if (javalin != null) {
            javalin.stop();
        }
        tls.ifPresent(ListenerTls::close);
    }

    private void configure(JavalinConfig javalinConfig) {
        javalinConfig.startup.showJavalinBanner = false;
        javalinConfig.startup.showOldJavalinVersionWarning = false;
        javalinConfig.startup.startupWatcherEnabled = false;
        javalinConfig.http.prefer405over404 = true;
        // The caller's deadline is the only one (SPEC A6).
        javalinConfig.http.asyncTimeout = 0;
        javalinConfig.jetty.threadPool = threads;
        javalinConfig.jetty.addConnector(this::connector);
        javalinConfig.jetty.modifyServer(server -> {
            server.setErrorHandler(new ProblemErrorHandler());
            server.setStopTimeout(STOP.toMillis());
        });
        javalinConfig.requestLogger.http((context, millis) -> metrics.answered(
                method(context), route(context), context.statusCode(), Duration.ofNanos((long) (millis * 1e6))));
        for (Route route : routes) {
            javalinConfig.routes.addHttpHandler(
                    HandlerType.findOrCreate(route.method()), route.path(), context -> run(route, context));
            if (route.method().equals("GET")) {
                javalinConfig.routes.head(route.path(), context -> run(route, context));
            }
        }
        pages.offer(javalinConfig.routes, path -> (context, reply) -> {
            context.attribute(ROUTE, path);
            write(context, reply);
        });
        // Javalin answers its own exceptions by itself unless they are named.
        javalinConfig.routes.exception(
                HttpResponseException.class, (e, context) -> write(context, HttpReply.of(problem(e))));
        javalinConfig.routes.exception(Exception.class, (e, context) -> write(context, HttpReply.of(problem(e))));
    }

    private Connector connector(Server server, HttpConfiguration http) {
        tune(http);
        ServerConnector connector = new ServerConnector(server, protocols(http));
        connector.setHost(config.host());
        connector.setPort(config.port());
        // For callers that are slow to send. A caller that waits for an outcome is not idle: that is tested.
        connector.setIdleTimeout(config.idleTimeout().toMillis());
        return connector;
    }

    /** Plain, or inside TLS. Whether a caller meant this host is for the caller to check; we have one certificate. */
    private ConnectionFactory[] protocols(HttpConfiguration http) {
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        if (tls.isEmpty()) {
            return new ConnectionFactory[] {plain};
        }
        http.addCustomizer(new SecureRequestCustomizer(false));
        return new ConnectionFactory[] {new SslConnectionFactory(tls.get().start(), plain.getProtocol()), plain};
    }

    private static void tune(HttpConfiguration http) {
        http.setSendServerVersion(false);
        http.setSendDateHeader(true);
        // A key may have any visible character in it, so a path may have any of them in its encoded form.
        http.setUriCompliance(UriCompliance.DEFAULT.with(
                "kakutei",
                UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
                UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING,
                UriCompliance.Violation.AMBIGUOUS_PATH_PARAMETER,
                UriCompliance.Violation.SUSPICIOUS_PATH_CHARACTERS));
    }

    /** Authenticates first: a caller that is refused cannot make us read its body, and learns nothing of what is here. */
    private void run(Route route, Context context) {
        context.attribute(ROUTE, route.path());
        CompletableFuture<Caller> caller = authentication.admitted(context, route.needs());
        if (caller.isDone()) {
            CompletableFuture<HttpReply> reply = caller.thenCompose(known -> answer(route, known, context));
            context.future(() -> written(context, reply));
        } else {
            // Not before Javalin has made the exchange asynchronous: from then on another thread may read the body.
            context.future(() ->
                    written(context, caller.thenComposeAsync(known -> answer(route, known, context), threads)));
        }
    }

    private static CompletableFuture<HttpReply> answer(Route route, Caller caller, Context context) {
        try {
            return route.endpoint().answer(caller, context);
        } catch (Refused e) {
            drain(context);
            return CompletableFuture.failedFuture(e);
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Reads and drops what is left of a refused body, up to a bound. A connection that is closed over unread bytes is reset,
     * and a caller that still sends would see a broken connection instead of the reason.
     */
    private static void drain(Context context) {
        try {
            context.req().getInputStream().skip(MAX_DRAINED);
        } catch (IOException e) {
            log.debug("a caller left while its refused body was read", e);
        }
    }

    /**
     * A short answer is written by whoever has it: Jetty keeps it in its buffer and sends it without waiting for the caller,
     * and a thread woken for each answer would cost as much as the answer. A long one may have to wait.
     */
    private CompletableFuture<Void> written(Context context, CompletableFuture<HttpReply> reply) {
        return reply.exceptionally(e -> HttpReply.of(problem(e)))
                .thenCompose(ready -> CompletableFuture.runAsync(
                        () -> write(context, ready), ready.body().length <= SHORT ? Runnable::run : threads));
    }

    private static void write(Context context, HttpReply reply) {
        if (reply == HttpReply.WRITTEN) {
            return;
        }
        context.status(reply.status());
        context.contentType(reply.mediaType());
        context.header("Cache-Control", "no-store");
        reply.headers().forEach(context::header);
        if (reply.body().length > SHORT) {
            context.result(reply.body());
            return;
        }
        // Javalin would copy it through a buffer of 32 kB that it makes for each answer.
        try {
            context.res().getOutputStream().write(reply.body());
        } catch (IOException e) {
            log.debug("a caller left before the answer", e);
        }
    }

    private static Problem problem(Throwable thrown) {
        Throwable e = thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (e instanceof Refused refused) {
            return refused.problem();
        }
        if (e instanceof StoreUnavailable) {
            log.warn("Reading from Postgres failed: {}; answering 503", e.getMessage());
            return Problem.unreadable();
        }
        if (e instanceof HttpResponseException answered) {
            return answered(answered);
        }
        if (e instanceof HttpException http && http.getCode() < 500) {
            return ProblemErrorHandler.of(http.getCode());
        }
        log.error("A call failed unexpectedly; answering 500", e);
        return Problem.internal();
    }

    private static Problem answered(HttpResponseException e) {
        return switch (e.getStatus()) {
            case 404 -> Problem.notFound();
            case 405 -> Problem.notAllowed(e.getDetails().getOrDefault("availableMethods", ""));
            default -> ProblemErrorHandler.of(e.getStatus());
        };
    }

    private static String route(Context context) {
        String route = context.attribute(ROUTE);
        return route == null ? "none" : route;
    }

    /** A caller can send any method, but must not create metrics with it. */
    private static String method(Context context) {
        String method = context.req().getMethod();
        return HandlerType.commonHttp().stream()
                        .anyMatch(common -> common.name().equals(method))
                ? method
                : "other";
    }
}
