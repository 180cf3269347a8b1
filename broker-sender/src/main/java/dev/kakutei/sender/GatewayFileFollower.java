package dev.kakutei.sender;

import dev.kakutei.boot.LiveGateways;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.sender.gateway.GatewayClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Hands a changed gateway file to the workers. Calls that are under way end as they began. */
final class GatewayFileFollower implements LiveGateways.Subscriber {
    private final SenderConfig config;
    private final Map<String, GatewayWorker> workers;

    /** @param workers by the name of their gateway */
    GatewayFileFollower(SenderConfig config, Map<String, GatewayWorker> workers) {
        this.config = config;
        this.workers = workers;
    }

    @Override
    public List<String> objections(Gateways next) {
        List<String> objections =
                new ArrayList<>(GatewayChecks.mistakes(next, config.hosts(), config.allow(), System.getenv()));
        workers.values().forEach(worker -> worker.objection().ifPresent(objections::add));
        return objections;
    }

    /** Everything that may fail is done before anything is changed. */
    @Override
    public void apply(Gateways next) {
        Map<String, GatewayClient> prepared = new TreeMap<>();
        try {
            workers.forEach((name, worker) -> {
                Gateway gateway = next.byName().get(name);
                if (!gateway.equals(worker.gateway())) {
                    prepared.put(name, worker.prepared(gateway));
                }
            });
        } catch (RuntimeException e) {
            prepared.values().forEach(GatewayClient::close);
            throw e;
        }
        prepared.forEach(
                (name, client) -> workers.get(name).replace(next.byName().get(name), client));
    }
}
