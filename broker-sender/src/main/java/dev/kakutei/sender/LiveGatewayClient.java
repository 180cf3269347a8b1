package dev.kakutei.sender;

import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.gateway.GatewayClient;
import dev.kakutei.sender.gateway.PreSendCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The client of one gateway, and its successors: when the description changes, another client replaces it. A call ends at
 * the client where it began, so that it is judged as it was sent; a client is closed when its last call has ended.
 */
final class LiveGatewayClient implements AutoCloseable {
    /** Replaced clients that wait for their last calls. Each has threads and connections, and a file may change often. */
    static final int MAX_RETIRED = 3;

    private final Function<Gateway, GatewayClient> maker;
    /** Those that still have calls; the last one is the current. */
    private final List<CountedClient> clients = new ArrayList<>();

    private boolean closed;

    LiveGatewayClient(Gateway gateway, Function<Gateway, GatewayClient> maker) {
        this.maker = maker;
        clients.add(new CountedClient(gateway, maker.apply(gateway)));
    }

    /** A client and how many calls are under way at it. */
    private static final class CountedClient {
        private final Gateway gateway;
        private final GatewayClient client;
        private int calls;

        CountedClient(Gateway gateway, GatewayClient client) {
            this.gateway = gateway;
            this.client = client;
        }
    }

    void start() {
        current().client.start();
    }

    Gateway gateway() {
        return current().gateway;
    }

    /** Never throws, and the future always completes normally. */
    CompletableFuture<Report> carryOut(Command command, PreSendCheck check) {
        CountedClient counted = acquire();
        return counted.client.carryOut(command, check).whenComplete((report, failure) -> release(counted));
    }

    Report notCarriedOut(Command command, Answer why) {
        return current().client.notCarriedOut(command, why);
    }

    Report leftUnknown(Command.Send command, Outcome.Unknown why) {
        return current().client.leftUnknown(command, why);
    }

    /** Why the client cannot be replaced now; empty where it can. */
    synchronized Optional<String> objection() {
        return clients.size() <= MAX_RETIRED
                ? Optional.empty()
                : Optional.of("gateways." + current().gateway.name() + ": calls are still under way as " + MAX_RETIRED
                        + " earlier versions of the file described them");
    }

    /** A client for this description, started. Throws where it cannot start. */
    GatewayClient prepared(Gateway next) {
        GatewayClient client = maker.apply(next);
        try {
            client.start();
            return client;
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** From now on calls are made by this client. */
    void replace(Gateway next, GatewayClient client) {
        List<GatewayClient> idle;
        synchronized (this) {
            if (closed) {
                idle = List.of(client);
            } else {
                clients.add(new CountedClient(next, client));
                idle = takeIdle();
            }
        }
        idle.forEach(LiveGatewayClient::closeLater);
    }

    @Override
    public void close() {
        List<CountedClient> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(clients);
        }
        all.forEach(counted -> counted.client.close());
    }

    /** The current one and those that wait for their last calls. */
    synchronized int clientCount() {
        return clients.size();
    }

    private synchronized CountedClient current() {
        return clients.get(clients.size() - 1);
    }

    private synchronized CountedClient acquire() {
        CountedClient counted = current();
        counted.calls++;
        return counted;
    }

    private void release(CountedClient counted) {
        List<GatewayClient> idle;
        synchronized (this) {
            counted.calls--;
            idle = closed ? List.of() : takeIdle();
        }
        idle.forEach(LiveGatewayClient::closeLater);
    }

    /** Takes out every client that is neither current nor in use. */
    private List<GatewayClient> takeIdle() {
        List<GatewayClient> idle = new ArrayList<>();
        CountedClient current = current();
        clients.removeIf(counted -> {
            boolean over = counted != current && counted.calls == 0;
            if (over) {
                idle.add(counted.client);
            }
            return over;
        });
        return idle;
    }

    /** Not on this thread: it may be one of the client's own, which closing waits for. */
    private static void closeLater(GatewayClient client) {
        DaemonThreads.start("gateway-client-close", client::close);
    }
}
