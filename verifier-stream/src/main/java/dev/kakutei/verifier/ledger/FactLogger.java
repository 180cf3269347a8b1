package dev.kakutei.verifier.ledger;

import dev.kakutei.boot.log.RequestLine;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.FactKind;
import dev.kakutei.schemas.LedgerEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs a line for each fact (SPEC F4). What needs an operator is WARN, a settlement that is no success or an outcome in
 * doubt is INFO, and everything else is DEBUG: a gateway that is unreachable makes thousands of those.
 */
final class FactLogger {
    private static final Logger log = LoggerFactory.getLogger(FactLogger.class);

    private FactLogger() {}

    static void recorded(Entry entry, LedgerEvent event) {
        LoggingEventBuilder level = level(event.fact());
        RequestLine.at(level, entry.id())
                .idempotencyKey(entry.idempotencyKey())
                .status(entry.status().word())
                .attempts(entry.attempts().count())
                .lastErrorCode(entry.lastAnswer().errorCode())
                .adapter(entry.gateway())
                .trace(entry.traceparent())
                .log("{}", event.fact().getClass().getSimpleName());
    }

    private static LoggingEventBuilder level(Fact fact) {
        return switch (FactKind.of(fact)) {
            case VERIFICATION_FAILED, CONTRADICTED -> log.atWarn();
            case OPERATOR_ACTED ->
                ((Fact.OperatorActed) fact).secondEffectAccepted() == null ? log.atInfo() : log.atWarn();
            case SETTLED -> ((Fact.Settled) fact).verdict() == Fact.Verdict.SUCCEEDED ? log.atDebug() : log.atInfo();
            case OUTCOME_UNKNOWN -> log.atInfo();
            case ACCEPTED,
                    ATTEMPT_STARTED,
                    ATTEMPT_DEFERRED,
                    OUTCOME_STILL_UNKNOWN,
                    ACKNOWLEDGED,
                    RECORDS_LOST,
                    INQUIRY_STARTED,
                    INQUIRY_INCONCLUSIVE,
                    APPROVAL_REQUESTED,
                    APPROVAL_OVERDUE,
                    APPROVED,
                    RETURNED,
                    RESUBMITTED,
                    SUMMARY_ATTACHED,
                    COMMENTED -> log.atDebug();
        };
    }
}
