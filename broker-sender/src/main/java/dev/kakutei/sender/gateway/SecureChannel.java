package dev.kakutei.sender.gateway;

import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;

/**
 * The secure side of the connection that a request is on. The client begins to "send" while the handshake is still going
 * on, but the engine lets no byte of a request through before it is complete.
 *
 * <p>With TLS 1.3 a server may find fault with us after that, when it has seen our certificate or missed one: then bytes
 * have left, and this says so.
 */
final class SecureChannel {
    /** What an engine calls the cipher of a session that does not exist yet. */
    private static final String NO_CIPHER = "NULL_WITH_NULL_NULL";

    private final SSLEngine engine;

    private SecureChannel(SSLEngine engine) {
        this.engine = engine;
    }

    /** Null for a request on a plain connection. */
    static SecureChannel of(Request request) {
        return request.getConnection() instanceof Connection connection
                        && connection.getEndPoint() instanceof SslConnection.SslEndPoint secure
                ? new SecureChannel(secure.getSslConnection().getSSLEngine())
                : null;
    }

    boolean isOpen() {
        return !engine.getSession().getCipherSuite().endsWith(NO_CIPHER);
    }

    /**
     * Whether the request never got through. The engine is closed first, so that nothing can get through after the
     * answer.
     */
    boolean closedBeforeItOpened() {
        if (isOpen()) {
            return false;
        }
        engine.closeOutbound();
        return !isOpen();
    }
}
