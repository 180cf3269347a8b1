package dev.kakutei.bench.peer;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The client towards the gateway: the library that Kakutei's sender uses, with as many connections. */
public final class GatewayPost implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 10;
    private static final int OK = 200;
    private static final int REDIRECT = 300;

    private final HttpClient client = new HttpClient();
    private final String address;

    /** An answer of the gateway. */
    public record GatewayAnswer(int status, String body) {
        public boolean taken() {
            return status >= OK && status < REDIRECT;
        }
    }

    GatewayPost(int port) {
        this.address = "http://127.0.0.1:" + port + "/orders";
        QueuedThreadPool threads = new QueuedThreadPool(16, 2);
        threads.setName("gateway");
        threads.setDaemon(true);
        client.setExecutor(threads);
        client.setMaxConnectionsPerDestination(PeerPlan.AT_ONCE);
        client.setFollowRedirects(false);
    }

    void start() throws Exception {
        client.start();
    }

    /** The calling thread waits. */
    public GatewayAnswer post(String key, String order) throws Exception {
        ContentResponse response = request(key, order).send();
        return new GatewayAnswer(response.getStatus(), response.getContentAsString());
    }

    /** No thread waits; an answer that does not come completes with an exception. */
    public CompletableFuture<GatewayAnswer> begin(String key, String order) {
        CompletableFuture<GatewayAnswer> answer = new CompletableFuture<>();
        request(key, order).send(new BufferingResponseListener() {
            @Override
            public void onComplete(Result result) {
                if (result.isFailed()) {
                    answer.completeExceptionally(result.getFailure());
                } else {
                    answer.complete(new GatewayAnswer(result.getResponse().getStatus(), getContentAsString()));
                }
            }
        });
        return answer;
    }

    @Override
    public void close() {
        LifeCycle.stop(client);
    }

    private Request request(String key, String order) {
        return client.POST(address)
                .headers(headers -> headers.put("Idempotency-Key", key))
                .timeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .body(new StringRequestContent("application/json", order, StandardCharsets.UTF_8));
    }
}
