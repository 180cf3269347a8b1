package dev.kakutei.proof.read;

import dev.kakutei.proof.AlertPeriods;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.ProofContext;
import dev.kakutei.proof.check.AlertChecks;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Undecodable;
import dev.kakutei.schemas.topic.Topics;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Reads what requests raised and what became of it, each after those who make it have caught up: alarms, then alerts, then
 * their table.
 */
final class AlertSources implements AutoCloseable {
    private static final String VERIFIER = "verifier";
    private static final String ALERT_TABLE = "ingest-alerts";
    private static final int ALARM = 0;

    private final ProofPlan plan;
    private final Findings findings;
    private final Alerts alerts;
    /** Alarms of no request, by their place: they wait here until it is known which alerts there are. */
    private final Buckets others;

    /** @param others another folder than that of the alerts */
    AlertSources(ProofPlan plan, Findings findings, Path alerts, Path others) {
        this.plan = plan;
        this.findings = findings;
        this.alerts = new Alerts(alerts, findings);
        this.others = new Buckets(others);
    }

    TopicSource.Passed alarms(TopicSource source, Cases cases) {
        Topics topics = plan.kafka().topics();
        TopicSource.Passed passed = source.read(topics.alarms().name(), (key, value, place) -> {
            try {
                Alert alarm = Codecs.ALERT.decode(value == null ? new byte[0] : value);
                if (alarm.requestId() == null) {
                    others.add(place, ALARM, value);
                } else {
                    cases.add(alarm.requestId(), Cases.Kind.ALARM, value);
                }
            } catch (Undecodable e) {
                findings.violated(Promise.ALARM_RAISED, place, "cannot be read: " + e.getMessage());
            }
        });
        await(VERIFIER, passed);
        return passed;
    }

    TopicSource.Passed alerts(TopicSource source) {
        String topic = plan.kafka().topics().alerts().name();
        TopicSource.Passed passed = source.read(topic, (key, value, place) -> alerts.message(value, place));
        await(ALERT_TABLE, passed);
        return passed;
    }

    long rows() {
        return new Tables(plan.database()).alerts(alerts);
    }

    AlertPeriods compare(Instant cut) {
        return alerts.compare(cut);
    }

    /** Whether those of no request became alerts. */
    void judgeOthers(ProofContext context) {
        others.each((place, items) ->
                items.forEach(item -> AlertChecks.examine(Codecs.ALERT.decode(item.payload()), context, findings)));
    }

    private void await(String group, TopicSource.Passed passed) {
        try (GroupProgress progress = new GroupProgress(plan.kafka(), group)) {
            progress.await(passed.behind(), plan.timeout());
        }
    }

    @Override
    public void close() {
        alerts.close();
        others.close();
    }
}
