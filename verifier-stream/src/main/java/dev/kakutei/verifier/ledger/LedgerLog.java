package dev.kakutei.verifier.ledger;

import dev.kakutei.boot.log.RequestLine;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * A line for each fact (SPEC F4). What needs a person is a warning, an end that is no success or an outcome in doubt is
 * worth knowing, and everything else is for who looks for it: a gateway that is away makes thousands of those.
 */
final class LedgerLog {
    private static final Logger log = LoggerFactory.getLogger(LedgerLog.class);

    private LedgerLog() {}

    static void recorded(Entry entry, LedgerEvent event) {
        LoggingEventBuilder level = level(event.fact());
        RequestLine.at(level, entry.id())
                .idempotencyKey(entry.idempotencyKey())
                .status(entry.status().word())
                .attempts(entry.attempts())
                .lastErrorCode(entry.lastErrorCode())
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
