package dev.kakutei.schemas.topic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Canary;
import dev.kakutei.schemas.Clearance;
import dev.kakutei.schemas.ClearanceRequest;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Rejection;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.ServiceHealth;
import dev.kakutei.schemas.StatusChange;
import dev.kakutei.schemas.codec.Codec;
import dev.kakutei.schemas.codec.Codecs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The topics of one installation.
 *
 * <p>The partition count is the same for all of them and fixed for life: which partition a request lives in follows from
 * it, and state that was built with one count cannot be found with another.
 *
 * @param prefix put before each name, for several installations on one Kafka; may be empty
 */
public record Topics(String prefix, int partitions) {
    public static final String DEFAULT_PREFIX = "kakutei.";
    public static final int DEFAULT_PARTITIONS = 6;
    private static final Pattern PREFIX = Pattern.compile("[a-zA-Z0-9._-]{0,100}");

    public Topics {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException("a topic prefix has letters, digits, '.', '_' and '-': " + prefix);
        }
        if (partitions < 1 || partitions > 1000) {
            throw new IllegalArgumentException("partitions must be between 1 and 1000, not " + partitions);
        }
    }

    /** Requests as callers publish them: the same bodies as over HTTP, not messages of ours. */
    public Topic<JsonNode> requests() {
        return topic("requests", null, Duration.ofDays(7));
    }

    /** What was not taken of them, and why. */
    public Topic<Rejection> rejections() {
        return topic("rejections", Codecs.REJECTION, Duration.ofDays(30));
    }

    /** Accepted requests, from the outbox: each request's first event. */
    public Topic<LedgerEvent> accepted() {
        return topic("accepted", Codecs.LEDGER_EVENT, Duration.ofDays(7));
    }

    /** What the relay carries to see whether the way is open; keyed by the relay that wrote it. */
    public Topic<Canary> canaries() {
        return topic("canaries", Codecs.CANARY, Duration.ofDays(1));
    }

    /** What the sender of one gateway is to do. Each gateway has its own lane, so that none holds up another. */
    public Topic<Command> commands(String gateway) {
        return topic("commands." + gateway, Codecs.COMMAND, Duration.ofDays(3));
    }

    /** What the senders saw. */
    public Topic<Report> outcomes() {
        return topic("outcomes", Codecs.REPORT, Duration.ofDays(7));
    }

    /** Actions that persons request. */
    public Topic<OperatorAction> actions() {
        return topic("actions", Codecs.OPERATOR_ACTION, Duration.ofDays(30));
    }

    /** Actions that were not carried out, and why. */
    public Topic<ActionRefusal> actionRefusals() {
        return topic("action.refusals", Codecs.ACTION_REFUSAL, Duration.ofDays(30));
    }

    /** Every fact of every request, in order for each request: the truth, kept for ever. */
    public Topic<LedgerEvent> ledger() {
        return topic("ledger", Codecs.LEDGER_EVENT, null);
    }

    /** One terminal result for each request of the kind. */
    public Topic<Result> results(RequestKind kind) {
        return topic(kind.plural() + ".results", Codecs.RESULT, Duration.ofDays(30));
    }

    /** Changes that users are notified of. */
    public Topic<StatusChange> statuses() {
        return topic("statuses", Codecs.STATUS_CHANGE, Duration.ofDays(7));
    }

    /** What requests raised, by cause; the verifier makes alerts of it. */
    public Topic<Alert> alarms() {
        return topic("alarms", Codecs.ALERT, Duration.ofDays(1));
    }

    /** Alerts for operators: once per cause, not once per request. */
    public Topic<Alert> alerts() {
        return topic("alerts", Codecs.ALERT, Duration.ofDays(30));
    }

    /** How services and gateways are; keyed by the instance that reports it. */
    public Topic<ServiceHealth> health() {
        return topic("health", Codecs.SERVICE_HEALTH, Duration.ofDays(1)).latest();
    }

    /** Services ask whether they may decide and send; keyed by the instance that asks. */
    public Topic<ClearanceRequest> clearanceRequests() {
        return topic("clearance.requests", Codecs.CLEARANCE_REQUEST, Duration.ofDays(1));
    }

    /** Whether they may. */
    public Topic<Clearance> clearances() {
        return topic("clearances", Codecs.CLEARANCE, Duration.ofDays(1));
    }

    /** All of them, for these gateways. */
    public List<Topic<?>> all(Collection<String> gateways) {
        List<Topic<?>> all = new ArrayList<>();
        all.add(requests());
        all.add(rejections());
        all.add(accepted());
        all.add(canaries());
        gateways.stream().sorted().forEach(gateway -> all.add(commands(gateway)));
        all.add(outcomes());
        all.add(actions());
        all.add(actionRefusals());
        all.add(ledger());
        for (RequestKind kind : RequestKind.values()) {
            all.add(results(kind));
        }
        all.add(statuses());
        all.add(alarms());
        all.add(alerts());
        all.add(health());
        all.add(clearanceRequests());
        all.add(clearances());
        return List.copyOf(all);
    }

    private <T> Topic<T> topic(String name, Codec<T> codec, Duration retention) {
        return new Topic<>(prefix + name, codec, partitions, retention, Topic.Keeps.ALL);
    }
}
