package dev.kakutei.chaos;

import static dev.kakutei.proof.Promise.ALARM_RAISED;
import static dev.kakutei.proof.Promise.ALERTED;
import static dev.kakutei.proof.Promise.ALERTS_STORED;
import static dev.kakutei.proof.Promise.ALL_ANNOUNCED;
import static dev.kakutei.proof.Promise.ATTEMPT_COMMANDED_ONCE;
import static dev.kakutei.proof.Promise.ATTEMPT_POSTED_ONCE;
import static dev.kakutei.proof.Promise.AUDIT_CHAIN;
import static dev.kakutei.proof.Promise.CALLS_IN_BOUNDS;
import static dev.kakutei.proof.Promise.FACTS_DENSE;
import static dev.kakutei.proof.Promise.FACTS_STORED;
import static dev.kakutei.proof.Promise.LIMITS_KEPT;
import static dev.kakutei.proof.Promise.NOTHING_LOST;
import static dev.kakutei.proof.Promise.NOTHING_UNASKED;
import static dev.kakutei.proof.Promise.NOT_FOUND_BELIEVED_LATE;
import static dev.kakutei.proof.Promise.NO_REQUEST_STUCK;
import static dev.kakutei.proof.Promise.NO_RETRY_TOO_EARLY;
import static dev.kakutei.proof.Promise.ONE_EFFECT;
import static dev.kakutei.proof.Promise.ONE_RESULT;
import static dev.kakutei.proof.Promise.OUTCOMES_TRUE;
import static dev.kakutei.proof.Promise.RETRIED_WHEN_SAFE;
import static dev.kakutei.proof.Promise.SNAPSHOT_IS_FOLD;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.proof.Promise;
import java.util.List;
import java.util.stream.Stream;

/**
 * A system with one fault in it: source files with a few words changed, compiled and put before the real ones. The real
 * ones know nothing of it, and a change that does not fit them any more is a failure.
 *
 * @param caughtBy one of these must be found broken
 * @param diesAt where the process dies once, so that the fault can show; null where it need not
 * @param meanwhile what happens between its death and its next start
 */
record SourceMutant(String name, List<Edit> edits, List<Promise> caughtBy, Failpoint diesAt, Meanwhile meanwhile) {
    /** Between two lives of the process. */
    enum Meanwhile {
        NOTHING,
        /** The consumer groups of the senders are deleted, and their position with them. */
        SENDERS_POSITION_LOST,
        /** So much time passes that no command of the first life may be posted any more. */
        COMMANDS_EXPIRE
    }

    /** @param search must be in the file exactly once */
    record Edit(String file, String search, String replace) {}

    static final String INGEST = "ingest-service/src/main/java/dev/kakutei/ingest/";
    static final String STORE = "store/src/main/java/dev/kakutei/store/";
    private static final String OPERATOR = "operator-api/src/main/java/dev/kakutei/operator/";
    static final String LEDGER = "ledger/src/main/java/dev/kakutei/ledger/";
    static final String SENDER = "broker-sender/src/main/java/dev/kakutei/sender/";
    private static final String RELAY = "outbox-relay/src/main/java/dev/kakutei/relay/";
    private static final String VERIFIER = "verifier-stream/src/main/java/dev/kakutei/verifier/ledger/";
    private static final String PROCESSOR = VERIFIER + "LedgerProcessor.java";
    static final String FORWARDER = VERIFIER + "EffectForwarder.java";

    private static final List<SourceMutant> OF_RECORDS_AND_CALLS = List.of(
            of(
                    "acknowledges before the commit",
                    STORE + "accept/LedgerTable.java",
                    "connection.commit();\n            Failpoint.ACCEPT_COMMITTED",
                    "connection.rollback();\n            Failpoint.ACCEPT_COMMITTED",
                    NOTHING_LOST),
            of(
                    "writes no outbox row for payments",
                    STORE + "accept/AcceptSql.java",
                    "expires_at, note\"\n            + \" from given join stored using (request_id))",
                    "expires_at, note\"\n            + \" from given join stored using (request_id) where given.kind = 'order')",
                    ALL_ANNOUNCED),
            of(
                    "acknowledges rows to the slot without publishing them",
                    RELAY + "capture/WalCapture.java",
                    "if (!captured.isEmpty()) {",
                    "if (!captured.isEmpty() && captured.rows().isEmpty()) {",
                    ALL_ANNOUNCED),
            of(
                    "announces another currency",
                    RELAY + "route/Router.java",
                    "json(present(\"order_request_json\", row.requestJson()))",
                    "json(present(\"order_request_json\", row.requestJson()).replace(\"JPY\", \"USD\"))",
                    NOTHING_UNASKED,
                    FACTS_STORED),
            new SourceMutant(
                    "begins what is announced twice twice",
                    List.of(
                            new Edit(
                                    LEDGER + "Ledger.java",
                                    "            if (entry != null) {\n                return Decision.nothing(entry);\n"
                                            + "            }\n            if (observation.mayHaveBeenRemoved())",
                                    "            if (observation.mayHaveBeenRemoved())"),
                            new Edit(
                                    RELAY + "capture/WalCapture.java",
                                    "sink.deliver(captured);",
                                    "sink.deliver(captured);\n            sink.deliver(captured);")),
                    List.of(FACTS_DENSE, ATTEMPT_COMMANDED_ONCE),
                    null,
                    Meanwhile.NOTHING),
            of(
                    "counts \"not found\" before the settling time",
                    LEDGER + "VerificationRules.java",
                    "if (entry.inquiries().lastAt().isBefore(settledFrom(entry))) {",
                    "if (entry.attempts().count() < 0) {",
                    NOT_FOUND_BELIEVED_LATE),
            of(
                    "believes \"not found\" at once",
                    LEDGER + "VerificationRules.java",
                    "if (misses < policy.verification().misses()) {",
                    "if (misses < 1) {",
                    NOT_FOUND_BELIEVED_LATE),
            of(
                    "takes every gateway for a forgiving one",
                    LEDGER + "GatewayPolicy.java",
                    "return gatewayClass == GatewayClass.IDEMPOTENT;",
                    "return true;",
                    RETRIED_WHEN_SAFE,
                    ONE_EFFECT),
            of(
                    "tries without end",
                    LEDGER + "RetrySchedule.java",
                    "return attemptsMade >= attempts;",
                    "return false;",
                    LIMITS_KEPT),
            of(
                    "does not heed Retry-After",
                    LEDGER + "RetryDelay.java",
                    "return atLeast(retryHint.after());",
                    "return this;",
                    NO_RETRY_TOO_EARLY),
            of(
                    "publishes each result twice",
                    FORWARDER,
                    "        sinks.forward(key, result, now, headers(CloudEventHeaders.of(result)), \"results\");",
                    "        sinks.forward(key, result, now, headers(CloudEventHeaders.of(result)), \"results\");\n"
                            + "        sinks.forward(key, result, now, headers(CloudEventHeaders.of(result)), \"results\");",
                    ONE_RESULT),
            of(
                    "publishes no result",
                    FORWARDER,
                    "        sinks.forward(key, result, now, headers(CloudEventHeaders.of(result)), \"results\");",
                    "",
                    ONE_RESULT),
            of(
                    "commands each attempt twice",
                    FORWARDER,
                    "        sinks.forward(key, command, now, LedgerSinks.header(command.traceparent()), \"commands\");",
                    "        sinks.forward(key, command, now, LedgerSinks.header(command.traceparent()), \"commands\");\n"
                            + "        sinks.forward(key, command, now, LedgerSinks.header(command.traceparent()), \"commands\");",
                    ATTEMPT_COMMANDED_ONCE),
            of(
                    "sets no timers",
                    PROCESSOR,
                    "            due.move(after.id(), before == null ? null : before.dueAt(), after.dueAt());",
                    "",
                    NO_REQUEST_STUCK),
            of(
                    "posts each attempt twice",
                    SENDER + "consume/CommandDispatcher.java",
                    "() -> carryOut(instruction),",
                    "() -> { carryOut(instruction); return carryOut(instruction); },",
                    ATTEMPT_POSTED_ONCE),
            new SourceMutant(
                    "posts without having committed its position",
                    // The first position stays on record; without any, nothing would be posted by the next one.
                    List.of(new Edit(
                            SENDER + "consume/Lane.java",
                            "consumer.commitSync(offsets, COMMIT);",
                            "offsets.keySet().forEach(each ->"
                                    + " consumer.commitSync(Map.of(each, new OffsetAndMetadata(0)), COMMIT));")),
                    List.of(ATTEMPT_POSTED_ONCE),
                    Failpoint.SENDER_ANSWERED,
                    Meanwhile.NOTHING),
            new SourceMutant(
                    "posts what it reads without a position",
                    List.of(new Edit(
                            "platform/boot/src/main/java/dev/kakutei/boot/position/StartPosition.java",
                            "return commandOffset < lostBelow;",
                            "return false;")),
                    List.of(ATTEMPT_POSTED_ONCE),
                    Failpoint.SENDER_ANSWERED,
                    Meanwhile.SENDERS_POSITION_LOST),
            of(
                    "takes a lost answer for not sent",
                    SENDER + "gateway/Classification.java",
                    "case MAY_HAVE_LEFT -> new Outcome.Unknown(answer);",
                    "case MAY_HAVE_LEFT -> new Outcome.NotSent(answer);",
                    ONE_EFFECT),
            of(
                    "takes a lost answer for a success",
                    SENDER + "gateway/Classification.java",
                    "case MAY_HAVE_LEFT -> new Outcome.Unknown(answer);",
                    "case MAY_HAVE_LEFT -> new Outcome.Delivered(answer);",
                    OUTCOMES_TRUE),
            of(
                    "takes a lost answer for a refusal",
                    SENDER + "gateway/Classification.java",
                    "case MAY_HAVE_LEFT -> new Outcome.Unknown(answer);",
                    "case MAY_HAVE_LEFT -> new Outcome.Refused(answer);",
                    OUTCOMES_TRUE),
            of(
                    "takes a 408 for certainly not done",
                    SENDER + "gateway/PostAnswer.java",
                    "new Outcome.Retryable(itself(Category.CLIENT_ERROR, null), Outcome.Doubt.POSSIBLE);",
                    "new Outcome.Retryable(itself(Category.CLIENT_ERROR, null), Outcome.Doubt.NONE);",
                    ONE_EFFECT,
                    RETRIED_WHEN_SAFE),
            of(
                    "sends another key with each attempt",
                    SENDER + "gateway/RequestTemplate.java",
                    "all.put(gateway.idempotencyHeader(), command.requestId().toString());",
                    "all.put(gateway.idempotencyHeader(), command.requestId() + \"-\" + command.attempt());",
                    ONE_EFFECT),
            of(
                    "sends another amount",
                    SENDER + "render/DefaultBody.java",
                    "to.set(as, from.get(name));",
                    "to.set(as, name.equals(\"amount\")"
                            + " ? com.fasterxml.jackson.databind.node.TextNode.valueOf(\"1.00\") : from.get(name));",
                    NOTHING_UNASKED),
            of(
                    "leaves rows as they were",
                    STORE + "project/ProjectionTables.java",
                    "update(connection, \"ledger\", LEDGER_ID, changed(known, fold.changed()), fold.changed());",
                    "",
                    SNAPSHOT_IS_FOLD,
                    FACTS_STORED),
            of(
                    "passes over facts",
                    STORE + "project/ProjectionTables.java",
                    "incoming.forEach(fold::add);",
                    "incoming.stream().filter(one -> one.event().seq() != 3).forEach(fold::add);",
                    FACTS_STORED),
            of(
                    "chains each event to nothing",
                    STORE + "database/EventRow.java",
                    "AuditChain.next(previous,",
                    "AuditChain.next(null,",
                    AUDIT_CHAIN),
            of(
                    "gives requests up without an alarm",
                    LEDGER + "SettlementRules.java",
                    "return draft.raise(Alert.Severity.MEDIUM, \"attempts_used_up\", reason);",
                    "return draft;",
                    ALARM_RAISED),
            of(
                    "counts alarms and publishes none",
                    VERIFIER + "AlarmProcessor.java",
                    "context.forward(new Record<>(subject, alert, now.toEpochMilli()), \"alerts\");",
                    "",
                    ALERTED),
            of(
                    "reads alerts and stores none",
                    OPERATOR + "alert/AlertJournal.java",
                    "table.write(read(records), reached(records));",
                    "read(records);",
                    ALERTS_STORED),
            of(
                    "gives a call no more than its caller has left",
                    LEDGER + "AttemptRules.java",
                    "return inTime.compareTo(atLeast) < 0 ? atLeast : inTime;",
                    "return inTime;",
                    CALLS_IN_BOUNDS));

    static final List<SourceMutant> ALL = Stream.concat(OF_RECORDS_AND_CALLS.stream(), RuleMutants.ALL.stream())
            .toList();

    static SourceMutant of(String name, String file, String search, String replace, Promise... caughtBy) {
        return new SourceMutant(
                name, List.of(new Edit(file, search, replace)), List.of(caughtBy), null, Meanwhile.NOTHING);
    }

    @Override
    public String toString() {
        return name;
    }
}
