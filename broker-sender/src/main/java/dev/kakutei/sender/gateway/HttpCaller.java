package dev.kakutei.sender.gateway;

import dev.kakutei.schemas.gateway.Gateway;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.ProxyAuthenticationProtocolHandler;
import org.eclipse.jetty.client.RedirectProtocolHandler;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.WWWAuthenticationProtocolHandler;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The HTTP client of one gateway, with threads and connections of its own so that none waits for another's.
 *
 * <p>Nothing here sends a request a second time: redirects, authentication by challenge, cookies and decompression are
 * off, and {@link Call} lets a request leave once.
 */
final class HttpCaller implements AutoCloseable {
    /** Enough for callbacks, which never block. */
    private static final int MAX_THREADS = 16;

    private static final int MIN_THREADS = 2;
    /**
     * A kept connection that the gateway closes just when the next request is written makes an unknown outcome. Many
     * servers keep one for 5 s, so we give it up before they do.
     */
    private static final Duration KEEP_IDLE = Duration.ofSeconds(4);
    /** The call's own time-out must fire first; this one only says that no other does. */
    private static final Duration BEYOND_TIMEOUT = Duration.ofSeconds(30);

    /** The library's own default is no limit. */
    private static final int MAX_HEADERS = 16 * 1024;

    private static final Duration STOP_TIME = Duration.ofSeconds(5);

    private final HttpClient client;
    private final HandshakeFailures handshakes = new HandshakeFailures();
    private volatile boolean stopping;

    HttpCaller(Gateway gateway) {
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, MIN_THREADS);
        threads.setName("gateway-" + gateway.name());
        threads.setDaemon(true);
        client = new HttpClient();
        client.setName("gateway-" + gateway.name());
        client.setExecutor(threads);
        client.setMaxConnectionsPerDestination(gateway.limits().concurrency());
        client.setMaxRequestsQueuedPerDestination(gateway.limits().concurrency());
        // A connection attempt that hangs longer than a whole call is given up, so that it blocks no later one.
        client.setConnectTimeout(gateway.callTimeout().toMillis());
        client.setAddressResolutionTimeout(gateway.callTimeout().toMillis());
        client.setIdleTimeout(KEEP_IDLE.toMillis());
        client.setMaxResponseHeadersSize(MAX_HEADERS);
        client.setFollowRedirects(false);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, "kakutei"));
        client.addBean(handshakes);
    }

    void start() {
        try {
            client.start();
        } catch (Exception e) {
            throw new IllegalStateException(client.getName() + " cannot start: " + e.getMessage(), e);
        }
        client.getContentDecoderFactories().clear();
        client.getProtocolHandlers().remove(RedirectProtocolHandler.NAME);
        client.getProtocolHandlers().remove(WWWAuthenticationProtocolHandler.NAME);
        client.getProtocolHandlers().remove(ProxyAuthenticationProtocolHandler.NAME);
    }

    /** Always completes normally, within the call's time-out and a little. */
    CompletableFuture<Reply> call(Outgoing outgoing, LastCheck check) {
        if (!check.mayLeave()) {
            return CompletableFuture.completedFuture(new Reply.Failed(Failure.TOO_LATE, 0, null, 0));
        }
        Call call = new Call(check, handshakes, () -> stopping);
        try {
            Request request = client.newRequest(outgoing.uri())
                    .method(outgoing.method())
                    .headers(fields -> outgoing.headers().forEach(fields::put))
                    .timeout(outgoing.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    .idleTimeout(outgoing.timeout().plus(BEYOND_TIMEOUT).toMillis(), TimeUnit.MILLISECONDS)
                    .onRequestHeaders(call::aboutToLeave);
            if (outgoing.body() != null) {
                request.body(new BytesRequestContent("application/json", outgoing.body()));
            }
            request.send(call);
        } catch (RuntimeException e) {
            call.neverBegan(e);
        }
        return call.reply();
    }

    /** Ends the calls under way; each of them still gets its reply. */
    @Override
    public void close() {
        stopping = true;
        Thread stop = new Thread(this::stop, client.getName() + "-stop");
        stop.setDaemon(true);
        stop.start();
        try {
            stop.join(STOP_TIME.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop() {
        try {
            client.stop();
        } catch (Exception e) {
            throw new IllegalStateException(client.getName() + " did not stop cleanly", e);
        }
    }
}
