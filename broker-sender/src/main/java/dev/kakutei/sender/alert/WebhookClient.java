package dev.kakutei.sender.alert;

import dev.kakutei.boot.network.AddressRule;
import dev.kakutei.boot.network.CheckedResolver;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Posts to the webhook, within the sender's rules for addresses. It follows no redirect: that would be another address. */
final class WebhookClient implements AutoCloseable {
    /** Beyond the limit of the call, for the client to report its end. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final WebhookConfig config;
    private final HttpClient client = new HttpClient();

    WebhookClient(WebhookConfig config) {
        this.config = config;
        QueuedThreadPool threads = new QueuedThreadPool(4, 1);
        threads.setName("webhook");
        threads.setDaemon(true);
        client.setExecutor(threads);
        client.setName("webhook");
        client.setFollowRedirects(false);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, "kakutei"));
        client.setConnectTimeout(config.timeout().toMillis());
        client.setSocketAddressResolver(
                new CheckedResolver(InetAddress::getAllByName, AddressRule.allowing(config.allow()), threads));
        SslContextFactory.Client secure = new SslContextFactory.Client();
        secure.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        client.setSslContextFactory(secure);
    }

    void start() {
        try {
            client.start();
        } catch (Exception e) {
            throw new IllegalStateException("the webhook's client cannot start: " + e.getMessage(), e);
        }
    }

    /** What went wrong, in words that hold nothing the receiver said; empty when it was taken. */
    Optional<String> post(byte[] body, Map<String, String> headers) throws InterruptedException {
        AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.of("no answer in time"));
        CountDownLatch over = new CountDownLatch(1);
        Request request = client.newRequest(config.url())
                .method("POST")
                .timeout(config.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .headers(fields -> headers.forEach(fields::put))
                .body(new BytesRequestContent(body));
        // What the body says is not kept: it is not ours, and may be long.
        request.send(new Response.Listener() {
            @Override
            public void onComplete(Result result) {
                problem.set(problem(result));
                over.countDown();
            }
        });
        if (!over.await(config.timeout().plus(GRACE).toMillis(), TimeUnit.MILLISECONDS)) {
            request.abort(new IllegalStateException("no answer in time"));
        }
        return problem.get();
    }

    private static Optional<String> problem(Result result) {
        Response response = result.getResponse();
        int status = response == null ? 0 : response.getStatus();
        // Once it has said so, it has the message, whatever becomes of the rest of its answer.
        if (status >= 200 && status < 300) {
            return Optional.empty();
        }
        if (status != 0) {
            return Optional.of("it answered " + status);
        }
        Throwable failure = result.getFailure();
        return Optional.of(failure == null ? "no answer" : failure.getClass().getSimpleName());
    }

    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the webhook's client did not stop cleanly", e);
        }
    }
}
