package dev.kakutei.ingest;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.LiveGateways;
import dev.kakutei.boot.ServiceInstance;
import dev.kakutei.boot.Shutdown;
import dev.kakutei.http.RequestBodyReader;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.metrics.TopicMetrics;
import dev.kakutei.ingest.topic.Intake;
import dev.kakutei.ingest.topic.RecordReader;
import dev.kakutei.ingest.topic.RequestTopicListener;
import dev.kakutei.ingest.topic.TopicConfig;
import dev.kakutei.schemas.gateway.ApprovalRule;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Submitting by topic, wired, where it is enabled. */
final class TopicSubmissions {
    private static final Logger log = LoggerFactory.getLogger(TopicSubmissions.class);
    private static final Duration STOP = Duration.ofSeconds(10);

    private final ServiceInstance instance;
    private final LiveGateways gateways;
    private final RequestTopicListener listener;
    private final boolean enabled;

    TopicSubmissions(
            TopicConfig config,
            ServiceInstance instance,
            Store store,
            LiveGateways gateways,
            Admission admission,
            RequestBodyReader bodies) {
        this.instance = instance;
        this.gateways = gateways;
        this.enabled = config.enabled() == TopicConfig.Enabled.TRUE;
        this.listener = new RequestTopicListener(
                config,
                instance.kafka(),
                new RecordReader(admission, bodies),
                new Intake(store::accept, store::find),
                new TopicMetrics(instance.registry()),
                instance.clock());
    }

    /** The topics that it needs. */
    List<Topic<?>> topics() {
        return enabled
                ? List.of(
                        instance.kafka().topics().requests(),
                        instance.kafka().topics().rejections())
                : List.of();
    }

    void start(Shutdown shutdown) {
        if (enabled) {
            warnOfClientsByTopic();
            shutdown.closeLater("ingest topic", STOP, listener).start();
        }
    }

    List<HealthCheck> checks() {
        return List.of(new HealthCheck("ingest-topic", () -> enabled ? listener.problem() : Optional.empty()));
    }

    private void warnOfClientsByTopic() {
        if (gateways.get().approvals().stream().anyMatch(rule -> rule.decision() == ApprovalRule.Decision.HOLD)) {
            log.warn(
                    "Requests are held for a second person, but every producer of the topic {} can name any client as the"
                            + " submitter: restrict the topic by Kafka's access rules, or set ingest.topic.enabled=false"
                            + " (docs/guides/approvals.md)",
                    instance.kafka().topics().requests().name());
        }
    }
}
