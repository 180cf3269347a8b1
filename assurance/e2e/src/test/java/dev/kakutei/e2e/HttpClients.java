package dev.kakutei.e2e;

import java.net.http.HttpClient;
import java.time.Duration;

/**
 * Every HTTP client of these tests comes from here. A server closes a connection that was idle for
 * {@code ingest.http.idle-timeout} (30 s), and the JDK's client does not repeat a POST whose kept connection closes in
 * that moment ("header parser received no bytes"). So a client gives up idle connections long before the server does.
 */
public final class HttpClients {
    private static final Duration CONNECT = Duration.ofSeconds(30);

    static {
        // Read once in a JVM, when the first client is made.
        System.setProperty("jdk.httpclient.keepalive.timeout", "5");
    }

    private HttpClients() {}

    public static HttpClient create() {
        return HttpClient.newBuilder().connectTimeout(CONNECT).build();
    }
}
