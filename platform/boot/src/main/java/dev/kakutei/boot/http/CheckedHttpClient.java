package dev.kakutei.boot.http;

import dev.kakutei.boot.network.AddressRule;
import dev.kakutei.boot.network.CheckedResolver;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Posts to one address that an operator has configured, and connects only where it may. It follows no redirect, which
 * would be another address, and keeps no cookie. Opens nothing before its start.
 */
public final class CheckedHttpClient implements AutoCloseable {
    private final String name;
    private final Duration timeout;
    private final HttpClient client;

    /**
     * @param name of its threads, and of the receiver in error messages
     * @param timeout of a whole call, and of its connecting
     * @param allow addresses that the host may have though they are not public
     */
    public CheckedHttpClient(String name, int maxThreads, Duration timeout, List<String> allow) {
        this.name = name;
        this.timeout = timeout;
        QueuedThreadPool threads = threads(name, maxThreads, 1);
        client = client(
                name, threads, new CheckedResolver(InetAddress::getAllByName, AddressRule.allowing(allow), threads));
        client.setConnectTimeout(timeout.toMillis());
        client.setSslContextFactory(tls());
    }

    /** What all clients of ours have in common; the caller sets its limits and its TLS. */
    public static HttpClient client(String name, QueuedThreadPool threads, CheckedResolver resolver) {
        HttpClient client = new HttpClient();
        client.setName(name);
        client.setExecutor(threads);
        client.setFollowRedirects(false);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, "kakutei"));
        client.setSocketAddressResolver(resolver);
        return client;
    }

    public static QueuedThreadPool threads(String name, int max, int min) {
        QueuedThreadPool threads = new QueuedThreadPool(max, min);
        threads.setName(name);
        threads.setDaemon(true);
        return threads;
    }

    /** Host names are checked, and nothing below TLS 1.2 is spoken. */
    public static SslContextFactory.Client tls() {
        SslContextFactory.Client secure = new SslContextFactory.Client();
        secure.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        return secure;
    }

    public void start() {
        try {
            client.start();
        } catch (Exception e) {
            throw new IllegalStateException("the " + name + "'s client cannot start: " + e.getMessage(), e);
        }
    }

    /** To be called after the start: answers are read as they are, so that none expands beyond a bound. */
    public void readCompressedAsIs() {
        client.getContentDecoderFactories().clear();
    }

    public Request post(URI url) {
        return client.newRequest(url).method("POST").timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the " + name + "'s client did not stop cleanly", e);
        }
    }
}
