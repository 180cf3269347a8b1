package dev.kakutei.operator.summary;

import dev.kakutei.boot.network.AddressNotAllowed;
import dev.kakutei.boot.network.AddressRule;
import dev.kakutei.boot.network.CheckedResolver;
import dev.kakutei.boot.secret.ReferencedSecret;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Posts one document to the summariser. Only addresses that may be connected to are; no redirect is followed, for that would
 * be another address; the answer is read up to a bound, and the whole call has a time limit.
 */
final class SummariserClient implements AutoCloseable {
    private final SummariserConfig config;
    private final Optional<ReferencedSecret> token;
    private final HttpClient client = new HttpClient();

    SummariserClient(SummariserConfig config, Map<String, String> environment) {
        this.config = config;
        this.token =
                config.token().map(secret -> ReferencedSecret.ofHeader("ingest.summariser.token", secret, environment));
        QueuedThreadPool threads = new QueuedThreadPool(4 + config.concurrency(), 1);
        threads.setName("summariser");
        threads.setDaemon(true);
        client.setExecutor(threads);
        client.setName("summariser");
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
            // Its answer is read as it is: what expands when it is unpacked would get around the bound.
            client.getContentDecoderFactories().clear();
        } catch (Exception e) {
            throw new IllegalStateException("the summariser's client cannot start: " + e.getMessage(), e);
        }
    }

    SummaryAnswer post(byte[] document) throws InterruptedException {
        Request request = client.newRequest(config.url())
                .method("POST")
                .timeout(config.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .headers(fields -> fields.put(HttpHeader.ACCEPT, "application/json"))
                .body(new BytesRequestContent("application/json", document));
        token.ifPresent(
                secret -> request.headers(fields -> fields.put(HttpHeader.AUTHORIZATION, "Bearer " + secret.reveal())));
        try {
            ContentResponse response = new CompletableResponseListener(request, SummariserConfig.MAX_ANSWER_BYTES)
                    .send()
                    .get(config.timeout().toMillis(), TimeUnit.MILLISECONDS);
            return SummaryAnswer.of(response.getStatus(), response.getContent());
        } catch (TimeoutException e) {
            request.abort(e);
            return SummaryAnswer.failed("timeout");
        } catch (ExecutionException e) {
            return SummaryAnswer.failed(code(e.getCause()));
        }
    }

    private static String code(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof AddressNotAllowed) {
                return "address_not_allowed";
            }
            if (cause instanceof TimeoutException) {
                return "timeout";
            }
            if (cause instanceof IllegalArgumentException) {
                return "answer_too_long";
            }
        }
        return "no_answer";
    }

    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the summariser's client did not stop cleanly", e);
        }
    }
}
