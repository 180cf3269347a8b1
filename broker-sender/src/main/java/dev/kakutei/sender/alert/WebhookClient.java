package dev.kakutei.sender.alert;

import dev.kakutei.boot.http.CheckedHttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;

/** Posts to the webhook, within the sender's rules for addresses. It follows no redirect: that would be another address. */
final class WebhookClient implements AutoCloseable {
    /** Beyond the limit of the call, for the client to report its end. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final WebhookConfig config;
    private final CheckedHttpClient client;

    WebhookClient(WebhookConfig config) {
        this.config = config;
        this.client = new CheckedHttpClient("webhook", 4, config.timeout(), config.allow());
    }

    void start() {
        client.start();
    }

    /** What went wrong, in words that hold nothing the receiver said; empty when it was taken. */
    Optional<String> post(byte[] body, Map<String, String> headers) throws InterruptedException {
        AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.of("no answer in time"));
        CountDownLatch over = new CountDownLatch(1);
        Request request = client.post(config.url())
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
        client.close();
    }
}
