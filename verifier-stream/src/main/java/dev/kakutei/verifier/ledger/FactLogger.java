package dev.kakutei.verifier.ledger;

import dev.kakutei.boot.log.RequestLine;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Fact;
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
        boolean atRisk = fact instanceof Fact.OperatorActed acted && acted.secondEffectAccepted() != null;
        if (atRisk || fact instanceof Fact.VerificationFailed || fact instanceof Fact.Contradicted) {
            return log.atWarn();
        }
        boolean failed = fact instanceof Fact.Settled settled && settled.verdict() != Fact.Verdict.SUCCEEDED;
        return failed || fact instanceof Fact.OutcomeUnknown || fact instanceof Fact.OperatorActed
                ? log.atInfo()
                : log.atDebug();
    }
}
