package dev.kakutei.boot.network;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;

/**
 * Resolves a gateway's name and lets through the addresses that may be connected to. The client connects to exactly what
 * it gets here and asks no name server again, so what was judged is what is connected to.
 *
 * <p>It has no time limit of its own: the call that waits for a connection has one.
 *
 * @param threads may be blocked by a name server that does not answer, so nothing else should wait for them
 */
public record CheckedResolver(Names names, AddressRule rule, Executor threads) implements SocketAddressResolver {
    /** How names become addresses. */
    @FunctionalInterface
    public interface Names {
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    @Override
    public void resolve(String host, int port, Map<String, Object> context, Promise<List<InetSocketAddress>> promise) {
        try {
            threads.execute(() -> answer(host, port, promise));
        } catch (RuntimeException e) {
            promise.failed(e);
        }
    }

    private void answer(String host, int port, Promise<List<InetSocketAddress>> promise) {
        List<InetSocketAddress> allowed;
        try {
            allowed = allowed(host, port);
        } catch (Exception e) {
            promise.failed(e);
            return;
        }
        promise.succeeded(allowed);
    }

    private List<InetSocketAddress> allowed(String host, int port) throws UnknownHostException, AddressNotAllowed {
        List<InetSocketAddress> allowed = new ArrayList<>();
        List<String> refusals = new ArrayList<>();
        for (InetAddress address : names.addresses(host)) {
            rule.refusal(address)
                    .ifPresentOrElse(refusals::add, () -> allowed.add(new InetSocketAddress(address, port)));
        }
        if (!allowed.isEmpty()) {
            return allowed;
        }
        if (refusals.isEmpty()) {
            throw new UnknownHostException(host);
        }
        throw new AddressNotAllowed(String.join("; ", refusals));
    }
}
