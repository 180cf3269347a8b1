package dev.kakutei.sender.gateway;

import dev.kakutei.boot.http.CheckedHttpClient;
import dev.kakutei.boot.network.AddressRule;
import dev.kakutei.boot.network.CheckedResolver;
import dev.kakutei.boot.renew.ReloadingValue;
import dev.kakutei.boot.renew.UnusableValue;
import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.tls.TlsFiles;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.ProxyAuthenticationProtocolHandler;
import org.eclipse.jetty.client.RedirectProtocolHandler;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.WWWAuthenticationProtocolHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The HTTP client of one gateway, with threads and connections of its own so that none waits for another's.
 *
 * <p>Nothing here sends a request a second time: redirects, authentication by challenge, cookies and decompression are
 * off, no proxy is taken from the environment, and {@link Call} lets a request leave once. What bounds a call is the
 * time-out of its request, and the gateway's connect time-out until it has a connection; there is no third (SPEC A6).
 */
final class HttpCaller implements AutoCloseable {
    /** Enough for callbacks, which never block. */
    private static final int MAX_THREADS = 16;

    private static final int MIN_THREADS = 2;
    /** For name servers, which may block; a gateway has one name. */
    private static final int NAME_THREADS = 4;
    /**
     * A kept connection that the gateway closes just when the next request is written makes an unknown outcome. Many
     * servers keep one for 5 s, so we give it up before they do.
     */
    private static final Duration KEEP_IDLE = Duration.ofSeconds(4);
    /** The call's own time-out must fire first; this one only says that no other does. */
    private static final Duration BEYOND_TIMEOUT = Duration.ofSeconds(30);

    /** The library's own default is no limit. */
    private static final int MAX_HEADERS = 16 * 1024;
    /** Requests are rendered below this; the library's own complaint would come when bytes may have left. */
    private static final int MAX_REQUEST_HEADERS = 2 * Outgoing.MAX_HEADERS;

    private static final Duration STOP_TIME = Duration.ofSeconds(5);

    private final Gateway gateway;
    private final HttpClient client;
    private final SslContextFactory.Client secure = CheckedHttpClient.tls();
    private ReloadingValue<SSLContext> contexts;
    private SSLContext context;
    private volatile boolean stopping;

    /** Opens and reads nothing yet. */
    HttpCaller(Gateway gateway, CheckedResolver.Names names) {
        this.gateway = gateway;
        String name = "gateway-" + gateway.name();
        QueuedThreadPool nameThreads = CheckedHttpClient.threads(name + "-names", NAME_THREADS, 1);
        client = CheckedHttpClient.client(
                name,
                CheckedHttpClient.threads(name, MAX_THREADS, MIN_THREADS),
                new CheckedResolver(
                        names, AddressRule.allowing(gateway.callSettings().allow()), nameThreads));
        client.addBean(nameThreads, true);
        client.setMaxConnectionsPerDestination(gateway.limits().concurrency());
        client.setMaxRequestsQueuedPerDestination(gateway.limits().concurrency());
        client.setConnectTimeout(gateway.callSettings().connectTimeout().toMillis());
        client.setIdleTimeout(KEEP_IDLE.toMillis());
        client.setMaxRequestHeadersSize(MAX_REQUEST_HEADERS);
        client.setMaxResponseHeadersSize(MAX_HEADERS);
        client.setSslContextFactory(secure);
    }

    void start() {
        try {
            if ("https".equals(gateway.url().getScheme())) {
                contexts =
                        TlsFiles.context(gateway.name(), gateway.callSettings().tls(), System::nanoTime);
                context = contexts.now();
                secure.setSslContext(context);
            }
            client.start();
        } catch (UnusableValue e) {
            throw new IllegalStateException("gateways." + gateway.name() + ".tls: " + e.getMessage());
        } catch (Exception e) {
            throw new IllegalStateException(client.getName() + " cannot start: " + e.getMessage(), e);
        }
        client.getContentDecoderFactories().clear();
        client.getProtocolHandlers().remove(RedirectProtocolHandler.NAME);
        client.getProtocolHandlers().remove(WWWAuthenticationProtocolHandler.NAME);
        client.getProtocolHandlers().remove(ProxyAuthenticationProtocolHandler.NAME);
    }

    /** Always completes normally, within the call's time-out and a little. */
    CompletableFuture<Reply> call(Outgoing outgoing, PreSendCheck check) {
        if (!check.mayLeave()) {
            return CompletableFuture.completedFuture(new Reply.Failed(Failure.TOO_LATE, 0, null, 0));
        }
        Call call = new Call(check, gateway.callSettings().maxResponseBytes(), () -> stopping);
        try {
            renewCertificates();
            Request request = client.newRequest(outgoing.uri())
                    .method(outgoing.method())
                    .headers(fields -> outgoing.headers().forEach(fields::put))
                    .timeout(outgoing.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    .idleTimeout(outgoing.timeout().plus(BEYOND_TIMEOUT).toMillis(), TimeUnit.MILLISECONDS)
                    .onRequestHeaders(call::aboutToLeave);
            if (outgoing.body() != null) {
                request.body(new BytesRequestContent(outgoing.body()));
            }
            if (gateway.callSettings().connectTimeout().compareTo(outgoing.timeout()) < 0) {
                call.connectWithin(gateway.callSettings().connectTimeout(), request, client.getScheduler());
            }
            request.send(call);
        } catch (RuntimeException e) {
            call.neverBegan(e);
        }
        return call.reply();
    }

    /** For connections that are made from now on. */
    private synchronized void renewCertificates() {
        if (contexts == null || contexts.now() == context) {
            return;
        }
        context = contexts.now();
        try {
            secure.reload(factory -> factory.setSslContext(context));
        } catch (Exception e) {
            throw new IllegalStateException("new certificates could not be put to use", e);
        }
    }

    /** Ends the calls under way; each of them still gets its reply. */
    @Override
    public void close() {
        stopping = true;
        Thread stop = DaemonThreads.start(client.getName() + "-stop", this::stop);
        DaemonThreads.join(stop, STOP_TIME);
    }

    private void stop() {
        try {
            client.stop();
        } catch (Exception e) {
            throw new IllegalStateException(client.getName() + " did not stop cleanly", e);
        }
    }
}
