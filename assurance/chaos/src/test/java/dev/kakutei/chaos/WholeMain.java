package dev.kakutei.chaos;

import dev.kakutei.boot.Service;
import dev.kakutei.boot.Settings;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.relay.OutboxRelay;
import dev.kakutei.relay.RelayConfig;
import dev.kakutei.sender.BrokerSender;
import dev.kakutei.sender.SenderConfig;
import dev.kakutei.verifier.VerifierConfig;
import dev.kakutei.verifier.VerifierStream;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** The four services in one process, on servers that are there: the quickest whole there is. */
final class WholeMain {
    private WholeMain() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> given = new HashMap<>();
        for (String arg : args) {
            given.put(arg.substring(0, arg.indexOf('=')), arg.substring(arg.indexOf('=') + 1));
        }
        Settings settings = Settings.load(null, Map.of(), given);
        PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        IngestService ingest = new IngestService(IngestConfig.read(settings), metrics);
        List<Service> others = List.of(
                new BrokerSender(SenderConfig.read(settings), metrics),
                new VerifierStream(VerifierConfig.read(settings), metrics),
                new OutboxRelay(RelayConfig.read(settings), metrics));
        settings.check();
        ingest.start();
        others.forEach(Service::start);
        System.out.println("whole " + ingest.address());
        new CountDownLatch(1).await();
    }
}
