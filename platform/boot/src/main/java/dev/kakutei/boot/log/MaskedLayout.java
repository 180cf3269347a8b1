package dev.kakutei.boot.log;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.kakutei.boot.redact.Redaction;

/** A pattern as any other; of the whole line, with its fields and its stack, what looks like a secret is taken out. */
public final class MaskedLayout extends PatternLayout {
    @Override
    public String doLayout(ILoggingEvent event) {
        return Redaction.PLAIN.redact(super.doLayout(event));
    }
}
