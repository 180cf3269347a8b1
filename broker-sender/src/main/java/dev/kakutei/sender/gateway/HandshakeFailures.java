package dev.kakutei.sender.gateway;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;

/**
 * Remembers which exceptions ended a TLS handshake: the client begins to "send" before the handshake, but not one byte
 * of a request leaves before it is complete. The type of an exception would not do, because a peer can also complain of
 * the handshake after the first data.
 */
final class HandshakeFailures implements SslHandshakeListener {
    private static final int DEPTH = 10;

    /** Exceptions are compared by identity, and are forgotten with the call that they ended. */
    private final Set<Throwable> seen = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    @Override
    public void handshakeFailed(Event event, Throwable failure) {
        seen.add(failure);
    }

    boolean ended(Throwable thrown) {
        Throwable cause = thrown;
        for (int i = 0; cause != null && i < DEPTH; i++) {
            if (seen.contains(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
