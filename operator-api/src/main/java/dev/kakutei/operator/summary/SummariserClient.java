package dev.kakutei.operator.summary;

import dev.kakutei.boot.http.CheckedHttpClient;
import dev.kakutei.boot.network.AddressNotAllowed;
import dev.kakutei.boot.secret.ReferencedSecret;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpHeader;

/**
 * Posts one document to the summariser. Only addresses that may be connected to are; no redirect is followed, for that would
 * be another address; the answer is read up to a bound, and the whole call has a time limit.
 */
final class SummariserClient implements AutoCloseable {
    private final SummariserConfig config;
    private final Optional<ReferencedSecret> token;
    private final CheckedHttpClient client;

    SummariserClient(SummariserConfig config, Map<String, String> environment) {
        this.config = config;
        this.token =
                config.token().map(secret -> ReferencedSecret.ofHeader("ingest.summariser.token", secret, environment));
        this.client = new CheckedHttpClient("summariser", 4 + config.concurrency(), config.timeout(), config.allow());
    }

    void start() {
        client.start();
        // What expands when it is unpacked would get around the bound.
        client.readCompressedAsIs();
    }

    SummaryAnswer post(byte[] document) throws InterruptedException {
        Request request = client.post(config.url())
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
        client.close();
    }
}
