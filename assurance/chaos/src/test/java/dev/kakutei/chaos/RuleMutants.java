package dev.kakutei.chaos;

import static dev.kakutei.chaos.SourceMutant.FORWARDER;
import static dev.kakutei.chaos.SourceMutant.INGEST;
import static dev.kakutei.chaos.SourceMutant.LEDGER;
import static dev.kakutei.chaos.SourceMutant.SENDER;
import static dev.kakutei.chaos.SourceMutant.STORE;
import static dev.kakutei.proof.Promise.ALARM_RAISED;
import static dev.kakutei.proof.Promise.APPROVED_BEFORE_SENT;
import static dev.kakutei.proof.Promise.NOTHING_LOST;
import static dev.kakutei.proof.Promise.NO_POST_TOO_LATE;
import static dev.kakutei.proof.Promise.ONE_EFFECT;
import static dev.kakutei.proof.Promise.ONE_REQUEST_PER_KEY;
import static dev.kakutei.proof.Promise.OUTCOMES_TRUE;
import static dev.kakutei.proof.Promise.RETRIED_WHEN_SAFE;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.chaos.SourceMutant.Edit;
import dev.kakutei.chaos.SourceMutant.Meanwhile;
import java.util.List;

/** Systems that break a rule which needs a situation of its own to show: {@link MutantTraffic} brings each of them about. */
final class RuleMutants {
    /** The ledger asks twice whether a request was approved: a mutant must get past both. */
    private static final Edit UNAPPROVED_IS_BEGUN = new Edit(
            LEDGER + "AttemptRules.java", "if (entry.awaitsApproval()) {", "if (entry.attempts().count() < 0) {");

    static final List<SourceMutant> ALL = List.of(
            SourceMutant.of(
                    "sends again in doubt to a gateway that is neither",
                    LEDGER + "GatewayPolicy.java",
                    "return gatewayClass == GatewayClass.IDEMPOTENT;",
                    "return gatewayClass != GatewayClass.QUERYABLE;",
                    RETRIED_WHEN_SAFE,
                    ONE_EFFECT),
            new SourceMutant(
                    "posts commands whose time is over",
                    List.of(new Edit(
                            SENDER + "consume/CommandDeadline.java",
                            "return !wall.isAfter(notAfter) && !remaining.isNegative() && age.compareTo(remaining) <= 0;",
                            "return true;")),
                    List.of(NO_POST_TOO_LATE),
                    Failpoint.SENDER_READ,
                    Meanwhile.COMMANDS_EXPIRE),
            new SourceMutant(
                    "sends what has expired",
                    List.of(
                            new Edit(
                                    LEDGER + "AttemptRules.java",
                                    "if (entry.expiresAt() != null && !now.isBefore(entry.expiresAt())) {",
                                    "if (entry.attempts().count() < 0) {"),
                            new Edit(
                                    LEDGER + "Repetition.java",
                                    "return expiresAt == null || windowEnds.isBefore(expiresAt) ? windowEnds : expiresAt;",
                                    "return windowEnds;")),
                    List.of(NO_POST_TOO_LATE),
                    null,
                    Meanwhile.NOTHING),
            new SourceMutant(
                    "sends what waits for approval",
                    List.of(
                            new Edit(
                                    LEDGER + "Ledger.java",
                                    "return ApprovalRules.hold(draft, rule).done();",
                                    "ApprovalRules.hold(draft, rule);"),
                            UNAPPROVED_IS_BEGUN),
                    List.of(APPROVED_BEFORE_SENT),
                    null,
                    Meanwhile.NOTHING),
            SourceMutant.of(
                    "lets a submitter approve its own request",
                    LEDGER + "ApprovalRules.java",
                    "return person.equals(entry.client()) || person.equals(entry.version().submittedBy())",
                    "return person.isEmpty()",
                    APPROVED_BEFORE_SENT),
            new SourceMutant(
                    "sends on release what was never approved",
                    List.of(
                            new Edit(
                                    LEDGER + "OperatorActions.java",
                                    "draft.entry().awaitsApproval()\n                        ? draft.effect",
                                    "draft.entry().attempts().count() < 0\n                        ? draft.effect"),
                            UNAPPROVED_IS_BEGUN),
                    List.of(APPROVED_BEFORE_SENT),
                    null,
                    Meanwhile.NOTHING),
            SourceMutant.of(
                    "sends again for a person who accepted no second effect",
                    LEDGER + "OperatorActions.java",
                    "if (action.acceptSecondEffect() == SecondEffect.ACCEPTED) {",
                    "if (action.type() == OperatorAction.Type.SEND_AGAIN) {",
                    RETRIED_WHEN_SAFE,
                    ONE_EFFECT),
            SourceMutant.of(
                    "cancels what may have taken effect",
                    LEDGER + "OperatorActions.java",
                    ".or(() -> entry.inDoubt()\n",
                    ".or(() -> entry.attempts().count() < 0\n",
                    OUTCOMES_TRUE),
            new SourceMutant(
                    "lets \"not sent\" take back a reported doubt",
                    // The second report is one that a faulty sender might make; the ledger alone must withstand it.
                    List.of(
                            new Edit(
                                    SENDER + "GatewayWorker.java",
                                    "return published(command, report)\n",
                                    "if (report instanceof Report.AttemptReport attempt"
                                            + " && attempt.outcome() instanceof Outcome.Unknown unknown) {\n"
                                            + "                        published(command, report);\n"
                                            + "                        published(command,"
                                            + " client.notCarriedOut(command, unknown.answer()));\n"
                                            + "                        return CompletableFuture.completedFuture(CallHealth.NONE);\n"
                                            + "                    }\n"
                                            + "                    return published(command, report)\n"),
                            new Edit(
                                    LEDGER + "AttemptRules.java",
                                    "boolean clears = isAbsence(outcome) && isSilent(entry) && !entry.inDoubt();",
                                    "boolean clears = isAbsence(outcome);")),
                    List.of(ONE_EFFECT, RETRIED_WHEN_SAFE),
                    null,
                    Meanwhile.NOTHING),
            new SourceMutant(
                    "accepts a second request under the same key",
                    List.of(
                            new Edit(
                                    STORE + "accept/AcceptSql.java",
                                    "on conflict (client, idempotency_key) do nothing returning",
                                    "on conflict do nothing returning"),
                            new Edit(
                                    STORE + "database/Migration.java",
                                    "flyway.load().migrate();",
                                    "flyway.load().migrate();\n"
                                            + "            try (var connection = java.sql.DriverManager.getConnection(\n"
                                            + "                            config.url(), config.owner(), config.ownersPassword());\n"
                                            + "                    var statement = connection.createStatement()) {\n"
                                            + "                statement.execute(\"alter table ledger drop constraint if exists"
                                            + " ledger_idempotency_key\");\n"
                                            + "                statement.execute(\"alter table outbox_orders drop constraint if exists"
                                            + " outbox_orders_idempotency_key\");\n"
                                            + "            } catch (java.sql.SQLException e) {\n"
                                            + "                throw new IllegalStateException(e);\n"
                                            + "            }")),
                    List.of(ONE_REQUEST_PER_KEY),
                    null,
                    Meanwhile.NOTHING),
            SourceMutant.of(
                    "passes over requests of the topic",
                    INGEST + "topic/RequestLoop.java",
                    "List<RecordOutcome> outcomes = intake.take(decoded);",
                    "decoded.clear();\n        List<RecordOutcome> outcomes = List.of();",
                    NOTHING_LOST),
            SourceMutant.of(
                    "raises no alarm",
                    FORWARDER,
                    "        sinks.raise(ResultMessages.alert(entry, effect, now), now);",
                    "",
                    ALARM_RAISED));

    private RuleMutants() {}
}
