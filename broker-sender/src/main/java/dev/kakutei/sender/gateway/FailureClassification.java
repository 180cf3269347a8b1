package dev.kakutei.sender.gateway;

import dev.kakutei.boot.network.AddressNotAllowed;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.client.HttpResponseException;
import org.eclipse.jetty.http.HttpException;

/** Finds the word for what a client library threw. Whether anything left is not guessed from it: the caller knows. */
final class FailureClassification {
    private static final int DEPTH = 10;

    private FailureClassification() {}

    /** For a call of which nothing left. */
    static Failure beforeLeaving(Throwable thrown) {
        if (has(thrown, AddressNotAllowed.class)) {
            return Failure.ADDRESS;
        }
        if (has(thrown, UnresolvedAddressException.class) || has(thrown, UnknownHostException.class)) {
            return Failure.UNRESOLVED;
        }
        if (timedOut(thrown)) {
            return Failure.CONNECT_TIMEOUT;
        }
        return has(thrown, ConnectException.class) ? Failure.REFUSED : Failure.NOT_CONNECTED;
    }

    /** For a call that was on a connection whose handshake was never complete: nothing left. */
    static Failure beforeHandshake(Throwable thrown) {
        return timedOut(thrown) ? Failure.CONNECT_TIMEOUT : Failure.TLS;
    }

    /**
     * For a call that may have left.
     *
     * @param status what the answer's first line said, 0 where none came
     */
    static Failure afterLeaving(Throwable thrown, int status) {
        if (timedOut(thrown)) {
            return Failure.TIMEOUT;
        }
        if (has(thrown, HttpResponseException.class) || has(thrown, HttpException.class)) {
            return Failure.GARBLED;
        }
        if (status != 0) {
            return Failure.TRUNCATED;
        }
        if (has(thrown, EOFException.class) || has(thrown, ClosedChannelException.class)) {
            return Failure.CLOSED;
        }
        if (has(thrown, SSLException.class)) {
            return Failure.TLS_ENDED;
        }
        return has(thrown, IOException.class) ? Failure.RESET : Failure.BROKEN;
    }

    private static boolean timedOut(Throwable thrown) {
        return has(thrown, TimeoutException.class) || has(thrown, SocketTimeoutException.class);
    }

    private static boolean has(Throwable thrown, Class<?> type) {
        Throwable cause = thrown;
        for (int i = 0; cause != null && i < DEPTH; i++) {
            if (type.isInstance(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
